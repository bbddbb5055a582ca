import { FileRefused, readerLimits } from "./settlement-items.ts";

/** Splits text into lines that end with LF or CRLF. */
export class LineSplitter {
  #rest = "";
  #lineNo = 0;
  readonly #take: (line: string, lineNo: number) => void;

  constructor(take: (line: string, lineNo: number) => void) {
    this.#take = take;
  }

  /** The number of the newest complete line. */
  get lineNo(): number {
    return this.#lineNo;
  }

  push(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      const end = at > from && text.charCodeAt(at - 1) === 13 ? at - 1 : at;
      let line = text.slice(from, end);
      if (this.#rest !== "") {
        line = this.#rest + line;
        if (end === from && line.endsWith("\r")) line = line.slice(0, -1);
        this.#rest = "";
      }
      from = at + 1;
      this.#give(line);
    }
    this.#rest += text.slice(from);
    if (this.#rest.length > readerLimits.lineCharacters) this.#refuse();
  }

  end(): void {
    if (this.#rest === "") return;
    const line = this.#rest.endsWith("\r") ? this.#rest.slice(0, -1) : this.#rest;
    this.#rest = "";
    this.#give(line);
  }

  #give(line: string): void {
    if (line.length > readerLimits.lineCharacters) this.#refuse();
    this.#lineNo += 1;
    this.#take(line, this.#lineNo);
  }

  /** Refuses the line after the newest complete one. */
  #refuse(): never {
    throw new FileRefused(
      "line_too_long",
      this.#lineNo + 1,
      `The line has more than ${readerLimits.lineCharacters} characters.`,
    );
  }
}
