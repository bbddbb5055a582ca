import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Stores the changes to a party's books, so that a restart loses nothing. */
export interface Journal<Entry> {
  /** The stored entries, each in its newest version. */
  remembered: Entry[];
  append(entry: Entry): void;
}

/** A journal that stores nothing. */
export const noopJournal: Journal<never> & { append(entry: unknown): void } = {
  remembered: [],
  append: () => {},
};

/**
 * Opens a journal with one JSON line per change. The newest line of each entry counts; a last line that a crash
 * truncated is ignored. When `append` returns, the operating system has the line, so a killed sandbox loses nothing
 * that it confirmed. No fsync: it is play money.
 */
export function openJournal<Entry>(path: string, idOf: (entry: Entry) => string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const remembered = readJournal(text, idOf);
  // A truncated last line must not run into the next one.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
  return {
    remembered,
    append: (entry) => void appendFileSync(path, `${JSON.stringify(entry)}\n`),
  };
}

function readJournal<Entry>(text: string, idOf: (entry: Entry) => string): Entry[] {
  const newest = new Map<string, Entry>();
  for (const line of text.split("\n")) {
    const entry = readLine<Entry>(line);
    if (entry) newest.set(idOf(entry), entry);
  }
  return [...newest.values()];
}

function readLine<Entry>(line: string): Entry | undefined {
  if (line === "") return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
