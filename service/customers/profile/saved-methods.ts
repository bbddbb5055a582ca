import type { Kysely } from "kysely";
import type { SavedPaymentMethod } from "#contract/api/payment-methods";
import { toIsoTime } from "../../platform/clock.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { CustomerRow } from "./tables.ts";

/** The saved methods of these customers of one operator, newest first. */
export function loadSavedMethods(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Tables["payment_methods"][]> {
  if (externalCustomerIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("payment_methods")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "in", [...externalCustomerIds])
    .where("status", "=", "kept")
    .orderBy("payment_method_id", "desc")
    .execute();
}

export function savedMethodsOf(
  keyring: Pick<Keyring, "decryptField">,
  rows: readonly Tables["payment_methods"][],
  customer: Pick<CustomerRow, "external_customer_id">,
): SavedPaymentMethod[] {
  return presentSavedMethods(
    keyring,
    rows.filter((row) => row.external_customer_id === customer.external_customer_id),
  );
}

/**
 * Omits a method that cannot be decrypted: nobody can pay with it, and the customer's other methods are still offered.
 */
export function presentSavedMethods(
  keyring: Pick<Keyring, "decryptField">,
  rows: readonly Tables["payment_methods"][],
): SavedPaymentMethod[] {
  return rows.flatMap((row) => unlessBroken(() => presentSavedMethod(keyring, row)) ?? []);
}

/** Shows only a card's brand and last four digits. */
export function presentSavedMethod(
  keyring: Pick<Keyring, "decryptField">,
  row: Tables["payment_methods"],
): SavedPaymentMethod {
  const shown = keyring.decryptField(savedMethodPlace(row, "shown_sealed"), row.shown_sealed ?? "");
  return {
    paymentMethodId: row.payment_method_id,
    type: row.type,
    paymentMethod: JSON.parse(shown),
    createdAt: toIsoTime((row.kept_at ?? row.created_at).getTime()),
    lastUsedAt: row.last_used_at && toIsoTime(row.last_used_at.getTime()),
  };
}

export function savedMethodPlace(
  row: Pick<Tables["payment_methods"], "operator_id" | "payment_method_id">,
  column: "shown_sealed" | "details_sealed" | "consent_sealed",
) {
  const { operator_id: operatorId, payment_method_id: id } = row;
  return { operatorId, table: "payment_methods", column, id };
}
