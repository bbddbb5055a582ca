import type { Reason, ReasonCode } from "./decision.ts";

const mismatch = "What is on the document differs from what you told us. Somebody will look at it.";

/** What the customer is told, and what the reviewer is told besides. */
const texts: Record<ReasonCode, [message: string, staffMessage: string]> = {
  document_unreadable: [
    "We could not read your document. Take new pictures, flat, in focus and well lit.",
    "Barcode, machine-readable zone or the print on the front could not be read.",
  ],
  document_incomplete: [
    "Parts of your document could not be read. Somebody will look at it.",
    "Something that the rule needs was not on the document or not readable.",
  ],
  document_expired: [
    "Your document has expired. Use one that has not.",
    "The expiry date has passed.",
  ],
  identity_changed: [
    "Your name or date of birth has changed since we verified you. Verify your identity again.",
    "The customer’s legal name or date of birth changed after this verification.",
  ],
  date_of_birth_mismatch: [mismatch, "The date of birth differs from the customer’s."],
  last_name_mismatch: [mismatch, "The last name differs from the customer’s."],
  first_name_mismatch: [mismatch, "The first name differs from the customer’s."],
  customer_data_missing: [
    "Some of your details are missing. Somebody will look at your document.",
    "The customer has no name or date of birth to compare with.",
  ],
  check_digits_wrong: [
    "Parts of your document could not be read. Somebody will look at it.",
    "A check digit does not fit: misread, or not genuine.",
  ],
  front_mismatch: [
    "Front and back of your document don’t seem to belong together. Somebody will look at it.",
    "The front does not show the barcode’s number, date of birth or name: another document’s front, or misread.",
  ],
  document_number_in_use: [
    "Your document needs another look. Somebody will take it.",
    "Another customer was verified with a document of this number.",
  ],
  not_read_automatically: [
    "Your document is being looked at by a person.",
    "The reader could not read the document for reasons of its own.",
  ],
  review_required_by_policy: [
    "Your document is being looked at by a person.",
    "Every check passed; the settings ask for a person’s look.",
  ],
};

/** A reason with its words. */
export function reason(code: ReasonCode): Reason {
  const [message, staffMessage] = texts[code];
  return { code, message, staffMessage };
}
