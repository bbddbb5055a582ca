import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { resolveByKey, type StoredBreak } from "./break-store.ts";
import { missingKey } from "./expected-rows.ts";
import { payoutKey } from "./match-bank.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

/**
 * Links a break's row to the records that a person named. The amounts must be equal to the last
 * minor unit, also here: a bank entry is the sum of its payouts, a processor's row one record of
 * that processor which has no row yet. Throws ApiError `settlement_link_refused` otherwise.
 */
export async function linkRecords(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  stored: StoredBreak,
  ids: readonly string[],
): Promise<void> {
  const row = {
    operatorId,
    batchId: stored.settlement_batch_id ?? "",
    rowNo: stored.row_no ?? 0,
  };
  const line = await tx
    .selectFrom("settlement_lines")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", row.batchId)
    .where("row_no", "=", row.rowNo)
    .where("state", "=", "open")
    .forUpdate()
    .executeTakeFirst();
  if (!line) throw new ApiError("conflicting_state");
  const wanted = [...new Set(ids)].sort();
  if (stored.class === "bank_line_unknown") {
    await linkPayouts(tx, operatorId, line, wanted);
    await markMatched(tx, row, "batch", wanted[0] ?? "");
    await resolveByKey(deps, tx, operatorId, wanted.map(payoutKey));
    return;
  }
  const [id] = wanted;
  if (id === undefined || wanted.length > 1) throw refusal("Link one record to this row.");
  const type = id.startsWith("ref_") ? "refund" : "payment";
  const record =
    type === "refund"
      ? await readRefund(tx, operatorId, stored.source, id)
      : await readPayment(tx, operatorId, stored.source, id);
  if (!record) throw refusal("This processor has no such payment or refund.");
  if (record.currency !== line.currency || record.totalMinor !== Math.abs(line.gross_minor)) {
    throw refusal("The amounts differ. Rows are linked only if they are equal.");
  }
  const taken = await tx
    .selectFrom("settlement_lines")
    .select("row_no")
    .where("operator_id", "=", operatorId)
    .where("matched_type", "=", type)
    .where("matched_id", "=", id)
    .where("row_type", "=", line.row_type)
    .executeTakeFirst();
  if (taken) throw refusal("Another row is linked to this record.");
  await markMatched(tx, row, type, id);
  await resolveByKey(deps, tx, operatorId, [missingKey(type, id)]);
}

async function linkPayouts(
  tx: Tx,
  operatorId: string,
  line: { net_minor: number; currency: string; settlement_batch_id: string; row_no: number },
  ids: readonly string[],
): Promise<void> {
  const batches = await tx
    .selectFrom("settlement_batches")
    .select(["settlement_batch_id", "net_minor", "currency", "source"])
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "in", [...ids])
    .where("kind", "=", "processor")
    .where("bank_batch_id", "is", null)
    .orderBy("settlement_batch_id")
    .forUpdate()
    .execute();
  if (batches.length !== ids.length) throw refusal("A payout is unknown, or already at the bank.");
  if (new Set(batches.map(({ source }) => source)).size > 1) {
    throw refusal("Link payouts of one processor.");
  }
  const sum = batches.reduce((total, { net_minor }) => total + net_minor, 0);
  const isOneCurrency = batches.every(({ currency }) => currency === line.currency);
  if (!isOneCurrency || sum !== line.net_minor) {
    throw refusal("The payouts do not add up to the bank entry.");
  }
  await tx
    .updateTable("settlement_batches")
    .set({ bank_batch_id: line.settlement_batch_id, bank_row_no: line.row_no })
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "in", [...ids])
    .execute();
}

async function markMatched(
  tx: Tx,
  { operatorId, batchId, rowNo }: { operatorId: string; batchId: string; rowNo: number },
  type: string,
  id: string,
): Promise<void> {
  await tx
    .updateTable("settlement_lines")
    .set({ state: "matched", matched_type: type, matched_id: id, match_rule: "staff" })
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", batchId)
    .where("row_no", "=", rowNo)
    .execute();
}

async function readPayment(tx: Tx, operatorId: string, processor: string, paymentId: string) {
  const row = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select(["p.total_minor", "i.currency"])
    .where("p.operator_id", "=", operatorId)
    .where("i.operator_id", "=", operatorId)
    .where("p.payment_id", "=", paymentId)
    .where("p.processor", "=", processor)
    .executeTakeFirst();
  return row && { totalMinor: row.total_minor, currency: row.currency };
}

async function readRefund(tx: Tx, operatorId: string, processor: string, refundId: string) {
  const row = await tx
    .selectFrom("refunds")
    .select(["base_minor", "fees_minor", "tax_minor", "currency"])
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .where("processor", "=", processor)
    .executeTakeFirst();
  return (
    row && { totalMinor: row.base_minor + row.fees_minor + row.tax_minor, currency: row.currency }
  );
}

function refusal(message: string): ApiError {
  return new ApiError("settlement_link_refused", { message });
}
