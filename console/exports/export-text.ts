/**
 * Puts a streamed export together so that one that breaks off can go on: what is kept always ends after a
 * whole intent, and `lastId` names it. In a CSV an intent may have several rows, which begin with its id, and
 * a cell may hold line breaks within quotes.
 */
export interface ExportText {
  /** Takes the next piece, cut anywhere. */
  push(piece: string): void;
  /** The stream is at its end: what stands last is whole too. */
  finish(): void;
  /** The stream broke off: what is not whole comes again. */
  breakOff(): void;
  /** Whole intents so far. */
  readonly count: number;
  readonly lastId: string | undefined;
  /** All text so far, in pieces. */
  readonly parts: readonly Blob[];
}

/** Text is handed over to the browser in pieces of this size, which it can put on disk. */
const partLength = 1024 * 1024;

/** An empty export. */
export function createExportText(format: "csv" | "ndjson"): ExportText {
  const parts: Blob[] = [];
  let whole = "";
  let rest = "";
  let current: { id: string; text: string } | null = null;
  let hasHead = format === "ndjson";
  let count = 0;
  let lastId: string | undefined;

  const keep = (text: string) => {
    whole += text;
    if (whole.length < partLength) return;
    parts.push(new Blob([whole]));
    whole = "";
  };
  const closeIntent = () => {
    if (!current) return;
    keep(current.text);
    count += 1;
    lastId = current.id;
    current = null;
  };
  const take = (record: string) => {
    if (!hasHead) {
      hasHead = true;
      keep(record);
      return;
    }
    const id = idOf(record, format);
    if (current && current.id !== id) closeIntent();
    current = { id, text: (current?.text ?? "") + record };
  };

  return {
    push(piece) {
      rest += piece;
      let start = 0;
      let isQuoted = false;
      for (let at = 0; at < rest.length; at += 1) {
        const letter = rest[at];
        if (letter === '"' && format === "csv") isQuoted = !isQuoted;
        if (letter !== "\n" || isQuoted) continue;
        take(rest.slice(start, at + 1));
        start = at + 1;
      }
      rest = rest.slice(start);
    },
    finish() {
      if (rest !== "") take(rest);
      rest = "";
      closeIntent();
    },
    breakOff() {
      rest = "";
      current = null;
      if (lastId !== undefined) return;
      // It begins from the start, with the line of names.
      whole = "";
      hasHead = format === "ndjson";
    },
    get count() {
      return count;
    },
    get lastId() {
      return lastId;
    },
    get parts() {
      return whole === "" ? parts : [...parts, new Blob([whole])];
    },
  };
}

/** The intent's id: a CSV row's first cell, or the one in an object that is named after what it is. */
function idOf(record: string, format: "csv" | "ndjson"): string {
  if (format === "csv") return record.slice(0, record.search(/[,\r\n]/)).replaceAll('"', "");
  const intent = JSON.parse(record) as Record<string, unknown>;
  return String(intent["paymentIntentId"] ?? intent["disbursementIntentId"]);
}
