import { createWriteStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Where changes of a party's books are kept, so that a restart forgets nothing. */
export interface Journal<Entry> {
  /** What was kept before, the newest line of each entry. */
  remembered: Entry[];
  append(entry: Entry): void;
  /** Waits until all is written. */
  close(): Promise<void>;
}

/** Nothing is kept. */
export const forgetfulJournal: Journal<never> & { append(entry: unknown): void } = {
  remembered: [],
  append: () => {},
  close: async () => {},
};

/**
 * Opens a journal on disk, a line of JSON for every change, and reads what is in it: for each entry its
 * newest line counts. A last line that a crash cut off is left out. No sync: it is play money.
 */
export function openJournal<Entry>(path: string, idOf: (entry: Entry) => string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const remembered = existsSync(path) ? readJournal(readFileSync(path, "utf8"), idOf) : [];
  const stream = createWriteStream(path, { flags: "a" });
  // A cut-off last line must not run into the next one.
  if (remembered.length > 0) stream.write("\n");
  return {
    remembered,
    append: (entry) => void stream.write(`${JSON.stringify(entry)}\n`),
    close: () => new Promise((resolve) => stream.end(resolve)),
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
