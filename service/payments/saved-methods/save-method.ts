import { holdCustomer, keptMethodPlace } from "../../customers/profile/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import { statesBefore } from "./method-states.ts";
import { identityOf, type SaveRequest } from "./records.ts";
import { erased } from "./remove-method.ts";
import type { PaymentMethodRow } from "./tables.ts";

/** What the domain needs of the platform. */
export type PaymentMethodDeps = Pick<PlatformDeps, "clock" | "random" | "database" | "keyring">;

/** So many are kept for each customer; the one that was not used for longest gives way. */
export const mostSaved = 20;

const table = "payment_methods";
type SealedColumn = Parameters<typeof keptMethodPlace>[1];

/**
 * Notes a customer's wish to keep what they are paying with, before the payment is stored; nothing can
 * be paid with it until {@link saveMethod}. Noted once for each payment.
 */
export async function requestSave(deps: PaymentMethodDeps, wish: SaveRequest): Promise<void> {
  const { operatorId, externalCustomerId, paymentId, details } = wish;
  const now = new Date(deps.clock.nowMs());
  const payment_method_id = newId(deps, "savedPaymentMethod");
  const seal = (column: SealedColumn, value: unknown) =>
    deps.keyring.encryptField(
      keptMethodPlace({ operator_id: operatorId, payment_method_id }, column),
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
      shown_sealed: seal("shown_sealed", wish.shown),
      details_sealed: seal("details_sealed", details),
      consent_sealed: seal("consent_sealed", wish.consent),
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
 * The payment was made: what the customer wished to keep is kept, or brings the one up to date that is
 * the same. Does nothing where nothing is wished, so it may be asked for again. The operator's key must
 * be loaded.
 */
export async function saveMethod(deps: PaymentMethodDeps, paymentId: string): Promise<void> {
  const wished = await findSaveRequest(deps, paymentId);
  if (!wished) return;
  const { operator_id: operatorId, external_customer_id: externalCustomerId } = wished;
  await inTransaction(deps.database, async (tx) => {
    // All that is kept for one customer is written by one at a time.
    await holdCustomer(tx, operatorId, externalCustomerId);
    const wish = await findSaveRequest({ database: { kysely: tx } }, paymentId);
    if (!wish) return;
    const kept = await tx
      .selectFrom(table)
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .where("status", "=", "kept")
      .forUpdate()
      .execute();
    const same = kept.find((row) => row.method_index === wish.method_index);
    const methodId = same
      ? await updateSaved(deps, tx, same, wish)
      : await addToSaved(deps, tx, wish, kept);
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "payment_method.kept",
      subject: { type: "payment_method", id: methodId },
      details: { externalCustomerId, paymentId, type: wish.type, again: same !== undefined },
    });
  });
}

/** The payment failed, or was never made: nothing is left of the wish. May be asked for again. */
export async function dropSaveRequest(deps: PaymentMethodDeps, paymentId: string): Promise<void> {
  await deps.database.kysely
    .deleteFrom(table)
    .where("payment_id", "=", paymentId)
    .where("status", "in", statesBefore("not_paid"))
    .execute();
}

/** A wish whose payment has to be looked at. */
export interface OpenSaveRequest {
  readonly operatorId: string;
  readonly paymentId: string;
  /** When the customer wished it; its payment is stored right after. */
  readonly requestedAtMs: number;
}

/** Wishes older than `beforeMs`, oldest first, after the one of `after`. */
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

/** A renewed card has another expiry, and the customer has agreed anew; it stays the same entry. */
async function updateSaved(
  deps: PaymentMethodDeps,
  tx: Tx,
  same: PaymentMethodRow,
  wish: PaymentMethodRow,
): Promise<string> {
  const reseal = (column: SealedColumn) => {
    const text = deps.keyring.decryptField(keptMethodPlace(wish, column), wish[column] ?? "");
    return deps.keyring.encryptField(keptMethodPlace(same, column), text);
  };
  await tx.deleteFrom(table).where("payment_method_id", "=", wish.payment_method_id).execute();
  await tx
    .updateTable(table)
    .set({
      shown_sealed: reseal("shown_sealed"),
      details_sealed: reseal("details_sealed"),
      consent_sealed: reseal("consent_sealed"),
      consented_at: wish.consented_at,
      last_used_at: new Date(deps.clock.nowMs()),
    })
    .where("payment_method_id", "=", same.payment_method_id)
    .execute();
  return same.payment_method_id;
}

async function addToSaved(
  deps: PaymentMethodDeps,
  tx: Tx,
  wish: PaymentMethodRow,
  kept: readonly PaymentMethodRow[],
): Promise<string> {
  const usedAt = (row: PaymentMethodRow) =>
    (row.last_used_at ?? row.kept_at ?? row.created_at).getTime();
  const oldestFirst = [...kept].sort((one, other) => usedAt(one) - usedAt(other));
  for (const row of oldestFirst.slice(0, Math.max(0, kept.length - mostSaved + 1))) {
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
    .where("payment_method_id", "=", wish.payment_method_id)
    .execute();
  return wish.payment_method_id;
}
