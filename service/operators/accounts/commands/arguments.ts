/** A command that is refused. The message says why. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
}

export interface Arguments {
  positions: string[];
  /** Options as `--name value` or `--name=value`. */
  options: Map<string, string>;
  /** Flags as `--name` alone. */
  flags: Set<string>;
}

/** Parses a command's arguments. Throws {@link CommandRefused} for an unknown option. */
export function parseArguments(
  args: readonly string[],
  optionNames: readonly string[] = [],
  flagNames: readonly string[] = [],
): Arguments {
  const parsed: Arguments = { positions: [], options: new Map(), flags: new Set() };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (!arg.startsWith("--")) {
      parsed.positions.push(arg);
      continue;
    }
    const [name = "", ...value] = arg.slice(2).split("=");
    if (flagNames.includes(name) && value.length === 0) parsed.flags.add(name);
    else if (!optionNames.includes(name)) throw new CommandRefused(`Unknown option --${name}.`);
    else if (value.length > 0) parsed.options.set(name, value.join("="));
    else {
      index += 1;
      const next = args[index];
      if (next === undefined) throw new CommandRefused(`--${name} needs a value`);
      parsed.options.set(name, next);
    }
  }
  return parsed;
}

/**
 * Formats the first `most` rows as columns. If there are more, a last line says which are missing: callers read one row
 * more than they show.
 */
export function formatFirst(
  rows: readonly (readonly string[])[],
  most: number,
  missing: "newer" | "older",
): string {
  const text = formatColumns(rows.slice(0, most));
  return rows.length > most
    ? `${text}\nOnly these ${most} are shown: there are ${missing} ones.`
    : text;
}

/** Formats rows as columns, each as wide as its widest cell. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
