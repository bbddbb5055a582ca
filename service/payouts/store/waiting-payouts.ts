import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PayoutRecord } from "../records.ts";
import type { PayoutStoreDeps } from "./payout-store.ts";
import { toPayout } from "./rows.ts";

const table = "disbursement_intents";

/**
 * Payouts of customers without a pending or valid form, where the operator now requires a W-9 for every payout and did
 * not when these payouts were made.
 */
export async function findWithoutW9Request(
  deps: Pick<PayoutStoreDeps, "database">,
  nowMs: number,
  most: number,
  skip: number,
): Promise<string[]> {
  const withoutRequest = deps.database.kysely
    .selectFrom(`${table} as d`)
    .innerJoin("operators as o", "o.operator_id", "d.operator_id")
    .innerJoin("customers as c", (join) =>
      join
        .onRef("c.operator_id", "=", "d.operator_id")
        .onRef("c.external_customer_id", "=", "d.external_customer_id"),
    )
    .select("d.disbursement_intent_id as id")
    .where(sql<boolean>`o.settings->>'w9Policy' is distinct from 'over-threshold'`)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("w9_forms as f")
            .select("f.w9_id")
            .whereRef("f.operator_id", "=", "d.operator_id")
            .whereRef("f.external_customer_id", "=", "d.external_customer_id")
            .where((form) =>
              form.or([
                form("f.status", "=", "pending"),
                form.and([
                  form("f.status", "=", "completed"),
                  form("f.completed_at", ">=", form.ref("c.identity_changed_at")),
                ]),
              ]),
            ),
        ),
      ),
    );
  // Two queries, because each has a partial index.
  const rows = await withoutRequest
    .where("d.step", "=", "awaiting_approval")
    .unionAll(
      withoutRequest
        .where("d.step", "in", ["requires_customer_data", "open"])
        .where("d.expires_at", ">", new Date(nowMs)),
    )
    .orderBy("id")
    .limit(most)
    .offset(skip)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds payouts that wait for a choice or an approval; at most ten. */
export async function findWaiting(
  deps: Pick<PayoutStoreDeps, "keyring" | "clock">,
  tx: Tx,
  { operatorId, externalCustomerId, disbursementIntentId }: PayoutRecord,
): Promise<PayoutRecord[]> {
  const rows = await tx
    .selectFrom(table)
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("disbursement_intent_id", "!=", disbursementIntentId)
    .where((row) =>
      row.or([
        row("step", "=", "awaiting_approval"),
        row.and([
          row("step", "in", ["requires_customer_data", "open"]),
          row("expires_at", ">", new Date(deps.clock.nowMs())),
        ]),
      ]),
    )
    // The largest payout is the first to need a W-9.
    .orderBy("amount_minor", "desc")
    .limit(10)
    .execute();
  return rows.map((row) => toPayout(deps.keyring, row));
}
