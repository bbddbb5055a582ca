import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { toPayout } from "./rows.ts";

const table = "disbursement_intents";

/** A customer of an operator. */
export interface PayeeKey {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

const unsentSteps = ["awaiting_approval", "approved"] as const;

/** The customer's payouts that are not sent yet: those that wait for approval, and approved ones. */
export async function findStoppable(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  payee: PayeeKey,
): Promise<PayoutRecord[]> {
  const rows = await stoppable(tx, payee).execute();
  return rows.map((row) => toPayout(keyring, row));
}

/** As {@link findStoppable}, and locks them. */
export async function lockStoppable(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  payee: PayeeKey,
): Promise<PayoutRecord[]> {
  const rows = await stoppable(tx, payee).forUpdate().execute();
  return rows.map((row) => toPayout(keyring, row));
}

/** Locks the customer's payouts that a rail has and whose outcome is open. */
export async function lockSent(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  { operatorId, externalCustomerId }: PayeeKey,
  rail: string,
): Promise<PayoutRecord[]> {
  const rows = await tx
    .selectFrom(table)
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "=", "sent")
    .where("provider", "=", rail)
    .orderBy("disbursement_intent_id")
    .forUpdate()
    .execute();
  return rows.map((row) => toPayout(keyring, row));
}

function stoppable(tx: Tx, { operatorId, externalCustomerId }: PayeeKey) {
  return tx
    .selectFrom(table)
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", [...unsentSteps])
    .orderBy("disbursement_intent_id");
}

/** Makes the customer's approved payouts that were never sent due, so that the recovery job sends those that a review held. */
export async function makeDue(
  tx: Tx,
  { operatorId, externalCustomerId }: PayeeKey,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ next_check_at: new Date(nowMs), checks: 0 })
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "=", "approved")
    .where("sent_at", "is", null)
    .execute();
}

/**
 * Customers with payouts that wait or are approved but not sent, who were not screened against this load of the
 * list; the first `most` after `after`, in the order of their keys.
 */
export async function findUnscreened(
  { database }: Pick<PlatformDeps, "database">,
  listVersion: string,
  { after, most }: { after: PayeeKey; most: number },
): Promise<PayeeKey[]> {
  const rows = await database.kysely
    .selectFrom(`${table} as d`)
    .leftJoin("sanctions_screenings as s", (join) =>
      join
        .onRef("s.operator_id", "=", "d.operator_id")
        .onRef("s.external_customer_id", "=", "d.external_customer_id"),
    )
    .select(["d.operator_id", "d.external_customer_id"])
    .distinct()
    .where("d.step", "in", [...unsentSteps])
    .where(
      sql<boolean>`(d.operator_id, d.external_customer_id) > (${after.operatorId}, ${after.externalCustomerId})`,
    )
    .where((row) =>
      row.or([row("s.list_version", "is", null), row("s.list_version", "!=", listVersion)]),
    )
    .orderBy("d.operator_id")
    .orderBy("d.external_customer_id")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    externalCustomerId: row.external_customer_id,
  }));
}
