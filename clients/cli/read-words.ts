import { CommandProblem } from "./terminal.ts";

/** Words of a command: positions, and `--name value` or `--name=value`. */
export interface Words {
  readonly positions: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Reads a command's words. Refuses `--name` without a value, repeated or unknown options, and too many positions. Also
 * refuses a key among the words, because `ps` and the shell's history show it.
 */
export function readWords(
  words: readonly string[],
  allowed: { readonly options: readonly string[]; readonly positions: number },
): Words {
  const positions: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (/\b(sk|rk)_(sandbox|live)_/.test(word) || /\bwhsec_/.test(word)) {
      throw new CommandProblem(
        "Other programs of this machine can read the command line. Pass secrets in the environment or in a file.",
      );
    }
    if (!word.startsWith("--")) {
      positions.push(word);
      continue;
    }
    const [, name = "", , joined] = /^--([a-z-]+)(=(.*))?$/s.exec(word) ?? [];
    if (!allowed.options.includes(name)) {
      const known = allowed.options.map((each) => `--${each}`).join(", ") || "none";
      throw new CommandProblem(`${word} is not an option of this command. Its options: ${known}.`);
    }
    if (options.has(name)) throw new CommandProblem(`--${name} is given twice.`);
    if (joined === undefined) index += 1;
    const value = joined ?? words[index];
    if (value === undefined || value === "") throw new CommandProblem(`--${name} needs a value.`);
    options.set(name, value);
  }
  if (positions.length > allowed.positions) {
    throw new CommandProblem(`There is one word too many: ${positions[allowed.positions]}`);
  }
  return { positions, options };
}
