/** The card's fields in the order of the form. */
export const cardFieldNames = ["number", "expiry", "cvc", "name", "postalCode"] as const;
export type CardFieldName = (typeof cardFieldNames)[number];

/** Codes of errors. Each has a text in every language (widgets/i18n). */
export type FieldProblemCode =
  | "number_empty"
  | "number_incomplete"
  | "number_invalid"
  | "number_unsupported"
  | "expiry_empty"
  | "expiry_incomplete"
  | "expiry_month"
  | "expiry_past"
  | "expiry_far"
  | "expiry_invalid"
  | "cvc_empty"
  | "cvc_incomplete"
  | "cvc_wrong"
  | "name_empty"
  | "name_long"
  | "name_number"
  | "postal_long";

/** An error with the values of its text: the typed year, the required digits. */
export interface FieldProblem {
  readonly code: FieldProblemCode;
  readonly year?: number;
  readonly digits?: number;
}
