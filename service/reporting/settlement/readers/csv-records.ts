import { FileRefused, readerLimits } from "./settlement-items.ts";
import { LineSplitter } from "./split-lines.ts";

/** Receives a record's cells and the number of its first line. */
type TakeRecord = (cells: string[], lineNo: number) => void;

/** Reads CSV (RFC 4180) that arrives in pieces. Empty lines are skipped. */
export class CsvRecords {
  readonly #lines: LineSplitter;
  readonly #take: TakeRecord;
  /** A record whose quoted cell continues on the next line. */
  #open: { text: string; lineNo: number } | null = null;

  constructor(take: TakeRecord) {
    this.#take = take;
    this.#lines = new LineSplitter((line, lineNo) => this.#line(line, lineNo));
  }

  get lineNo(): number {
    return this.#lines.lineNo;
  }

  push(text: string): void {
    this.#lines.push(text);
  }

  end(): void {
    this.#lines.end();
    if (this.#open) {
      throw new FileRefused("csv_malformed", this.#open.lineNo, "A quoted cell does not end.");
    }
  }

  #line(line: string, lineNo: number): void {
    if (!this.#open && line === "") return;
    if (!this.#open && !line.includes('"')) {
      this.#give(line.split(","), lineNo);
      return;
    }
    const open = this.#open
      ? { text: `${this.#open.text}\n${line}`, lineNo: this.#open.lineNo }
      : { text: line, lineNo };
    if (open.text.length > readerLimits.lineCharacters) {
      throw new FileRefused("line_too_long", open.lineNo, "A record is too long.");
    }
    const cells = splitQuoted(open.text, open.lineNo);
    this.#open = cells === null ? open : null;
    if (cells !== null) this.#give(cells, open.lineNo);
  }

  #give(cells: string[], lineNo: number): void {
    if (cells.length > readerLimits.fields) {
      throw new FileRefused(
        "too_many_fields",
        lineNo,
        `The line has more than ${readerLimits.fields} fields.`,
      );
    }
    this.#take(cells, lineNo);
  }
}

/** Splits a record with quotes. Null if its last quoted cell does not end. */
function splitQuoted(text: string, lineNo: number): string[] | null {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote === -1) return null;
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
      if (at < text.length && text[at] !== ",") {
        throw new FileRefused("csv_malformed", lineNo, "Text follows a quoted cell.");
      }
    } else {
      const comma = text.indexOf(",", at);
      const end = comma === -1 ? text.length : comma;
      cell = text.slice(at, end);
      if (cell.includes('"')) {
        throw new FileRefused("csv_malformed", lineNo, "A cell has a quote in the middle.");
      }
      at = end;
    }
    cells.push(cell);
    if (at >= text.length) return cells;
    at += 1;
  }
}
