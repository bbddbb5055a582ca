/**
 * Reads a list in OFAC's SDN XML format (SDN.XML, CONSOLIDATED.XML) as a stream. Memory holds only one piece's entries,
 * whatever the file's size.
 *
 * Guarantees: {@link readList} ends normally only for a complete file: the root element is closed, nothing follows it,
 * and there are as many entries as the header announces. For any other file it throws {@link UnreadableList}, perhaps
 * after it yielded some entries.
 */
import { XmlEvents, type XmlFault } from "../../../platform/xml-events.ts";
import { type ListedEntry, readEntry } from "./read-entry.ts";
import { childText, type XmlElement } from "./xml-element.ts";

export type { ListedEntry } from "./read-entry.ts";

export type UnreadableReason = "incomplete" | "wrong_format" | "too_large" | "too_many_entries";

export class UnreadableList extends Error {
  override name = "UnreadableList";
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Limits of one file. OFAC's SDN.XML has about 30 MB, 18,000 entries and 1,000 crypto addresses. */
export interface ListLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly maxAddresses: number;
}

/** Limits of at least twenty times today's files. */
export const defaultListLimits: ListLimits = {
  maxBytes: 600 * 1024 * 1024,
  maxEntries: 400_000,
  maxAddresses: 200_000,
};

const xmlLimits = { tokenCharacters: 64 * 1024, depth: 12 };
/** Maximum number of elements of an entry; the longest of 2026 has about 1,500. */
const maxElements = 20_000;
/** Characters per entry. A token's limit does not bound text that comments interrupt. */
const maxText = 1024 * 1024;

/** What was read: filled while the list is read, complete when the generator ends. */
export interface ListSummary {
  /** YYYY-MM-DD; null if the file has no date. */
  publishedOn: string | null;
  /** The number of entries, including those that are not persons. */
  entries: number;
}

/** Yields the persons, and every entry with crypto addresses. Fills `summary`. */
export async function* readList(
  list: string,
  chunks: AsyncIterable<Uint8Array>,
  summary: ListSummary,
  limits: ListLimits = defaultListLimits,
): AsyncGenerator<ListedEntry> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let entries: ListedEntry[] = [];
  let addresses = 0;
  let announced: number | null = null;
  const xml = new XmlEvents(
    partsOfList((part) => {
      if (part.name === "publshInformation") {
        summary.publishedOn = dayOf(childText(part, "Publish_Date"));
        const count = childText(part, "Record_Count");
        announced = /^\d{1,9}$/.test(count) ? Number(count) : null;
        return;
      }
      summary.entries += 1;
      if (summary.entries > limits.maxEntries)
        throw new UnreadableList("too_many_entries", `more than ${limits.maxEntries} entries`);
      const entry = readEntry(list, part);
      if (entry === undefined) throw wrong("an entry has no id or no name");
      addresses += entry.addresses.length;
      if (addresses > limits.maxAddresses)
        throw new UnreadableList("too_many_entries", `more than ${limits.maxAddresses} addresses`);
      if (entry.person || entry.addresses.length > 0) entries.push(entry);
    }),
    xmlLimits,
    refuse,
  );
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw wrong("the file is not UTF-8");
    }
  };
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes)
      throw new UnreadableList("too_large", `more than ${limits.maxBytes} bytes`);
    xml.push(decode(chunk));
    yield* entries;
    entries = [];
  }
  xml.push(decode());
  yield* entries;
  xml.end();
  if (announced !== null && announced !== summary.entries) {
    throw new UnreadableList(
      "incomplete",
      `the file announces ${announced} entries and has ${summary.entries}`,
    );
  }
  if (summary.entries === 0) throw new UnreadableList("incomplete", "the list has no entries");
}

interface OpenElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

const parts: ReadonlySet<string> = new Set(["publshInformation", "sdnEntry"]);

/** Builds each child of the root as a tree, and hands it over at its end. */
function partsOfList(take: (part: XmlElement) => void) {
  const open: OpenElement[] = [];
  let elements = 0;
  let characters = 0;
  return {
    open(name: string) {
      if (open.length === 0 && name !== "sdnList") throw wrong("the file is not a list");
      if (open.length === 1 && !parts.has(name))
        throw wrong(`the list contains ${name}, which is not an entry`);
      elements = open.length === 1 ? 0 : elements + 1;
      characters = open.length === 1 ? 0 : characters;
      if (elements > maxElements) throw wrong("an entry is too long");
      open.push({ name, text: "", children: [] });
    },
    text(text: string) {
      const current = open.at(-1);
      if (!current) return;
      if (open.length === 1) {
        if (text.trim() !== "") throw wrong("the list contains text");
        return;
      }
      characters += text.length;
      if (characters > maxText) throw wrong("an entry is too long");
      current.text += text;
    },
    close() {
      const closed = open.pop();
      const parent = open.at(-1);
      if (!closed || !parent) return;
      const element = { ...closed, text: closed.text.trim() };
      if (open.length === 1) take(element);
      else parent.children.push(element);
    },
  };
}

function refuse(fault: XmlFault, line: number, message: string): never {
  if (fault === "file_cut_off")
    throw new UnreadableList("incomplete", "the file ends before the list does");
  throw wrong(`line ${line}: ${message}`);
}

function wrong(message: string): UnreadableList {
  return new UnreadableList("wrong_format", message);
}

/** OFAC writes MM/DD/YYYY. */
function dayOf(text: string): string | null {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return found ? `${found[3]}-${found[1]}-${found[2]}` : null;
}
