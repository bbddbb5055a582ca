import type { Kysely } from "kysely";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { recheckConsent } from "../../providers/payout/index.ts";
import type { PayoutDestination } from "../records.ts";
import type { PayoutMethodRow } from "../tables.ts";
import type { CheckedMethod } from "./check-method.ts";

const table = "payout_methods";
/** The widget offers the newest ones; older ones stay stored. */
const maxShown = 10;

type Deps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

export interface MethodOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

export interface SavedMethod {
  readonly payoutMethodId: string;
  readonly type: string;
  readonly shown: PaymentMethodSummary;
  readonly lastUsedAt: Date;
  /** The processor that can pay with the customer's consent, if any. */
  readonly payer: string | null;
}

/**
 * Lists saved methods, most recently used first: by default those that the widget offers; null lists all. Omits those
 * that cannot be decrypted.
 */
export async function listSavedMethods(
  deps: Pick<Deps, "keyring">,
  db: Kysely<Tables>,
  owner: MethodOwner,
  most: number | null = maxShown,
): Promise<SavedMethod[]> {
  const rows = await db
    .selectFrom(`${table} as m`)
    .leftJoin("payout_consents as c", (join) =>
      join
        .onRef("c.operator_id", "=", "m.operator_id")
        .onRef("c.consent_id", "=", "m.consent_id")
        .on("c.ended_at", "is", null),
    )
    .selectAll("m")
    .select("c.provider as payer")
    .where("m.operator_id", "=", owner.operatorId)
    .where("m.external_customer_id", "=", owner.externalCustomerId)
    .orderBy("m.last_used_at", "desc")
    .orderBy("m.payout_method_id", "desc")
    .limit(most)
    .execute();
  return rows.flatMap((row) => {
    const shown = showText(deps.keyring, placeOf(row, "shown_sealed"), row.shown_sealed);
    if (shown === null) return [];
    const { payout_method_id: payoutMethodId, type, last_used_at: lastUsedAt, payer } = row;
    return [{ payoutMethodId, type, shown: JSON.parse(shown), lastUsedAt, payer }];
  });
}

/**
 * Records the use. Undefined if the customer has no such method, or it cannot be decrypted. The transaction must hold
 * the customer's lock.
 */
export async function useSavedMethod(
  deps: Deps,
  tx: Tx,
  owner: MethodOwner,
  payoutMethodId: string,
): Promise<Omit<CheckedMethod, "identity"> | undefined> {
  const row = await tx
    .updateTable(table)
    .set({ last_used_at: new Date(deps.clock.nowMs()) })
    .where("payout_method_id", "=", payoutMethodId)
    .where("operator_id", "=", owner.operatorId)
    .where("external_customer_id", "=", owner.externalCustomerId)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const open = (column: SealedColumn) =>
    JSON.parse(deps.keyring.decryptField(placeOf(row, column), row[column]));
  return unlessBroken(() => ({
    destination: open("destination_sealed") as PayoutDestination,
    shown: open("shown_sealed") as PaymentMethodSummary,
    consentId: row.consent_id,
  }));
}

/** Rejects numbers that the customer can withdraw before the next payout. */
export function canSave({ destination }: CheckedMethod): boolean {
  return !(destination.type === "pay_by_bank" && destination.isRevocable);
}

/** Saves a method, or updates the same one. The transaction must hold the customer's lock. */
export async function saveMethod(
  deps: Deps,
  tx: Tx,
  owner: MethodOwner,
  method: CheckedMethod,
): Promise<void> {
  const { operatorId, externalCustomerId } = owner;
  const now = new Date(deps.clock.nowMs());
  const method_index = deps.keyring.blindIndex(operatorId, "payout_methods", method.identity);
  const known = await tx
    .selectFrom(table)
    .select(["payout_method_id", "consent_id"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("method_index", "=", method_index)
    .executeTakeFirst();
  const payout_method_id = known?.payout_method_id ?? newId(deps, "savedPaymentMethod");
  const seal = (column: SealedColumn, value: unknown) =>
    deps.keyring.encryptField(
      placeOf({ operator_id: operatorId, payout_method_id }, column),
      JSON.stringify(value),
    );
  const current = {
    type: method.destination.type,
    shown_sealed: seal("shown_sealed", method.shown),
    destination_sealed: seal("destination_sealed", method.destination),
    last_used_at: now,
    // A newer consent replaces an older one. A typed account has no consent.
    consent_id: method.consentId ?? null,
  };
  if (known) {
    const changed = tx.updateTable(table).set(current);
    await changed
      .where("operator_id", "=", operatorId)
      .where("payout_method_id", "=", payout_method_id)
      .execute();
    if (known.consent_id !== current.consent_id) {
      await recheckNow(deps, tx, operatorId, known.consent_id);
    }
    return;
  }
  await tx
    .insertInto(table)
    .values({
      payout_method_id,
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      method_index,
      created_at: now,
      ...current,
    })
    .execute();
}

/**
 * Removes a method with an audit entry. False if the customer has no such method. A payout that uses it continues with
 * its own copy.
 */
export function removeSavedMethod(
  deps: Pick<PlatformDeps, "clock" | "database" | "keyring">,
  { operatorId, externalCustomerId }: MethodOwner,
  payoutMethodId: string,
): Promise<boolean> {
  return inTransaction(deps.database, async (tx) => {
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const removed = await tx
      .deleteFrom(table)
      .where("payout_method_id", "=", payoutMethodId)
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .returning(["type", "consent_id"])
      .executeTakeFirst();
    if (!removed) return false;
    await recheckNow(deps, tx, operatorId, removed.consent_id);
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "payout_method.removed",
      subject: { type: "payout_method", id: payoutMethodId },
      details: { externalCustomerId, type: removed.type, by: "customer" },
    });
    return true;
  });
}

async function recheckNow(
  { clock }: Pick<PlatformDeps, "clock">,
  tx: Tx,
  operatorId: string,
  consentId: string | null,
): Promise<void> {
  if (consentId !== null) await recheckConsent(tx, { operatorId, consentId }, clock.nowMs());
}

type SealedColumn = "shown_sealed" | "destination_sealed";

function placeOf(
  row: Pick<PayoutMethodRow, "operator_id" | "payout_method_id">,
  column: SealedColumn,
) {
  return { operatorId: row.operator_id, table, column, id: row.payout_method_id };
}
