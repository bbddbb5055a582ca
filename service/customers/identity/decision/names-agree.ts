import { letterDistance, type ReadField } from "../../../providers/document-reader/index.ts";
import { comparableNames } from "./comparable-name.ts";

/** Each confused letter counts 0.25; a different letter is never allowed. */
const maxConfusion = 0.5;
/** Letters that a truncated name must have. */
const minTruncatedLength = 5;

/**
 * Whether a document's name matches the customer's. A barcode is error-corrected and must match exactly; OCR may
 * confuse up to two similar letters. A truncated name must be the beginning of the customer's.
 */
export function namesAgree(read: ReadField, given: string): boolean {
  return pairs(read, given).some(([onDocument, wanted]) => {
    if (
      read.truncated &&
      onDocument.length >= minTruncatedLength &&
      wanted.length > onDocument.length
    ) {
      return agree(onDocument, wanted.slice(0, onDocument.length), read.source);
    }
    return agree(onDocument, wanted, read.source);
  });
}

function pairs(read: ReadField, given: string): [string, string][] {
  return comparableNames(read.value).flatMap((onDocument) =>
    comparableNames(given).map((wanted): [string, string] => [onDocument, wanted]),
  );
}

function agree(a: string, b: string, source: ReadField["source"]): boolean {
  if (a === b) return true;
  if (source !== "mrz" || a.length !== b.length) return false;
  let distance = 0;
  for (let index = 0; index < a.length; index++) {
    distance += letterDistance(a[index] as string, b[index] as string);
  }
  // A very short name has only two letters in all.
  return distance <= (a.length < 5 ? 0.25 : maxConfusion);
}
