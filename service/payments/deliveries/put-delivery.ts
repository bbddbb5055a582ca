import type { Delivery, PutDelivery } from "#contract/api/deliveries";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type DeliveryKey, storeDelivery } from "./delivery-store.ts";

/**
 * Stores what the operator delivered for an intent, in place of what was stored before, with its audit entry. Later
 * calls win. Throws 404, and 400 `invalid_value` if the customer is erased, because no later erasure would remove it.
 */
export async function putDeliveryOf(
  deps: PaymentsDeps,
  key: DeliveryKey,
  given: PutDelivery,
  { actor, also }: { actor: AuditActor; also: (tx: Tx, shown: Delivery) => Promise<void> },
): Promise<Delivery> {
  const { operatorId, paymentIntentId } = key;
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  return inTransaction(deps.database, async (tx) => {
    if (!(await lockExistingCustomer(tx, operatorId, intent.externalCustomerId))) {
      throw fieldRefusal("invalid_value", "address", "The customer is erased.");
    }
    const shown = await storeDelivery(deps, tx, key, given, deps.clock.nowMs());
    await also(tx, shown);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "payment.delivery_changed",
      subject: { type: "payment", id: paymentIntentId },
      details: { shipments: shown.shipments.length, digital: shown.digital.length },
    });
    return shown;
  });
}
