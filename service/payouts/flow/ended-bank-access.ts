import type { PayoutDestination } from "../records.ts";

/** The customer must log in at the bank again. */
export const bankAccessEnded = "bank_access_ended";

/** Codes for a number that the bank does not know, or no longer knows. */
const deadNumber: ReadonlySet<string> = new Set([
  "account_closed",
  "account_not_found",
  "account_number_invalid",
]);

/**
 * Chooses the reason to store. When a customer withdraws the consent, the numbers that the bank made for us
 * ("tokenized") end, and banks answer as for a wrong number. The account is still valid, so the customer logs in again
 * instead of looking for a wrong digit.
 */
export function reasonFor(destination: PayoutDestination | null, reasonCode: string): string {
  const isRevocable = destination?.type === "pay_by_bank" && destination.isRevocable === true;
  return isRevocable && deadNumber.has(reasonCode) ? bankAccessEnded : reasonCode;
}
