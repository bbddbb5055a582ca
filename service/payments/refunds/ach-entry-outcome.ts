import { achReasonCode } from "#contract/payment-reasons/index";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { RefundOutcome, RefundRecall } from "./refund-rail.ts";

/**
 * Finds the entry by the refund's key: a `refund` goes to the debited account, a `transfer` to one that the customer
 * named.
 */
export async function lookUpAchEntry(
  { ach }: Pick<PaymentsDeps, "ach">,
  kind: "refund" | "transfer",
  { operatorId, amountMinor }: { readonly operatorId: string; readonly amountMinor: number },
  key: string,
): Promise<RefundOutcome> {
  const entry = await ach.find(operatorId, key);
  if (!entry) return { type: "not_found" };
  if (entry.amount_minor !== amountMinor || entry.source !== "refund") {
    return { type: "unknown", reason: "mismatch" };
  }
  const { ach_entry_id: providerRefundId, status, trace_number: trace } = entry;
  const shared = { providerRefundId, kind };
  const reference = trace === null ? null : { type: "trace", value: trace };
  switch (status) {
    case "queued":
    case "filed":
      return { ...shared, type: "pending", reference };
    case "settled":
      return { ...shared, type: "success", reference };
    case "canceled": {
      const failureCode = kind === "refund" ? await whyCanceled(ach, entry) : "refund_failed";
      return { ...shared, type: "failed", failureCode };
    }
    case "returned":
      return { ...shared, type: "failed", failureCode: achReasonCode(entry.return_code ?? "") };
  }
}

/** The rail cancels credits of a returned debit, and reversals that would reach the bank too late. */
async function whyCanceled(
  ach: PaymentsDeps["ach"],
  { operator_id: operatorId, debit_key: debitKey, is_reversal: isReversal }: AchEntry,
): Promise<string> {
  const debit = isReversal && debitKey !== null ? await ach.find(operatorId, debitKey) : undefined;
  return debit?.status === "settled" ? "reversal_too_late" : "payment_returned";
}

type AchEntry = NonNullable<Awaited<ReturnType<PaymentsDeps["ach"]["find"]>>>;

/** Recalls ACH credits that wait for their file. A credit that is in a file cannot be recalled. */
export function achRecall({ ach }: Pick<PaymentsDeps, "ach">): RefundRecall {
  return {
    isWaiting: async ({ operatorId, refundId }) =>
      (await ach.find(operatorId, refundId))?.status === "queued",
    take: (tx, { operatorId, refundId }) => ach.cancel(operatorId, refundId, tx),
  };
}
