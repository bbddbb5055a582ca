import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { recallOf } from "./cancel-refund.ts";
import { paymentReturned } from "./post-refund.ts";
import { findRefund } from "./read-refunds.ts";
import { checkNow } from "./refund-queue.ts";
import { moveRefund, type RefundPatch } from "./refund-store.ts";

/**
 * Ends the refunds of a payment whose money was taken back or never taken: the customer has it. Refunds that wait for
 * an account or an approval end, and so do those that their rail can still recall; those that may be on their way are
 * looked up now; none is sent. A deposit's overpayment is gone with the payment; other deposit returns stay. Does
 * nothing for a successful payment. Safe to repeat. Needs the operator's key.
 */
export async function endRefundsOfUndone(
  deps: PaymentsDeps,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
): Promise<void> {
  const open = await deps.database.kysely
    .selectFrom("refunds as r")
    .innerJoin("payments as p", (join) =>
      join.onRef("p.operator_id", "=", "r.operator_id").onRef("p.payment_id", "=", "r.payment_id"),
    )
    .select("r.refund_id")
    .where("r.operator_id", "=", operatorId)
    .where("r.payment_id", "=", paymentId)
    .where("r.step", "in", ["requested", "processing", "awaiting_destination", "awaiting_approval"])
    .where((row) => row.or([row("r.base_minor", ">", 0), row("r.reason", "=", "overpaid")]))
    .where("p.status", "!=", "success")
    .execute();
  for (const { refund_id: refundId } of open) {
    const key = { operatorId, refundId };
    const patch = { failureCode: paymentReturned };
    const ended =
      (await moveRefund(deps, key, "payment_undone", patch)) ??
      (await moveRefund(deps, key, "refused", patch, {
        isStill: ({ step, sentAtMs }) => step === "requested" && sentAtMs === null,
      })) ??
      (await endRecalled(deps, key, patch));
    if (!ended) await checkNow(deps, operatorId, refundId);
  }
  if (open.length > 0) deps.webhooks.wake();
}

/** Ends a refund that waits at its rail, such as an ACH credit that is in no file yet. Undefined if it is too late. */
async function endRecalled(
  deps: PaymentsDeps,
  { operatorId, refundId }: { readonly operatorId: string; readonly refundId: string },
  patch: RefundPatch,
) {
  const found = await findRefund(deps.database.kysely, operatorId, refundId);
  const recall = found && (await recallOf(deps, found));
  if (!recall) return undefined;
  const tooLate = new ApiError("refund_not_cancelable");
  return moveRefund(deps, found, "refused", patch, {
    isStill: ({ step }) => step === found.step,
    alsoWrite: async (tx) => {
      if (!(await recall.take(tx, found))) throw tooLate;
    },
  }).catch((error: unknown) => {
    if (error === tooLate) return undefined;
    throw error;
  });
}
