import type { ServiceDeps } from "../../service-deps.ts";
import { CommandRefused } from "./words.ts";

/** `ach …` of the command line; see the usage in run-command.ts. */
export async function runAchCommand(
  { ach }: Pick<ServiceDeps, "ach">,
  [command]: readonly string[],
): Promise<string> {
  if (command !== "close") throw new CommandRefused("ach needs close");
  if (!ach.isOpen) throw new CommandRefused("No bank is set up to hand files to.");
  return (await ach.closeFile()) ? "a file was handed in" : "nothing waits";
}
