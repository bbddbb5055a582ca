import type { Tx } from "../../platform/database/transaction.ts";
import { isStillReturnable } from "./destination/deposit-returns.ts";
import { isDepositReturn, type RefundRecord } from "./records.ts";
import { moveLocked, type RefundPatch, type RefundStoreDeps } from "./refund-store.ts";
import { lockPayment } from "./refunded-payment.ts";

/** The first look-up after the late arrival: a bank can return the refund like any other. */
const firstWatchMs = 60_000;

/**
 * Makes a locked failed refund a success, because the other party returned the money after all. `twice`: its amount was
 * refunded again, taken by a dispute, or went back with the payment, so nothing changes. `final`: it is no longer
 * failed, or the bank had returned it. `wasOnlyMarked`: it never came back, but counted as a success only because of
 * staff's mark.
 */
export async function arriveLate(
  deps: RefundStoreDeps,
  tx: Tx,
  refund: RefundRecord,
  found: Pick<RefundPatch, "providerRefundId" | "kind" | "reference">,
  wasOnlyMarked = false,
): Promise<"arrived" | "twice" | "final"> {
  if (!canArriveLate(refund, wasOnlyMarked)) return "final";
  if (!(await isStillFree(deps, tx, refund))) return "twice";
  const nowMs = deps.clock.nowMs();
  const moved = await moveLocked(deps, tx, refund, "arrived_late", {
    ...found,
    failureCode: null,
    settledAtMs: nowMs,
    arrivedLate: true,
    nextCheckAtMs: nowMs + firstWatchMs,
  });
  return moved ? "arrived" : "final";
}

/** Whether a refund can still arrive: it counts as failed, and no bank returned it. It arrives late once. */
export function canArriveLate(
  { step, settledAtMs, arrivedLate }: Pick<RefundRecord, "step" | "settledAtMs" | "arrivedLate">,
  wasOnlyMarked: boolean,
): boolean {
  return step === "failed" && !arrivedLate && (settledAtMs === null || wasOnlyMarked);
}

/** Locks the payment. */
async function isStillFree(deps: RefundStoreDeps, tx: Tx, refund: RefundRecord): Promise<boolean> {
  const payment = await lockPayment(deps, tx, refund, true);
  if (!payment) return false;
  if (isDepositReturn(refund)) return isStillReturnable(tx, refund, payment);
  // The payment's own money went back: the customer has it already.
  if (!payment.isSuccess) return false;
  const { paid, returned, lostBaseMinor } = payment;
  const { baseMinor, feesMinor, taxMinor } = refund.parts;
  return (
    returned.baseMinor + baseMinor + lostBaseMinor <= paid.baseMinor &&
    returned.feesMinor + feesMinor <= paid.feesMinor &&
    returned.taxMinor + taxMinor <= paid.taxMinor
  );
}

/** Stores another id of a locked refund at the other party. No event. */
export async function changeProviderRefund(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  { operatorId, refundId, version }: RefundRecord,
  providerRefundId: string,
): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({
      provider_refund_id: providerRefundId,
      version: version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .execute();
}
