import { returnReasonOf } from "#contract/connectors/nacha/return-codes";

export interface ReturnedDebit {
  readonly paymentIntentId: string;
  /** Nacha return code, such as `R01`. */
  readonly returnCode: string;
}

/** Why a debit is refused. Each value is an error code (400). */
export type DebitRefusal =
  | "bank_account_barred"
  | "bank_account_unusable"
  | "bank_account_retries_used_up";

/**
 * The account holder denied or revoked the authorization, or died. No mandate of the account counts until the holder
 * has spoken to the operator.
 */
export const barringCodes: readonly string[] = ["R05", "R07", "R10", "R14", "R15", "R29"];

/** Tries after the first one, for insufficient funds (Nacha's rule). */
export const maxRetries = 2;

/** Whether a return ends all mandates of its account. */
export function barsAccount(returnCode: string): boolean {
  return barringCodes.includes(returnCode);
}

/** The bank does not know the numbers, or no longer knows them. */
export const deadNumberCodes: readonly string[] = ["R02", "R03", "R04"];

/**
 * Why an account must not be debited; null if it may be. `returned`: the operator's returned debits of the account.
 * `canHaveNewNumbers`: an id identifies the account, so its numbers can differ from those that a bank no longer knew.
 *
 * - A barring return of any payment forbids every debit.
 * - Within one payment, a return that needs another account, or that the account holder caused, forbids the same
 * account.
 * - Within one payment, an account with insufficient funds may be tried {@link maxRetries} more times.
 */
export function refusalOfDebit(
  returned: readonly ReturnedDebit[],
  paymentIntentId: string,
  canHaveNewNumbers = false,
): DebitRefusal | null {
  if (returned.some(({ returnCode }) => barsAccount(returnCode))) return "bank_account_barred";
  const ofPayment = returned.filter(
    (debit) =>
      debit.paymentIntentId === paymentIntentId &&
      !(canHaveNewNumbers && deadNumberCodes.includes(debit.returnCode)),
  );
  const nexts = ofPayment.map(({ returnCode }) => returnReasonOf(returnCode).next);
  if (nexts.some((next) => next !== "retry")) return "bank_account_unusable";
  return nexts.length > maxRetries ? "bank_account_retries_used_up" : null;
}
