import type { SettlementFormat } from "#contract/api/settlement-files";

export { FileText } from "./file-text.ts";

import { readAdyen } from "./read-adyen.ts";
import { readBai2 } from "./read-bai2.ts";
import { readCamt053 } from "./read-camt053.ts";
import { readMt940 } from "./read-mt940.ts";
import { readSettlementCsv } from "./read-settlement-csv.ts";
import { readStripe } from "./read-stripe.ts";
import {
  FileRefused,
  readerLimits,
  type SettlementItem,
  type SettlementReader,
} from "./settlement-items.ts";

const readers: Readonly<Record<SettlementFormat, () => SettlementReader>> = {
  csv: readSettlementCsv,
  stripe: readStripe,
  adyen: readAdyen,
  bai2: readBai2,
  camt053: readCamt053,
  mt940: readMt940,
};

/** Enough for every format: a header row may be this long. */
const headCharacters = readerLimits.lineCharacters;

export function formatOf(head: string): SettlementFormat | undefined {
  const text = head.trimStart();
  if (text.startsWith("<")) return "camt053";
  if (/^01,/.test(text)) return "bai2";
  // Banks may write lines of their own before the first field.
  if (/^\{1:/.test(text) || /(?:^|\n):20:/.test(text)) return "mt940";
  const [header = ""] = text.replace(/^sep=.\r?\n/i, "").split(/\r?\n/, 1);
  const has = (...names: readonly string[]) =>
    names.every((name) => header.toLowerCase().includes(name));
  if (has("batch_id", "row_no", "row_type")) return "csv";
  if (has("automatic_payout_id")) return "stripe";
  return has("psp reference", "batch number") ? "adyen" : undefined;
}

export interface FileReader {
  /** Null until enough of the file is known. */
  readonly format: SettlementFormat | null;
  push(text: string): SettlementItem[];
  end(): SettlementItem[];
}

/**
 * Opens a reader, which recognizes the format unless it is given, and limits the time. `nowMs` must be a
 * clock that cannot be set.
 */
export function openReader(
  given?: SettlementFormat,
  nowMs: () => number = () => performance.now(),
): FileReader {
  let reader: SettlementReader | null = given ? readers[given]() : null;
  let head = "";
  let spentMs = 0;

  const recognise = (): SettlementItem[] => {
    const format = formatOf(head);
    if (!format) {
      const isEmpty = head.trim() === "";
      throw new FileRefused(
        isEmpty ? "file_empty" : "format_unknown",
        1,
        isEmpty ? "The file is empty." : "The file has none of the known formats.",
      );
    }
    reader = readers[format]();
    return reader.push(head);
  };
  const read = (text: string): SettlementItem[] => {
    if (reader) return reader.push(text);
    head += text;
    const isKnown = head.trimStart().includes("\n") && formatOf(head) !== undefined;
    return isKnown || head.length >= headCharacters ? recognise() : [];
  };
  const timed = (work: () => SettlementItem[]): SettlementItem[] => {
    const startMs = nowMs();
    const items = work();
    spentMs += nowMs() - startMs;
    if (spentMs > readerLimits.parseMs) {
      throw new FileRefused("too_slow", 1, "The file takes too long to read.");
    }
    return items;
  };

  return {
    get format() {
      return reader?.format ?? null;
    },
    push: (text) => timed(() => read(text)),
    end: () =>
      timed(() => {
        const items = reader ? [] : recognise();
        return [...items, ...(reader as unknown as SettlementReader).end()];
      }),
  };
}
