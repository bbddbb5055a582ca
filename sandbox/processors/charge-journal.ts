import { createWriteStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BookedCharge, Journal } from "./charge-book.ts";

/** A journal on disk: a line of JSON for every change. `close` waits until all is written. */
export interface ChargeJournal extends Journal {
  remembered: BookedCharge[];
  close(): Promise<void>;
}

/** Nothing is kept. */
export const forgetfulJournal: ChargeJournal = {
  remembered: [],
  append: () => {},
  close: async () => {},
};

/**
 * Opens the journal, reading what is in it: for each charge its newest line counts. A last line that
 * a crash cut off is left out. It holds no card number, only the last four digits.
 */
export function openChargeJournal(path: string): ChargeJournal {
  mkdirSync(dirname(path), { recursive: true });
  const remembered = existsSync(path) ? readJournal(readFileSync(path, "utf8")) : [];
  const stream = createWriteStream(path, { flags: "a" });
  // A cut-off last line must not run into the next one.
  if (remembered.length > 0) stream.write("\n");
  return {
    remembered,
    append: (charge) => void stream.write(`${JSON.stringify(charge)}\n`),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}

function readJournal(text: string): BookedCharge[] {
  const newest = new Map<string, BookedCharge>();
  for (const line of text.split("\n")) {
    const charge = readLine(line);
    if (charge) newest.set(`${charge.processor} ${charge.chargeId}`, charge);
  }
  return [...newest.values()];
}

function readLine(line: string): BookedCharge | undefined {
  if (line === "") return undefined;
  try {
    return JSON.parse(line) as BookedCharge;
  } catch {
    return undefined;
  }
}
