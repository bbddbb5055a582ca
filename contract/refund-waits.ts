/**
 * Why a `pending` refund is waiting, with texts that customers may read. The service retries, but most need staff to
 * change a setting or add money.
 */
export const refundWaits = {
  provider_not_configured:
    "The refund is waiting: its bank or processor is not connected right now.",
  credentials_refused:
    "The refund is waiting: the bank or processor did not accept the business’s credentials.",
  balance_too_low: "The refund can’t be paid right now. It will be sent later.",
  provider_unreachable:
    "The bank or processor can’t be reached right now. The refund will be sent later.",
  not_settled:
    "The bank or processor has not settled the payment yet. The refund will be sent after that.",
  payment_unclear: "The refund is waiting until the bank reports the payment’s status.",
} as const satisfies Readonly<Record<string, string>>;

export type RefundWait = keyof typeof refundWaits;

/** What a refund waits for; null for a code that this version does not know. */
export function refundWaitOf(code: string | null): RefundWait | null {
  return code !== null && Object.hasOwn(refundWaits, code) ? (code as RefundWait) : null;
}
