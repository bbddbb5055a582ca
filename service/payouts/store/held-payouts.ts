import { sql } from "kysely";
import { type CustomerKey, sanctionsStatesOf } from "../../customers/sanctions/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { toPayout } from "./rows.ts";

const table = "disbursement_intents";

/** Steps of possibly unsent payouts: in `sent`, the rail may still queue them. */
const unsentSteps = ["awaiting_approval", "approved", "sent"] as const;

/**
 * The customer's payouts that may be unsent: those that wait for approval, approved ones, and those that the rail
 * `queue` has.
 */
export async function findStoppable(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  customer: CustomerKey,
  queue: string,
): Promise<PayoutRecord[]> {
  const rows = await unsent(tx, customer, queue).execute();
  return rows.map((row) => toPayout(keyring, row));
}

export async function lockUnsent(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  customer: CustomerKey,
  queue: string,
): Promise<PayoutRecord[]> {
  const rows = await unsent(tx, customer, queue).forUpdate().execute();
  return rows.map((row) => toPayout(keyring, row));
}

function unsent(tx: Tx, { operatorId, externalCustomerId }: CustomerKey, queue: string) {
  return tx
    .selectFrom(table)
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", [...unsentSteps])
    .where((row) => row.or([row("step", "!=", "sent"), row("provider", "=", queue)]))
    .orderBy("disbursement_intent_id");
}

/**
 * Locks a payout until the end of the transaction that queues it at a rail. False if a review holds its customer: then
 * it must not be queued. A review that opens now waits for the lock, and then finds the payout in the queue.
 */
export async function lockUnheld(
  tx: Tx,
  operatorId: string,
  disbursementId: string,
): Promise<boolean> {
  const payout = await tx
    .selectFrom(table)
    .select("external_customer_id")
    .where("operator_id", "=", operatorId)
    .where("disbursement_id", "=", disbursementId)
    .forUpdate()
    .executeTakeFirst();
  if (!payout) return true;
  const { external_customer_id: id } = payout;
  return !(await sanctionsStatesOf(tx, operatorId, [id])).has(id);
}

/** Makes approved, unsent payouts due after a hold, so that the recovery job sends them. */
export async function makeDue(
  tx: Tx,
  { operatorId, externalCustomerId }: CustomerKey,
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
 * Customers of payouts that {@link findStoppable} finds, who were not screened against this load of the list: the first
 * `most` after `after`, in the order of their keys.
 */
export async function findUnscreened(
  { database }: Pick<PlatformDeps, "database">,
  listVersion: string,
  { after, most }: { readonly after: CustomerKey; readonly most: number },
  queue: string,
): Promise<CustomerKey[]> {
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
    .where((row) => row.or([row("d.step", "!=", "sent"), row("d.provider", "=", queue)]))
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
