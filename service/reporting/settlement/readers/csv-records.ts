import { FileRefused, readerLimits } from "./settlement-items.ts";
import { LineSplitter } from "./split-lines.ts";

/** `lineNo` is the record's first line. */
type TakeRecord = (cells: string[], lineNo: number) => void;

/** Possible delimiters. Exports with decimal commas do not separate columns by commas. */
const delimiters = [",", ";", "\t", "|"];

/** CSV (RFC 4180) in pieces. The header row shows the delimiter. Skips empty lines. */
export class CsvRecords {
  readonly #lines: LineSplitter;
  readonly #take: TakeRecord;
  #delimiter: string | null = null;
  /** Quoted cells may span lines. */
  #cells: string[] = [];
  #cell = "";
  #isQuoted = false;
  #lineNo = 0;
  #length = 0;

  constructor(take: TakeRecord) {
    this.#take = take;
    this.#lines = new LineSplitter((line, lineNo) => this.#line(line, lineNo));
  }

  get lineNo(): number {
    return this.#lines.lineNo;
  }

  /** Whether the amounts can have decimal commas, because no comma separates cells. */
  get hasDecimalCommas(): boolean {
    return this.#delimiter !== null && this.#delimiter !== ",";
  }

  push(text: string): void {
    this.#lines.push(text);
  }

  end(): void {
    this.#lines.end();
    if (this.#isQuoted) {
      throw new FileRefused("csv_malformed", this.#lineNo, "A quoted cell does not end.");
    }
  }

  #line(line: string, lineNo: number): void {
    if (this.#isQuoted) {
      this.#cell += "\n";
      this.#length += line.length + 1;
      if (this.#length > readerLimits.lineCharacters) {
        throw new FileRefused("line_too_long", this.#lineNo, "A record is too long.");
      }
    } else {
      if (line === "") return;
      if (this.#delimiter === null) {
        const [, hint] = /^sep=(.)$/i.exec(line) ?? [];
        this.#delimiter = hint ?? delimiterOf(line);
        if (hint !== undefined) return;
      }
      this.#cells = [];
      this.#lineNo = lineNo;
      this.#length = line.length;
      if (!line.includes('"')) {
        this.#give(line.split(this.#delimiter));
        return;
      }
    }
    this.#split(line, this.#delimiter ?? ",");
  }

  /** Splits a line with quotes, or inside a quoted cell. */
  #split(line: string, delimiter: string): void {
    let at = 0;
    for (;;) {
      if (this.#isQuoted) {
        const quote = line.indexOf('"', at);
        if (quote === -1) {
          this.#cell += line.slice(at);
          return;
        }
        this.#cell += line.slice(at, quote);
        at = quote + 1;
        if (line[at] === '"') {
          this.#cell += '"';
          at += 1;
          continue;
        }
        this.#isQuoted = false;
        if (at < line.length && line[at] !== delimiter) {
          throw new FileRefused("csv_malformed", this.#lineNo, "Text follows a quoted cell.");
        }
        this.#cells.push(this.#cell);
        this.#cell = "";
      } else if (line[at] === '"') {
        this.#isQuoted = true;
        at += 1;
        continue;
      } else {
        const next = line.indexOf(delimiter, at);
        const end = next === -1 ? line.length : next;
        const cell = line.slice(at, end);
        if (cell.includes('"')) {
          throw new FileRefused("csv_malformed", this.#lineNo, "A cell has a quote in the middle.");
        }
        this.#cells.push(cell);
        at = end;
      }
      if (at >= line.length) {
        this.#give(this.#cells);
        return;
      }
      at += 1;
    }
  }

  #give(cells: string[]): void {
    if (cells.length > readerLimits.fields) {
      throw new FileRefused(
        "too_many_fields",
        this.#lineNo,
        `The line has more than ${readerLimits.fields} fields.`,
      );
    }
    this.#take(cells, this.#lineNo);
  }
}

/** The most frequent one in the header row, outside quotes. */
function delimiterOf(header: string): string {
  const outside = header.replace(/"[^"]*"/g, "");
  const countOf = (delimiter: string) => outside.split(delimiter).length;
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}
