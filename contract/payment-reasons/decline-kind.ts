import { paymentReasonOf } from "./catalogue.ts";
import type { ReasonCategory } from "./payment-reason.ts";

/**
 * - `hard`: the same card or account fails again, with the same details.
 * - `soft`: it may succeed later, or after authentication.
 * - `returned`: a bank returned a debit, or a chain reversed a transfer.
 * - `left`: the customer canceled, or time ran out. Nobody declined.
 */
export const declineKinds = ["hard", "soft", "returned", "left"] as const;
export type DeclineKind = (typeof declineKinds)[number];

const kindOf: Readonly<Record<ReasonCategory, DeclineKind>> = {
  details: "hard",
  method: "hard",
  fraud: "hard",
  funds: "soft",
  issuer: "soft",
  authentication: "soft",
  technical: "soft",
  canceled: "left",
  bank_return: "returned",
  crypto: "returned",
};

/** The kind of a decline; `soft` for an unknown code. */
export function declineKindOf(code: string): DeclineKind {
  return kindOf[paymentReasonOf(code).category];
}
