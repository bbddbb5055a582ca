export type XmlFault =
  | "line_too_long"
  | "too_deep"
  | "file_cut_off"
  | "xml_malformed"
  | "xml_forbidden";

/** Limits that bound memory and time for any text. */
export interface XmlLimits {
  /** The longest tag or text. */
  readonly tokenCharacters: number;
  readonly depth: number;
}

/** Throws the caller's error. `line` counts from 1. */
export type RefuseXml = (fault: XmlFault, line: number, message: string) => never;

/** Receives a document's parts, with names without namespace prefixes. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void;
  text(text: string, line: number): void;
  close(name: string, line: number): void;
}

const namePattern = /^[A-Za-z_][\w.-]{0,127}(?::[A-Za-z_][\w.-]{0,127})?$/;
const attributePattern = /\s+([\w.:-]{1,128})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const predefined: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Reads outside parties' XML as it arrives. Accepts elements, attributes, text, CDATA, comments, an XML declaration,
 * the five predefined entities and character references. Refuses a document type, and so every other entity; limits
 * depth and token length.
 */
export class XmlEvents {
  readonly #handler: XmlHandler;
  readonly #limits: XmlLimits;
  readonly #refuseWith: RefuseXml;
  readonly #path: string[] = [];
  #buffer = "";
  #line = 1;
  #hasRoot = false;

  constructor(handler: XmlHandler, limits: XmlLimits, refuse: RefuseXml) {
    this.#handler = handler;
    this.#limits = limits;
    this.#refuseWith = refuse;
  }

  get line(): number {
    return this.#line;
  }

  push(text: string): void {
    this.#buffer += text;
    let from = 0;
    while (from < this.#buffer.length) {
      const end = this.#token(from);
      if (end === -1) break;
      from = end;
    }
    this.#buffer = this.#buffer.slice(from);
    if (this.#buffer.length > this.#limits.tokenCharacters) {
      this.#refuse("line_too_long", "A tag or text is too long.");
    }
  }

  end(): void {
    if (this.#buffer.trim() !== "" || this.#path.length > 0 || !this.#hasRoot) {
      this.#refuse("file_cut_off", "The document does not end.");
    }
  }

  /** Takes one token at `from`. Returns where it ends, or -1 if it is incomplete. */
  #token(from: number): number {
    const buffer = this.#buffer;
    if (buffer[from] !== "<") {
      const next = buffer.indexOf("<", from);
      if (next === -1) return -1;
      this.#text(buffer.slice(from, next));
      return next;
    }
    if (buffer.startsWith("<!--", from)) return this.#skip(from, "-->");
    if (buffer.startsWith("<?", from)) return this.#skip(from, "?>");
    if (buffer.startsWith("<![CDATA[", from)) {
      const end = buffer.indexOf("]]>", from);
      if (end === -1) return -1;
      if (this.#path.length === 0) this.#refuse("xml_malformed", "Text is outside the document.");
      const text = buffer.slice(from + 9, end);
      this.#handler.text(text, this.#line);
      this.#count(text);
      return end + 3;
    }
    if (buffer.startsWith("<!", from)) {
      // A piece may end inside `<!--` or `<![CDATA[`.
      const head = buffer.slice(from, from + 9);
      if ("<!--".startsWith(head) || "<![CDATA[".startsWith(head)) return -1;
      this.#refuse("xml_forbidden", "A document type or entity is not allowed.");
    }
    const end = tagEnd(buffer, from);
    if (end === -1) return -1;
    const tag = buffer.slice(from + 1, end);
    if (tag.startsWith("/")) this.#close(tag.slice(1).trimEnd());
    else this.#open(tag);
    this.#count(tag);
    return end + 1;
  }

  #skip(from: number, mark: string): number {
    const end = this.#buffer.indexOf(mark, from + 2);
    if (end === -1) return -1;
    this.#count(this.#buffer.slice(from, end));
    return end + mark.length;
  }

  #text(raw: string): void {
    if (this.#path.length > 0) this.#handler.text(this.#decode(raw), this.#line);
    else if (raw.trim() !== "") this.#refuse("xml_malformed", "Text is outside the document.");
    this.#count(raw);
  }

  #open(tag: string): void {
    const isEmpty = tag.endsWith("/");
    const inside = isEmpty ? tag.slice(0, -1) : tag;
    const space = inside.search(/\s/);
    const name = space === -1 ? inside : inside.slice(0, space);
    if (!namePattern.test(name)) this.#refuse("xml_malformed", "A tag has no proper name.");
    if (this.#path.length === 0 && this.#hasRoot) {
      this.#refuse("xml_malformed", "The document has two roots.");
    }
    this.#hasRoot = true;
    this.#path.push(name);
    if (this.#path.length > this.#limits.depth) {
      this.#refuse("too_deep", `More than ${this.#limits.depth} elements are nested.`);
    }
    const attributes = this.#attributes(space === -1 ? "" : inside.slice(space));
    this.#handler.open(localName(name), attributes, this.#line);
    if (isEmpty) this.#close(name);
  }

  #attributes(text: string): Map<string, string> {
    const attributes = new Map<string, string>();
    const end = text.trimEnd().length;
    attributePattern.lastIndex = 0;
    for (let at = 0; at < end; at = attributePattern.lastIndex) {
      const match = attributePattern.exec(text);
      const name = match?.[1];
      if (!match || name === undefined || attributes.has(name) || attributes.size >= 32) {
        this.#refuse("xml_malformed", "A tag's attributes are malformed.");
      }
      attributes.set(name, this.#decode(match[2] ?? match[3] ?? ""));
    }
    return attributes;
  }

  #close(name: string): void {
    if (this.#path.pop() !== name) this.#refuse("xml_malformed", "The tags do not match.");
    this.#handler.close(localName(name), this.#line);
  }

  #decode(raw: string): string {
    if (!raw.includes("&")) return raw;
    return raw.replace(/&([^;&]{0,12};?)/g, (_whole, body: string) => {
      const name = body.endsWith(";") ? body.slice(0, -1) : "";
      const plain = Object.hasOwn(predefined, name) ? predefined[name] : undefined;
      if (plain !== undefined) return plain;
      const code = /^#(?:(\d{1,7})|x([\dA-Fa-f]{1,6}))$/.exec(name);
      const point = code ? Number.parseInt(code[1] ?? code[2] ?? "", code[1] ? 10 : 16) : 0;
      const isText =
        point === 9 || point === 10 || point === 13 || (point >= 32 && point <= 0x10ffff);
      if (!isText || (point >= 0xd800 && point <= 0xdfff)) {
        this.#refuse("xml_forbidden", "The entity is not allowed.");
      }
      return String.fromCodePoint(point);
    });
  }

  #count(text: string): void {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#line += 1;
  }

  #refuse(fault: XmlFault, message: string): never {
    return this.#refuseWith(fault, this.#line, message);
  }
}

/** Ignores `>` inside quotes. */
function tagEnd(buffer: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < buffer.length; at += 1) {
    const character = buffer[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
