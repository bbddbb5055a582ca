import { returnReasonOf } from "#contract/connectors/nacha/return-codes";

/** A debit of an account that came back. */
export interface ReturnedDebit {
  readonly paymentIntentId: string;
  /** `R01`, … */
  readonly returnCode: string;
}

/** Why an account may not be debited; each is an error code of its own (400). */
export type DebitRefusal =
  | "bank_account_barred"
  | "bank_account_unusable"
  | "bank_account_retries_used_up";

/**
 * Whoever said that they had not authorised a debit (or that they do no more), or has died: no mandate
 * of that account is worth anything until its holder has spoken to the operator.
 */
export const barringCodes: readonly string[] = ["R05", "R07", "R10", "R14", "R15", "R29"];

/** How often the same payment may be tried again after money was lacking (Nacha's rule). */
export const mostRetries = 2;

/** Whether a return ends every authorisation of its account, and not only the one that was returned. */
export function barsAccount(returnCode: string): boolean {
  return barringCodes.includes(returnCode);
}

/**
 * Whether an account may be debited for a payment, from every debit of it that came back to the operator:
 * never again after a return that bars it; for the same payment not with the same account when only
 * another one helps (closed, unknown), not after the holder stopped it, and at most twice more when money
 * was lacking.
 */
export function refusalOfDebit(
  returned: readonly ReturnedDebit[],
  paymentIntentId: string,
): DebitRefusal | null {
  if (returned.some(({ returnCode }) => barsAccount(returnCode))) return "bank_account_barred";
  const ofPayment = returned.filter((each) => each.paymentIntentId === paymentIntentId);
  const nexts = ofPayment.map(({ returnCode }) => returnReasonOf(returnCode).next);
  if (nexts.some((next) => next !== "retry")) return "bank_account_unusable";
  return nexts.length > mostRetries ? "bank_account_retries_used_up" : null;
}
