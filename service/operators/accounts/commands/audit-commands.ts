import { listAudit, verifyAudit } from "../../audit/index.ts";
import type { OperatorsDeps } from "../operators.ts";
import { CommandRefused, formatFirst, parseArguments } from "./arguments.ts";
import { requireOperator } from "./require-operator.ts";

const shownEntries = 50;

const usage = "audit needs list or verify";

/** run-command.ts has the usage. */
export async function runAuditCommand(
  deps: Pick<OperatorsDeps, "database" | "keyring">,
  [command, ...rest]: readonly string[],
): Promise<string> {
  const { positions, options } = parseArguments(rest, command === "verify" ? ["known"] : []);
  const [operatorId] = positions;
  if (command === undefined) throw new CommandRefused(usage);
  if (!operatorId) throw new CommandRefused(`audit ${command} needs <operatorId>`);
  await requireOperator(deps, operatorId);
  switch (command) {
    case "list": {
      const { rows } = await listAudit(deps, operatorId, { page: 1, size: shownEntries + 1 });
      if (rows.length === 0) return "no entries";
      return formatFirst(
        rows.map((row) => [
          String(row.sequence),
          row.at.toISOString(),
          row.actor_id ?? row.actor_kind,
          row.action,
          row.subject_id,
          row.details,
        ]),
        shownEntries,
        "older",
      );
    }
    case "verify": {
      const { entries, head, problem } = await verifyAudit(
        deps,
        operatorId,
        knownOf(options.get("known")),
      );
      if (problem) throw new CommandRefused(`BROKEN: ${problem.message}`);
      if (!head) return "no entries";
      return [
        `intact, ${entries} entries`,
        `newest  ${head.sequence}:${head.hash}`,
        "Store it elsewhere: verify --known <newest> then also detects removed newest entries.",
      ].join("\n");
    }
    default:
      throw new CommandRefused(usage);
  }
}

function knownOf(text: string | undefined): { sequence: number; hash: string } | undefined {
  if (text === undefined) return undefined;
  const [, sequence, hash = ""] = /^(\d{1,9}):([\w-]{43})$/.exec(text) ?? [];
  if (sequence === undefined) throw new CommandRefused("--known must be <sequence>:<hash>");
  return { sequence: Number(sequence), hash };
}
