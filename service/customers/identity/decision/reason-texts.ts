import type { Reason, ReasonCode } from "./decision.ts";

const mismatch = "Your document doesn’t match what you told us. We’re reviewing it.";

const texts: Record<ReasonCode, [message: string, staffMessage: string]> = {
  document_unreadable: [
    "We couldn’t read your document. Take new pictures: flat, in focus and well lit.",
    "The barcode, machine-readable zone or front print could not be read.",
  ],
  document_incomplete: [
    "We couldn’t read parts of your document. We’re reviewing it.",
    "Required data is missing on the document or unreadable.",
  ],
  document_expired: ["Your document has expired. Use a valid one.", "The expiry date has passed."],
  identity_changed: [
    "Your name or date of birth has changed since we verified you. Verify your identity again.",
    "The customer’s legal name or date of birth changed after this verification.",
  ],
  date_of_birth_mismatch: [mismatch, "The date of birth differs from the customer’s."],
  last_name_mismatch: [mismatch, "The last name differs from the customer’s."],
  first_name_mismatch: [mismatch, "The first name differs from the customer’s."],
  customer_data_missing: [
    "Some of your details are missing. We’re reviewing your document.",
    "The customer has no name or date of birth to compare with.",
  ],
  check_digits_wrong: [
    "We couldn’t read parts of your document. We’re reviewing it.",
    "A check digit is wrong: the document was misread or is not genuine.",
  ],
  front_mismatch: [
    "The front and back of your document don’t match. We’re reviewing them.",
    "The front does not show the barcode’s number, date of birth or name: it is another document’s front, or was misread.",
  ],
  document_number_in_use: [
    "We’re reviewing your document.",
    "Another customer was verified with a document of this number.",
  ],
  not_read_automatically: [
    "We’re reviewing your document.",
    "The document reader failed, so the document was not read.",
  ],
  review_required_by_policy: [
    "We’re reviewing your document.",
    "Every check passed. The settings require a review of every document.",
  ],
};

export function reason(code: ReasonCode): Reason {
  const [message, staffMessage] = texts[code];
  return { code, message, staffMessage };
}
