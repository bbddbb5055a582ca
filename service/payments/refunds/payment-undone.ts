import type { PaymentsDeps } from "../payments-deps.ts";
import { paymentReturned } from "./post-refund.ts";
import { checkNow } from "./refund-queue.ts";
import { moveRefund } from "./refund-store.ts";

/**
 * Ends the refunds of a payment whose money was taken back or never taken: the customer has it. Refunds that wait for
 * an account or an approval end; those that may be on their way are looked up now; none is sent. A deposit's overpayment
 * is gone with the payment; other deposit returns stay. Does nothing for a successful payment. Safe to repeat.
 * Needs the operator's key.
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
      }));
    if (!ended) await checkNow(deps, operatorId, refundId);
  }
  if (open.length > 0) deps.webhooks.wake();
}
