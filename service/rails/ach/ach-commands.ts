import { CommandRefused, formatColumns, parseArguments } from "../../operators/accounts/index.ts";
import type { CommandFamily } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Ach } from "./create-ach.ts";

const usage = "ach needs close, files, confirm or release";
const maxReasonCharacters = 500;

type AchFiles = Pick<Ach, "isConfigured" | "closeFile" | "listOpenFiles" | "decideFile">;

export function achCommands(ach: AchFiles): CommandFamily {
  return {
    name: "ach",
    usage: `  ach close                                      hand over all queued entries now
  ach files                                      list ACH files that the bank may or may not have
  ach confirm <achFileId> --reason "…"           the bank has this file
  ach release <achFileId> --reason "…"           the bank does not have it: send it again`,
    run: (args) => runAchCommand(ach, args),
  };
}

async function runAchCommand(
  ach: AchFiles,
  [command, ...rest]: readonly string[],
): Promise<string> {
  if (!ach.isConfigured) throw new CommandRefused("No bank is configured for ACH files.");
  switch (command) {
    case "close":
      return (await ach.closeFile()) ? "a file was made" : "no entries are queued";
    case "files":
      return listFiles(ach);
    case "confirm":
    case "release":
      return decide(ach, command, rest);
    default:
      throw new CommandRefused(usage);
  }
}

async function listFiles(ach: AchFiles): Promise<string> {
  const files = await ach.listOpenFiles();
  if (files.length === 0) return "no file needs a decision";
  return formatColumns(
    files.map((file) => [
      file.achFileId,
      file.name,
      file.needsDecision ? "needs a decision" : "is being handed over",
      file.since?.toISOString() ?? "",
      `${file.entryCount} entries`,
    ]),
  );
}

async function decide(
  ach: AchFiles,
  command: "confirm" | "release",
  args: readonly string[],
): Promise<string> {
  const { positions, options } = parseArguments(args, ["reason"]);
  const [achFileId] = positions;
  const reason = options.get("reason")?.trim() ?? "";
  if (!achFileId) throw new CommandRefused(`ach ${command} needs <achFileId>; see ach files`);
  if (reason === "" || reason.length > maxReasonCharacters)
    throw new CommandRefused(`ach ${command} needs --reason with 1 to 500 characters`);
  const decision = command === "confirm" ? "confirmed" : "released";
  try {
    await ach.decideFile({ achFileId, decision, reason, actor: { kind: "command" } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandRefused(`${achFileId} does not need a decision; see ach files`);
  }
  return decision === "confirmed"
    ? "the file counts as handed over"
    : "the file will be handed over again within 15 seconds";
}
