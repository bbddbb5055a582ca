import { refundParts, totalOfParts } from "#contract/refund-parts";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { BatchKey } from "./batch-store.ts";

/**
 * Queues the failed payments of a locked batch again, each with what is left of it, and never more than was
 * confirmed. Leaves out payments with nothing left, or waiting in another batch. Returns how many it queued.
 */
export async function requeueFailed(
  tx: Tx,
  { operatorId, refundBatchId }: BatchKey,
): Promise<number> {
  const failed = await tx
    .selectFrom("refund_batch_items as i")
    .innerJoin("payments as p", (join) =>
      join.onRef("p.operator_id", "=", "i.operator_id").onRef("p.payment_id", "=", "i.payment_id"),
    )
    .leftJoin("refunds as r", (join) =>
      join.onRef("r.operator_id", "=", "i.operator_id").onRef("r.refund_id", "=", "i.refund_id"),
    )
    .select([
      "i.position",
      "i.base_minor",
      "p.total_minor",
      "p.fees_minor",
      "p.tax_minor",
      "p.refunded_base_minor",
      "p.refunded_fees_minor",
      "p.refunded_tax_minor",
      "p.lost_base_minor",
    ])
    .where("i.operator_id", "=", operatorId)
    .where("p.operator_id", "=", operatorId)
    .where("i.refund_batch_id", "=", refundBatchId)
    .where((row) =>
      row.or([
        row("i.state", "=", "refused"),
        row.and([row("i.state", "=", "requested"), row("r.step", "=", "failed")]),
      ]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("refund_batch_items as o")
            .select("o.position")
            .where("o.operator_id", "=", operatorId)
            .whereRef("o.payment_id", "=", "i.payment_id")
            .where("o.state", "=", "waiting"),
        ),
      ),
    )
    .orderBy("i.position")
    .execute();
  let count = 0;
  for (const row of failed) {
    const paid = {
      baseMinor: row.total_minor - row.fees_minor - row.tax_minor,
      feesMinor: row.fees_minor,
      taxMinor: row.tax_minor,
    };
    const returned = {
      baseMinor: row.refunded_base_minor,
      feesMinor: row.refunded_fees_minor,
      taxMinor: row.refunded_tax_minor,
    };
    const leftMinor = paid.baseMinor - returned.baseMinor - row.lost_base_minor;
    if (leftMinor <= 0 || leftMinor > row.base_minor) continue;
    count += 1;
    await tx
      .updateTable("refund_batch_items")
      .set((item) => ({
        state: "waiting",
        tries: item("tries", "+", 1),
        base_minor: leftMinor,
        total_minor: totalOfParts(refundParts(paid, returned, leftMinor)),
        seen_returned_minor: returned.baseMinor,
        refund_id: null,
        failure_code: null,
      }))
      .where("operator_id", "=", operatorId)
      .where("refund_batch_id", "=", refundBatchId)
      .where("position", "=", row.position)
      .execute();
  }
  return count;
}
