import type { SavedPaymentMethod } from "#contract/api/payment-methods";
import {
  loadSavedMethods,
  presentSavedMethods,
  savedMethodPlace,
} from "../../customers/profile/index.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { MethodOwner, SavedMethod } from "./records.ts";
import type { PaymentMethodDeps } from "./save-method.ts";
import type { PaymentMethodRow } from "./tables.ts";

/** Lists methods as the API shows them, newest first. */
export async function listMethods(
  { database, keyring }: PaymentMethodDeps,
  { operatorId, externalCustomerId }: MethodOwner,
): Promise<SavedPaymentMethod[]> {
  const rows = await loadSavedMethods(database.kysely, operatorId, [externalCustomerId]);
  return presentSavedMethods(keyring, rows);
}

/** Finds a saved method for a price. Undefined if it cannot be decrypted: nobody can pay with it. */
export async function findMethod(
  { database, keyring }: PaymentMethodDeps,
  owner: MethodOwner,
  paymentMethodId: string,
): Promise<SavedMethod | undefined> {
  const row = await database.kysely
    .selectFrom("payment_methods")
    .selectAll()
    .where("payment_method_id", "=", paymentMethodId)
    .where("operator_id", "=", owner.operatorId)
    .where("external_customer_id", "=", owner.externalCustomerId)
    .where("status", "=", "kept")
    .executeTakeFirst();
  return row && unlessBroken(() => open(keyring, row));
}

/** Like {@link findMethod}. Records the use. The payment can use the method even if it is removed afterwards. */
export async function getMethodForPayment(
  { database, keyring, clock }: PaymentMethodDeps,
  owner: MethodOwner,
  paymentMethodId: string,
): Promise<SavedMethod | undefined> {
  const row = await database.kysely
    .updateTable("payment_methods")
    .set({ last_used_at: new Date(clock.nowMs()) })
    .where("payment_method_id", "=", paymentMethodId)
    .where("operator_id", "=", owner.operatorId)
    .where("external_customer_id", "=", owner.externalCustomerId)
    .where("status", "=", "kept")
    .returningAll()
    .executeTakeFirst();
  return row && unlessBroken(() => open(keyring, row));
}

function open(keyring: PaymentMethodDeps["keyring"], row: PaymentMethodRow): SavedMethod {
  const read = (column: "shown_sealed" | "details_sealed") =>
    JSON.parse(keyring.decryptField(savedMethodPlace(row, column), row[column] ?? ""));
  return {
    paymentMethodId: row.payment_method_id,
    details: read("details_sealed"),
    shown: read("shown_sealed"),
  };
}
