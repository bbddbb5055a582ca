import { FileText, openReader } from "../readers/open-reader.ts";
import { FileRefused, type SettlementItem } from "../readers/settlement-items.ts";

/** Reads a file's content in pieces of `size` bytes. */
export function readContent(content: string, size = 7): SettlementItem[] {
  const reader = openReader();
  const text = new FileText();
  const bytes = Buffer.from(content);
  const items: SettlementItem[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    items.push(...reader.push(text.push(bytes.subarray(at, at + size))));
  }
  return [...items, ...reader.push(text.end()), ...reader.end()];
}

export const linesOf = (content: string, size?: number) =>
  readContent(content, size).flatMap(({ line }) => (line ? [line] : []));
export const batchesOf = (content: string, size?: number) =>
  readContent(content, size).flatMap(({ batch }) => (batch ? [batch] : []));

/** The code and line of the refusal, or `accepted`. */
export function refusalOf(content: string): string {
  try {
    readContent(content, 1000);
  } catch (error) {
    if (error instanceof FileRefused) return `${error.code} at ${error.line}`;
    throw error;
  }
  return "accepted";
}
