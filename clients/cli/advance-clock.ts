import { accountOptions, findAccount } from "./find-account.ts";
import { readArguments } from "./read-arguments.ts";
import { CommandProblem, type Terminal } from "./terminal.ts";

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * `tessera clock` shows the sandbox's time. `tessera clock advance 3d` moves it for everyone who uses this sandbox. The
 * service decides who may move it.
 */
export async function clock(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { options: accountOptions, positions: 2 });
  const [verb, by] = args.positions;
  if (verb !== undefined && verb !== "advance") {
    throw new CommandProblem(
      "The only subcommand of clock is `advance`: `tessera clock advance 3d`.",
    );
  }
  const advance = verb === undefined ? undefined : secondsOf(by);
  const { client } = await findAccount(terminal, args);
  const options = { signal: terminal.interrupted };
  if (advance === undefined) {
    const now = await client.getSandboxClock({}, options);
    terminal.print(`${now.time} (${now.offsetSeconds} s ahead of the machine)`);
    return;
  }
  const moved = await client.moveSandboxClock({ advance }, options);
  terminal.print(`${moved.time} (${moved.offsetSeconds} s ahead of the machine)`);
  terminal.print(
    moved.settled
      ? "All jobs that became due have run."
      : "Some jobs that became due are still running in the background.",
  );
}

function secondsOf(text: string | undefined): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhd])$/.exec(text ?? "") ?? [];
  const seconds = Number(count) * (unitSeconds[unit] ?? 0);
  if (!(seconds > 0)) throw new CommandProblem("Give a duration, such as 90s, 15m, 12h or 3d.");
  return seconds;
}
