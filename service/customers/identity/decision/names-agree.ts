import { letterDistance, type ReadField } from "../../../providers/document-reader/index.ts";
import { comparableNames } from "./comparable-name.ts";

/** A confused letter counts a quarter; this many may be in a name, and none that is another letter. */
const mostConfusion = 0.5;
/** A cut name must still show this much. */
const leastCutLength = 5;

/**
 * Whether a name on a document is the one that the customer gave. A barcode is error-corrected and
 * must agree exactly; OCR may have confused up to two letters that look alike. A name that the
 * document cut agrees when it begins the customer's.
 */
export function namesAgree(read: ReadField, given: string): boolean {
  return pairs(read, given).some(([onDocument, wanted]) => {
    if (
      read.truncated &&
      onDocument.length >= leastCutLength &&
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
  // Two letters of a very short name are the whole name.
  return distance <= (a.length < 5 ? 0.25 : mostConfusion);
}
