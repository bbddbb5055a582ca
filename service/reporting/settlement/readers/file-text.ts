import { TextDecoder } from "node:util";
import { FileRefused } from "./settlement-items.ts";

/**
 * Decodes a file's bytes as they arrive. Most files are UTF-8. Banks also send UTF-16 with a byte order mark, and
 * Windows-1252 or ISO 8859-1, recognized by the first byte that is invalid in UTF-8. Refuses a file that mixes UTF-8
 * with other bytes.
 */
export class FileText {
  #head: Uint8Array = new Uint8Array();
  #decoder: TextDecoder | null = null;
  /** Whether a byte order mark or a multi-byte character has settled the encoding. */
  #isCertain = false;
  /** The last decoded bytes, which may begin a character. */
  #tail: Uint8Array = new Uint8Array();

  push(piece: Uint8Array): string {
    if (this.#decoder) return this.#decode(piece);
    this.#head = joined(this.#head, piece);
    return this.#head.length < 2 ? "" : this.#begin();
  }

  end(): string {
    const rest = this.#decoder ? "" : this.#begin();
    if (!this.#decoder) return rest;
    try {
      return rest + plain(this.#decoder.decode());
    } catch {
      if (this.#isCertain) refuse();
      return rest + plain(singleByte().decode(this.#tail));
    }
  }

  #begin(): string {
    const [first, second] = this.#head;
    const mark = first === 0xff && second === 0xfe ? "utf-16le" : "utf-16be";
    const isMarked = mark === "utf-16le" || (first === 0xfe && second === 0xff);
    this.#isCertain = isMarked;
    this.#decoder = new TextDecoder(isMarked ? mark : "utf-8", { fatal: true });
    return this.#decode(this.#head);
  }

  #decode(piece: Uint8Array): string {
    const decoder = this.#decoder as TextDecoder;
    let text: string;
    try {
      text = decoder.decode(piece, { stream: true });
    } catch {
      const bytes = joined(this.#tail, piece);
      if (this.#isCertain || hasCharactersBeforeDamage(bytes)) refuse();
      this.#decoder = singleByte();
      this.#isCertain = true;
      return plain(this.#decoder.decode(bytes, { stream: true }));
    }
    if (this.#isCertain) return plain(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    this.#isCertain = /[^\u0000-\u007f]/.test(text);
    const bytes = joined(this.#tail, piece);
    let begin = bytes.length;
    while (begin > 0 && (bytes[begin - 1] ?? 0) >= 0x80) begin -= 1;
    this.#tail = bytes.slice(begin);
    return plain(text);
  }
}

/** ISO 8859-1 and Windows-1252 differ only in control characters. */
const singleByte = () => new TextDecoder("windows-1252");

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.length === 0 ? b : Buffer.concat([a, b]);
}

/** Whether non-ASCII characters come before the first byte that UTF-8 does not allow. */
function hasCharactersBeforeDamage(bytes: Uint8Array): boolean {
  const [intact = ""] = new TextDecoder("utf-8").decode(bytes).split("\ufffd", 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /[^\u0000-\u007f]/.test(intact);
}

function refuse(): never {
  throw new FileRefused("encoding_wrong", 1, "The file must be text, in UTF-8 or Windows-1252.");
}

/** Refuses NUL, which no text contains, and drops SUB, with which mainframes end files. */
function plain(text: string): string {
  if (text.includes("\0")) throw new FileRefused("encoding_wrong", 1, "The file is not text.");
  return text.includes("\u001a") ? text.replaceAll("\u001a", "") : text;
}
