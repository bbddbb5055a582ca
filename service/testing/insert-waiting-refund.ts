import { newTransfer, refundUrlOf } from "../payments/refunds/destination/link.ts";
import { storeNewRefund } from "../payments/refunds/insert-refund.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { newId } from "../platform/randomness.ts";
import type { TestService } from "./create-test-service.ts";

/**
 * Inserts a successful pay-by-bank payment, with a refund for which the customer must name an account. Returns the
 * link's secret.
 */
export async function insertWaitingRefund(
  { service, operator }: Pick<TestService, "service" | "operator">,
  { paymentIntentId, externalCustomerId }: { paymentIntentId: string; externalCustomerId: string },
): Promise<string> {
  const { deps } = service;
  const { operatorId } = operator;
  const now = new Date(deps.clock.nowMs());
  const paymentId = newId(deps, "payment");
  await deps.keyring.load(operatorId);
  await deps.database.kysely
    .insertInto("payments")
    .values({
      payment_id: paymentId,
      payment_intent_id: paymentIntentId,
      operator_id: operatorId,
      attempt: 1,
      step: "success",
      status: "success",
      was_success: false,
      type: "pay_by_bank",
      fees_minor: 0,
      tax_minor: 0,
      total_minor: 500,
      refunded_base_minor: 500,
      messages: "[]",
      detail: "{}",
      price_detail: "{}",
      processor: "open_banking",
      charge_number: 1,
      checks: 0,
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
  const refundId = newId(deps, "refund");
  const parts = { baseMinor: 500, feesMinor: 0, taxMinor: 0 };
  const refund = await inTransaction(deps.database, (tx) =>
    storeNewRefund(deps, tx, { type: "pay_by_bank", taxState: null }, parts, {
      refundId,
      operatorId,
      externalRefundId: refundId,
      paymentIntentId,
      paymentId,
      externalCustomerId,
      currency: "USD",
      reason: null,
      noteSealed: null,
      requestedBy: { kind: "service" },
      approval: null,
      processor: "open_banking",
      transfer: newTransfer(deps, { type: "bank" }),
    }),
  );
  return refundUrlOf(deps, refund)?.split("#")[1] ?? "";
}
