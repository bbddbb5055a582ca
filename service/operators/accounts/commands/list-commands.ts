import { isDeepStrictEqual } from "node:util";
import { changeOperator } from "../change-operator.ts";
import { defaultSettings, type OperatorSettings } from "../operator-settings.ts";
import type { OperatorsDeps } from "../operators.ts";
import { CommandRefused, parseArguments } from "./arguments.ts";
import { requireOperator } from "./require-operator.ts";

export const listUsage = `  add <operatorId> <setting> <entry> …           add entries to a setting that is a list
  remove <operatorId> <setting> <entry> …        remove entries from it`;

type ListSetting = {
  [Name in keyof OperatorSettings]: OperatorSettings[Name] extends readonly unknown[]
    ? Name
    : never;
}[keyof OperatorSettings];

/**
 * Runs `add` and `remove`. One transaction reads and writes the list, so concurrent changes all succeed. Adding an
 * existing entry does nothing; removing a missing one is refused.
 */
export async function runListCommand(
  deps: OperatorsDeps,
  command: "add" | "remove",
  args: readonly string[],
): Promise<string> {
  const [operatorId, name, ...given] = parseArguments(args).positions;
  if (!operatorId || !name || given.length === 0) {
    throw new CommandRefused(`${command} needs <operatorId> <setting> <entry> …`);
  }
  if (!isListSetting(name)) {
    const lists = Object.keys(defaultSettings).filter(isListSetting).join(", ");
    throw new CommandRefused(`${name} is not a list; the list settings are ${lists}`);
  }
  await requireOperator(deps, operatorId);
  const entries = given.flatMap(parseEntries);
  let after: readonly unknown[] = [];
  await changeOperator(deps, operatorId, {
    settings: (current: OperatorSettings) => {
      after = changed(current[name], entries, command, name);
      return { [name]: after };
    },
  });
  if (after.length === 0) return `${name} is now empty`;
  return [`${name} is now`, ...after.map(textOf)].join("\n  ");
}

function isListSetting(name: string): name is ListSetting {
  return (
    Object.hasOwn(defaultSettings, name) &&
    Array.isArray(defaultSettings[name as keyof OperatorSettings])
  );
}

function changed(
  list: readonly unknown[],
  entries: readonly unknown[],
  command: "add" | "remove",
  name: string,
): unknown[] {
  const has = (all: readonly unknown[], entry: unknown) =>
    all.some((each) => isDeepStrictEqual(each, entry));
  if (command === "remove") {
    const absent = entries.find((entry) => !has(list, entry));
    if (absent !== undefined) {
      throw new CommandRefused(`${name} has no entry ${textOf(absent)}`);
    }
    return list.filter((each) => !has(entries, each));
  }
  const after = [...list];
  for (const entry of entries) if (!has(after, entry)) after.push(entry);
  return after;
}

const textOf = (entry: unknown) => (typeof entry === "string" ? entry : JSON.stringify(entry));

/** Parses a JSON object or list, or entries separated by commas. */
function parseEntries(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) {
      return Array.isArray(parsed) ? parsed : [parsed];
    }
  } catch {
    // The text is not JSON.
  }
  return text.split(",").map((entry) => entry.trim());
}
