import {
  debitFiled,
  debitReturned,
  debitSettled,
  type LedgerItem,
  type LedgerSource,
  type SoldDebit,
  withoutNulls,
} from "../../ledger/index.ts";
import { readSales } from "../store/read-sales.ts";

/** Debits that were put in a file. */
export const debitSource: LedgerSource = {
  name: "debits",
  sourceType: "payment",
  causes: ["debit_filed", "debit_settled", "debit_returned"],
  async page(tx, operatorId, afterId, most) {
    const rows = await tx
      .selectFrom("ach_entries as e")
      .leftJoin("payments as p", (join) =>
        join.onRef("p.operator_id", "=", "e.operator_id").onRef("p.payment_id", "=", "e.entry_key"),
      )
      .select([
        "e.ach_entry_id",
        "e.entry_key",
        "e.status",
        "e.amount_minor",
        "e.created_at",
        "e.updated_at",
        "e.settles_on",
        "p.was_success",
      ])
      .where("e.operator_id", "=", operatorId)
      .where("e.ach_entry_id", ">", afterId)
      .where("e.source", "=", "payment")
      .where("e.direction", "=", "debit")
      .where("e.status", "in", ["filed", "settled", "returned"])
      .orderBy("e.ach_entry_id")
      .limit(most)
      .execute();
    const sales = await readSales(
      tx,
      operatorId,
      rows.map(({ entry_key }) => entry_key),
    );
    return rows.map((row): LedgerItem => {
      const { entry_key: paymentId, amount_minor: totalMinor, status } = row;
      const parts = { baseMinor: totalMinor, feesMinor: 0, taxMinor: 0 };
      const debit = {
        operatorId,
        paymentId,
        ...(sales.get(paymentId) ?? { parts, taxState: null }),
      };
      const filedAtMs = row.created_at.getTime();
      const settledAtMs = Date.parse(`${row.settles_on ?? ""}T12:00:00Z`) || filedAtMs;
      const endedAtMs = row.updated_at.getTime();
      const filed = debitFiled(debit, filedAtMs);
      const settled = debitSettled({ operatorId, paymentId, totalMinor }, settledAtMs);
      const histories = {
        filed: [withoutNulls([filed])],
        settled: [
          withoutNulls([filed, debitSettled({ operatorId, paymentId, totalMinor }, endedAtMs)]),
        ],
        returned: [
          withoutNulls([filed, settled, returned(debit, true, endedAtMs)]),
          withoutNulls([filed, returned(debit, false, endedAtMs)]),
        ],
      };
      const alternatives = histories[status as keyof typeof histories];
      // A debit that had settled was also a success.
      if (status === "returned" && row.was_success !== true) alternatives.reverse();
      return { id: row.ach_entry_id, sourceId: paymentId, alternatives };
    });
  },
};

function returned(debit: SoldDebit, wasSettled: boolean, atMs: number) {
  return debitReturned(debit, { wasSettled }, atMs);
}
