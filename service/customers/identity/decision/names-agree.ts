import { letterDistance, type ReadField } from "../../../providers/document-reader/index.ts";
import { comparableNames } from "./comparable-name.ts";

/** A name may have this much confusion, at 0.25 per confused letter, and no different letter. */
const maxConfusion = 0.5;
/** A truncated name must have at least this many letters. */
const minTruncatedLength = 5;

/**
 * Whether a document's name matches the customer's. A barcode is error-corrected and must match exactly; OCR may have
 * confused up to two similar letters. A truncated name matches if the customer's name begins with it.
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
  // Two letters are all of a very short name.
  return distance <= (a.length < 5 ? 0.25 : maxConfusion);
}
