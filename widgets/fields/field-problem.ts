/** The fields of the card form, in the order in which they stand. */
export const cardFieldNames = ["number", "expiry", "cvc", "name", "postalCode"] as const;
/** One of {@link cardFieldNames}. */
export type CardFieldName = (typeof cardFieldNames)[number];

/** What can be wrong with a field; each has its words in every language (widgets/i18n). */
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

/** A problem and what its words need: the year that was typed, the digits that are asked for. */
export interface FieldProblem {
  readonly code: FieldProblemCode;
  readonly year?: number;
  readonly digits?: number;
}
