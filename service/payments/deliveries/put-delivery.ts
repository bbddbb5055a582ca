import type { Delivery, PutDelivery } from "#contract/api/deliveries";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type DeliveryKey, storeDelivery } from "./delivery-store.ts";

const dayMs = 24 * 60 * 60_000;
/** Access to a service may begin long before the payment. */
const earliestMs = 10 * 366 * dayMs;

/**
 * Stores what the operator delivered, with its audit entry. Replaces an earlier delivery. Throws 404, and 400
 * `invalid_value` for impossible times or an erased customer, because no later erasure would remove the delivery.
 */
export async function putDeliveryOf(
  deps: PaymentsDeps,
  key: DeliveryKey,
  given: PutDelivery,
  {
    actor,
    alsoWrite,
  }: { actor: AuditActor; alsoWrite: (tx: Tx, shown: Delivery) => Promise<void> },
): Promise<Delivery> {
  const { operatorId, paymentIntentId } = key;
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  refuseImpossibleTimes(given, deps.clock.nowMs());
  await deps.keyring.load(operatorId);
  return inTransaction(deps.database, async (tx) => {
    if (!(await lockExistingCustomer(tx, operatorId, intent.externalCustomerId))) {
      throw fieldRefusal("invalid_value", "address", "The customer is erased.");
    }
    const shown = await storeDelivery(deps, tx, key, given, deps.clock.nowMs());
    await alsoWrite(tx, shown);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "payment.delivery_changed",
      subject: { type: "payment", id: paymentIntentId },
      details: { shipments: shown.shipments.length, digital: shown.digital.length },
    });
    return shown;
  });
}

/** A wrong time in the evidence can lose the dispute without anybody noticing. A clock may be up to a day fast. */
function refuseImpossibleTimes({ shipments = [], digital = [] }: PutDelivery, nowMs: number): void {
  const check = (path: string, time: string | undefined): number | undefined => {
    if (time === undefined) return undefined;
    const atMs = Date.parse(time);
    if (atMs <= nowMs + dayMs && atMs >= nowMs - earliestMs) return atMs;
    throw fieldRefusal(
      "invalid_value",
      path,
      "The time must be in the past, at most ten years ago.",
    );
  };
  for (const [at, { shippedAt, deliveredAt }] of shipments.entries()) {
    const shippedMs = check(`shipments.${at}.shippedAt`, shippedAt);
    const deliveredMs = check(`shipments.${at}.deliveredAt`, deliveredAt);
    if (shippedMs !== undefined && deliveredMs !== undefined && deliveredMs < shippedMs) {
      const message = "A shipment cannot be delivered before it is shipped.";
      throw fieldRefusal("invalid_value", `shipments.${at}.deliveredAt`, message);
    }
  }
  for (const [at, use] of digital.entries()) check(`digital.${at}.at`, use.at);
}
