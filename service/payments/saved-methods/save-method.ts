import { lockExistingCustomer, savedMethodPlace } from "../../customers/profile/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { statesBefore } from "./method-states.ts";
import { identityOf, type SavedDetails, type SaveRequest } from "./records.ts";
import { erased } from "./remove-method.ts";
import type { PaymentMethodRow } from "./tables.ts";

export type PaymentMethodDeps = Pick<PlatformDeps, "clock" | "random" | "database" | "keyring">;

/** How many methods a customer can save. A new one replaces the least recently used. */
export const maxSaved = 20;

const table = "payment_methods";
type SealedColumn = Parameters<typeof savedMethodPlace>[1];

/**
 * Stores a save request before the payment is stored. The method can't be used until {@link saveMethod}. Each payment
 * has at most one request.
 */
export async function requestSave(deps: PaymentMethodDeps, request: SaveRequest): Promise<void> {
  const { operatorId, externalCustomerId, paymentId, details } = request;
  const now = new Date(deps.clock.nowMs());
  const payment_method_id = newId(deps, "savedPaymentMethod");
  const seal = (column: SealedColumn, value: unknown) =>
    deps.keyring.encryptField(
      savedMethodPlace({ operator_id: operatorId, payment_method_id }, column),
      JSON.stringify(value),
    );
  await deps.database.kysely
    .insertInto(table)
    .values({
      payment_method_id,
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      payment_id: paymentId,
      type: details.type,
      status: "wanted",
      shown_sealed: seal("shown_sealed", request.shown),
      details_sealed: seal("details_sealed", details),
      consent_sealed: seal("consent_sealed", request.consent),
      method_index: deps.keyring.blindIndex(operatorId, table, identityOf(details)),
      consented_at: now,
      kept_at: null,
      last_used_at: null,
      removed_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .execute();
}

/**
 * Saves the method of a successful payment. Updates the customer's entry for the same method. Does nothing without a
 * request, so it is safe to repeat. `networkTransactionId` is the scheme's id of the payment. Needs the operator's key.
 * Throws `SealBroken` if the request cannot be decrypted.
 */
export async function saveMethod(
  deps: PaymentMethodDeps,
  paymentId: string,
  networkTransactionId?: string,
): Promise<void> {
  const found = await findSaveRequest(deps, paymentId);
  if (!found) return;
  const { operator_id: operatorId, external_customer_id: externalCustomerId } = found;
  await inTransaction(deps.database, async (tx) => {
    // Only one transaction at a time writes a customer's saved methods.
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const request = await findSaveRequest({ database: { kysely: tx } }, paymentId);
    if (!request) return;
    const saved = await tx
      .selectFrom(table)
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .where("status", "=", "kept")
      .forUpdate()
      .execute();
    const same = saved.find((row) => row.method_index === request.method_index);
    const methodId = same
      ? await updateSaved(deps, tx, same, request)
      : await addToSaved(deps, tx, request, saved);
    // Without an id for this payment, the earlier payment's id stays.
    const schemeId = networkTransactionId ?? (same && schemeIdOf(deps, same));
    if (schemeId !== undefined) {
      const method = { operator_id: operatorId, payment_method_id: methodId };
      await storeSchemeId(deps, tx, method, openDetails(deps, request), schemeId);
    }
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "payment_method.kept",
      subject: { type: "payment_method", id: methodId },
      details: { externalCustomerId, paymentId, type: request.type, again: same !== undefined },
    });
  });
}

/** Drops the request of a payment that failed or was never made. Safe to repeat. */
export async function dropSaveRequest(deps: PaymentMethodDeps, paymentId: string): Promise<void> {
  await deps.database.kysely
    .deleteFrom(table)
    .where("payment_id", "=", paymentId)
    .where("status", "in", statesBefore("not_paid"))
    .execute();
}

/** A save request that waits for its payment. */
export interface OpenSaveRequest {
  readonly operatorId: string;
  readonly paymentId: string;
  /** When the customer asked. The payment is stored right afterwards. */
  readonly requestedAtMs: number;
}

/** Lists open requests older than `beforeMs`, by payment id, starting after the request `after`. */
export async function openSaveRequests(
  deps: PaymentMethodDeps,
  {
    beforeMs,
    most,
    after,
  }: { beforeMs: number; most: number; after?: OpenSaveRequest | undefined },
): Promise<OpenSaveRequest[]> {
  let query = deps.database.kysely
    .selectFrom(table)
    .select(["operator_id", "payment_id", "created_at"])
    .where("status", "=", "wanted")
    .where("created_at", "<=", new Date(beforeMs));
  if (after) query = query.where("payment_id", ">", after.paymentId);
  const rows = await query.orderBy("payment_id").limit(most).execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    paymentId: row.payment_id,
    requestedAtMs: row.created_at.getTime(),
  }));
}

function findSaveRequest(
  { database }: { database: { kysely: PaymentMethodDeps["database"]["kysely"] } },
  paymentId: string,
): Promise<PaymentMethodRow | undefined> {
  return database.kysely
    .selectFrom(table)
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("status", "in", statesBefore("paid"))
    .executeTakeFirst();
}

/** A renewed card has another expiry date, and the customer has consented again. */
async function updateSaved(
  deps: PaymentMethodDeps,
  tx: Tx,
  same: PaymentMethodRow,
  request: PaymentMethodRow,
): Promise<string> {
  const reseal = (column: SealedColumn) => {
    const text = deps.keyring.decryptField(
      savedMethodPlace(request, column),
      request[column] ?? "",
    );
    return deps.keyring.encryptField(savedMethodPlace(same, column), text);
  };
  await tx.deleteFrom(table).where("payment_method_id", "=", request.payment_method_id).execute();
  await tx
    .updateTable(table)
    .set({
      shown_sealed: reseal("shown_sealed"),
      details_sealed: reseal("details_sealed"),
      consent_sealed: reseal("consent_sealed"),
      consented_at: request.consented_at,
      last_used_at: new Date(deps.clock.nowMs()),
    })
    .where("payment_method_id", "=", same.payment_method_id)
    .execute();
  return same.payment_method_id;
}

function openDetails({ keyring }: PaymentMethodDeps, row: PaymentMethodRow): SavedDetails {
  const place = savedMethodPlace(row, "details_sealed");
  return JSON.parse(keyring.decryptField(place, row.details_sealed ?? ""));
}

function schemeIdOf(deps: PaymentMethodDeps, row: PaymentMethodRow): string | undefined {
  const details = unlessBroken(() => openDetails(deps, row));
  return details?.type === "card" ? details.networkTransactionId : undefined;
}

/** Stores the scheme's id of the payment that saved the card. */
async function storeSchemeId(
  { keyring }: PaymentMethodDeps,
  tx: Tx,
  { operator_id, payment_method_id }: Pick<PaymentMethodRow, "operator_id" | "payment_method_id">,
  details: SavedDetails,
  networkTransactionId: string,
): Promise<void> {
  if (details.type !== "card") return;
  const place = savedMethodPlace({ operator_id, payment_method_id }, "details_sealed");
  const sealed = keyring.encryptField(place, JSON.stringify({ ...details, networkTransactionId }));
  await tx
    .updateTable(table)
    .set({ details_sealed: sealed })
    .where("operator_id", "=", operator_id)
    .where("payment_method_id", "=", payment_method_id)
    .execute();
}

async function addToSaved(
  deps: PaymentMethodDeps,
  tx: Tx,
  request: PaymentMethodRow,
  saved: readonly PaymentMethodRow[],
): Promise<string> {
  const usedAt = (row: PaymentMethodRow) =>
    (row.last_used_at ?? row.kept_at ?? row.created_at).getTime();
  const oldestFirst = [...saved].sort((one, other) => usedAt(one) - usedAt(other));
  for (const row of oldestFirst.slice(0, Math.max(0, saved.length - maxSaved + 1))) {
    await tx
      .updateTable(table)
      .set(erased(deps))
      .where("payment_method_id", "=", row.payment_method_id)
      .execute();
    await appendAudit(deps, tx, row.operator_id, {
      actor: { kind: "service" },
      action: "payment_method.gave_way",
      subject: { type: "payment_method", id: row.payment_method_id },
      details: { externalCustomerId: row.external_customer_id, type: row.type },
    });
  }
  await tx
    .updateTable(table)
    .set({ status: "kept", kept_at: new Date(deps.clock.nowMs()) })
    .where("payment_method_id", "=", request.payment_method_id)
    .execute();
  return request.payment_method_id;
}
