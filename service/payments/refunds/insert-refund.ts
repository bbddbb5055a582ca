import { type AmountParts, refundParts } from "#contract/refund-parts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { postRequested } from "./post-refund.ts";
import { isDepositReturn, type RefundRecord } from "./records.ts";
import { endDebts } from "./refund-debts.ts";
import { toRow } from "./refund-rows.ts";
import { moveLocked, type RefundStoreDeps, recordRefundEvent } from "./refund-store.ts";
import { countReturned, type LockedPayment } from "./refunded-payment.ts";

/** Everything of a new refund except its amount. */
export type NewRefund = Pick<
  RefundRecord,
  | "refundId"
  | "operatorId"
  | "externalRefundId"
  | "paymentIntentId"
  | "paymentId"
  | "externalCustomerId"
  | "currency"
  | "reason"
  | "noteSealed"
  | "requestedBy"
  | "processor"
  | "approval"
> &
  Partial<Pick<RefundRecord, "transfer" | "achError" | "decidedBy" | "refundBatchId">>;

/**
 * Stores a refund of a locked payment with its `created` event. The lock of `lockPayment` and the caller's comparison
 * under it prevent refunding more than was paid; the table's check `payments_refunded` would refuse it, too. Throws 400
 * `duplicate_external_refund_id`.
 */
export async function insertRefund(
  deps: RefundStoreDeps,
  tx: Tx,
  payment: LockedPayment,
  { amountMinor, ...given }: NewRefund & { readonly amountMinor: number },
): Promise<RefundRecord> {
  const parts = refundParts(payment.paid, payment.returned, amountMinor);
  await countReturned(tx, given, parts, "+");
  return storeNewRefund(deps, tx, payment, parts, given);
}

/**
 * Stores a refund with its `created` event, but does not count it against the payment: see {@link insertRefund}. A
 * refund with a transfer waits for the customer's destination at once, and sends that event, too.
 */
export async function storeNewRefund(
  deps: RefundStoreDeps,
  tx: Tx,
  { type, taxState }: Pick<LockedPayment, "type" | "taxState">,
  parts: AmountParts,
  { transfer = null, achError = null, decidedBy = null, refundBatchId = null, ...given }: NewRefund,
): Promise<RefundRecord> {
  const nowMs = deps.clock.nowMs();
  const refund: RefundRecord = {
    ...given,
    parts,
    transfer,
    achError,
    decidedBy,
    refundBatchId,
    step: "requested",
    kind: transfer ? "transfer" : "refund",
    providerRefundId: null,
    reference: null,
    failureCode: null,
    version: 1,
    sentAtMs: null,
    nextCheckAtMs: given.approval === "needed" ? null : nowMs,
    checks: 0,
    waiting: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    settledAtMs: null,
    arrivedLate: false,
    heldAtMs: null,
  };
  try {
    await tx.insertInto("refunds").values(toRow(refund)).execute();
  } catch (error) {
    if (isUniqueViolation(error, "refunds_external_id")) {
      throw new ApiError("duplicate_external_refund_id");
    }
    throw error;
  }
  await recordRefundEvent(deps, tx, refund, "created");
  // Unless it is a deposit return, it replaces the payment's failed refunds.
  if (!isDepositReturn(refund)) await endDebts(tx, refund, nowMs, 0);
  await postRequested(tx, refund, { type, taxState, isLost: false });
  if (!transfer) return refund;
  const waiting = await moveLocked(deps, tx, refund, "destination_needed", {});
  if (!waiting) throw new Error("a new refund cannot wait for a destination");
  return waiting;
}
