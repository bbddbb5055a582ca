import { CommandProblem } from "./terminal.ts";

/** A command's positional arguments, and its options as `--name value` or `--name=value`. */
export interface Arguments {
  readonly positions: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Reads a command's arguments. Refuses an option without a value, unknown and repeated options, and too many positional
 * arguments. Also refuses a key on the command line, because `ps` and the shell's history show it.
 */
export function readArguments(
  args: readonly string[],
  allowed: { readonly options: readonly string[]; readonly positions: number },
): Arguments {
  const positions: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (/\b(sk|rk)_(sandbox|live)_/.test(arg) || /\bwhsec_/.test(arg)) {
      throw new CommandProblem(
        "Other programs on this machine can read the command line. Pass secrets in the environment or in a file.",
      );
    }
    if (!arg.startsWith("--")) {
      positions.push(arg);
      continue;
    }
    const [, name = "", , joined] = /^--([a-z-]+)(=(.*))?$/s.exec(arg) ?? [];
    if (!allowed.options.includes(name)) {
      const known = allowed.options.map((option) => `--${option}`).join(", ") || "none";
      throw new CommandProblem(`Unknown option ${arg}. This command's options: ${known}.`);
    }
    if (options.has(name)) throw new CommandProblem(`Use --${name} only once.`);
    if (joined === undefined) index += 1;
    const value = joined ?? args[index];
    if (value === undefined || value === "") throw new CommandProblem(`--${name} needs a value.`);
    options.set(name, value);
  }
  if (positions.length > allowed.positions) {
    throw new CommandProblem(`Unexpected argument: ${positions[allowed.positions]}`);
  }
  return { positions, options };
}
