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

/** Locks the customer's payouts that are not sent yet: those that wait for approval, and approved ones. */
export async function lockStoppable(
  { keyring }: Pick<PlatformDeps, "keyring">,
  tx: Tx,
  { operatorId, externalCustomerId }: PayeeKey,
): Promise<PayoutRecord[]> {
  const rows = await tx
    .selectFrom(table)
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", ["awaiting_approval", "approved"])
    .orderBy("disbursement_intent_id")
    .forUpdate()
    .execute();
  return rows.map((row) => toPayout(keyring, row));
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
 * list; at most `most`.
 */
export async function findUnscreened(
  { database }: Pick<PlatformDeps, "database">,
  listVersion: string,
  most: number,
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
    .where("d.step", "in", ["awaiting_approval", "approved"])
    .where((row) =>
      row.or([row("s.list_version", "is", null), row("s.list_version", "!=", listVersion)]),
    )
    .limit(most)
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    externalCustomerId: row.external_customer_id,
  }));
}
