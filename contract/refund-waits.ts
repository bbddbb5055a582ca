/**
 * Why a `pending` refund can't continue now: code → text that customers may read. The service retries; most refunds
 * need somebody to change a setting or add money.
 */
export const refundWaits = {
  provider_not_configured:
    "The refund waits: the bank or processor that takes it is not connected at the moment.",
  credentials_refused:
    "The refund waits: the bank or processor did not accept the business’s access.",
  balance_too_low: "The refund can’t be paid right now. It will be sent later.",
  provider_unreachable:
    "The bank or processor can’t be reached right now. The refund will be sent later.",
  not_settled:
    "The bank or processor has not settled the payment yet. The refund will be sent after that.",
  payment_unclear: "The refund waits until the bank reports the state of the payment.",
} as const satisfies Readonly<Record<string, string>>;

export type RefundWait = keyof typeof refundWaits;

/** What a refund waits for; null for a code that this version does not know. */
export function refundWaitOf(code: string | null): RefundWait | null {
  return code !== null && Object.hasOwn(refundWaits, code) ? (code as RefundWait) : null;
}
