import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Where changes of a party's books are kept, so that a restart forgets nothing. */
export interface Journal<Entry> {
  /** What was kept before, the newest line of each entry. */
  remembered: Entry[];
  append(entry: Entry): void;
}

/** Nothing is kept. */
export const forgetfulJournal: Journal<never> & { append(entry: unknown): void } = {
  remembered: [],
  append: () => {},
};

/**
 * Opens a journal on disk, a line of JSON for every change, and reads what is in it: for each entry its
 * newest line counts. A last line that a crash cut off is left out. A line is with the system when
 * `append` returns: a killed sandbox forgets nothing that it answered. No sync: it is play money.
 */
export function openJournal<Entry>(path: string, idOf: (entry: Entry) => string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const remembered = readJournal(text, idOf);
  // A cut-off last line must not run into the next one.
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
