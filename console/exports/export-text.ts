/**
 * Assembles a streamed export so that a broken stream can resume. The text always ends after a complete item, such as
 * an intent or a posting, which `lastId` names. In a CSV an item may have several rows that begin with its id, and a
 * quoted cell may contain line breaks.
 */
export interface ExportText {
  /** The text may be cut anywhere. */
  push(piece: string): void;
  /** The stream has ended, so the last record is complete. */
  finish(): void;
  /** The stream broke. An incomplete record will be sent again. */
  breakOff(): void;
  /** Number of complete items so far. */
  readonly count: number;
  readonly lastId: string | undefined;
  readonly parts: readonly Blob[];
}

/** Length of a piece, in characters. The browser can store pieces of this size on disk. */
const partLength = 1024 * 1024;

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
      // The export starts again from the beginning, with the header line.
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

/** The first cell of a CSV row, or the object's id field. */
function idOf(record: string, format: "csv" | "ndjson"): string {
  if (format === "csv") return record.slice(0, record.search(/[,\r\n]/)).replaceAll('"', "");
  const item = JSON.parse(record) as Record<string, unknown>;
  return String(item["postingId"] ?? item["paymentIntentId"] ?? item["disbursementIntentId"]);
}
