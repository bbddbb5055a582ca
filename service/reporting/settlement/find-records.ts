import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import {
  type ChargeRecord,
  type DisputeRecord,
  type OurRecords,
  paymentOf,
  type RefundRecord,
  type SettledFees,
  takenKey,
} from "./match-line.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";

/** Finds our records for a processor's rows, in a constant number of statements. */
export async function findRecords(
  tx: Tx,
  operatorId: string,
  processor: string,
  lines: readonly SettlementLine[],
): Promise<OurRecords> {
  const chargeIds = new Set<string>();
  const paymentIds = new Set<string>();
  const refundReferences = new Set<string>();
  const refundIds = new Set<string>();
  const disputeReferences = new Set<string>();
  for (const line of lines) {
    if (line.type === "charge") {
      chargeIds.add(line.processorReference);
      if (line.merchantReference !== "") paymentIds.add(paymentOf(line.merchantReference));
    } else if (line.originalReference !== "") chargeIds.add(line.originalReference);
    const isDisputeFee =
      line.type === "fee" && line.fees.length > 0 && line.fees[0]?.kind === "dispute";
    if (isDisputeFee) {
      disputeReferences.add(line.processorReference);
      disputeReferences.add(line.originalReference);
    }
    if (line.type === "dispute" || line.type === "dispute_reversal") {
      disputeReferences.add(line.processorReference);
    }
    if (line.type === "refund" || line.type === "refund_failure") {
      refundReferences.add(line.processorReference);
      if (line.merchantReference !== "") refundIds.add(line.merchantReference);
    }
  }
  const charges = await findCharges(tx, operatorId, processor, [...chargeIds], [...paymentIds]);
  const refunds =
    refundReferences.size === 0
      ? []
      : await findRefunds(tx, operatorId, processor, {
          references: [...refundReferences],
          refundIds: [...refundIds],
          charges,
        });
  const disputes =
    disputeReferences.size === 0
      ? []
      : await findDisputes(tx, operatorId, processor, [...disputeReferences], charges);
  const taken = await findTaken(tx, operatorId, [...charges, ...refunds, ...disputes]);
  const settledFees = await findSettledFees(
    tx,
    operatorId,
    disputes.map(({ id }) => id),
  );
  return { charges, refunds, disputes, settledFees, taken };
}

/** Fees in rows that matched before. A row whose fee differed settled what our break of it expected. */
export async function findSettledFees(
  tx: Tx,
  operatorId: string,
  ids: readonly string[],
): Promise<Map<string, SettledFees>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("settlement_lines as l")
    .innerJoin("disputes as d", (join) =>
      join
        .onRef("d.operator_id", "=", "l.operator_id")
        .onRef("d.dispute_id", "=", "l.matched_id")
        .onRef("d.currency", "=", "l.currency"),
    )
    .leftJoin("settlement_breaks as k", (join) =>
      join
        .onRef("k.operator_id", "=", "l.operator_id")
        .onRef("k.settlement_batch_id", "=", "l.settlement_batch_id")
        .onRef("k.row_no", "=", "l.row_no")
        .on("k.class", "=", "fee_mismatch"),
    )
    .select([
      "d.dispute_id",
      sql<number>`sum(l.fee_minor)::bigint`.as("stated"),
      sql<number>`sum(coalesce((k.ours ->> 'feeMinor')::bigint, l.fee_minor))::bigint`.as("posted"),
    ])
    .where("l.operator_id", "=", operatorId)
    .where("d.operator_id", "=", operatorId)
    .where("l.matched_type", "=", "dispute")
    .where("l.matched_id", "in", [...ids])
    .where("l.state", "=", "matched")
    .groupBy("d.dispute_id")
    .execute();
  return new Map(
    rows.map(({ dispute_id: id, stated, posted }) => [
      id,
      { statedMinor: Number(stated), postedMinor: Number(posted) },
    ]),
  );
}

async function findCharges(
  tx: Tx,
  operatorId: string,
  processor: string,
  chargeIds: readonly string[],
  paymentIds: readonly string[],
): Promise<ChargeRecord[]> {
  if (chargeIds.length === 0 && paymentIds.length === 0) return [];
  const rows = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select([
      "p.payment_id",
      "p.payment_intent_id",
      "p.charge_id",
      "p.status",
      "p.was_success",
      "p.reversal",
      "p.total_minor",
      "i.currency",
    ])
    .where("p.operator_id", "=", operatorId)
    .where("i.operator_id", "=", operatorId)
    .where("p.processor", "=", processor)
    .where((where) =>
      where.or([
        ...(chargeIds.length > 0 ? [where("p.charge_id", "in", chargeIds)] : []),
        ...(paymentIds.length > 0 ? [where("p.payment_id", "in", paymentIds)] : []),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    type: "payment",
    id: row.payment_id,
    paymentIntentId: row.payment_intent_id,
    chargeId: row.charge_id,
    status: row.status,
    wasSuccess: row.was_success,
    isReversed: row.reversal !== null,
    totalMinor: row.total_minor,
    currency: row.currency,
  }));
}

async function findRefunds(
  tx: Tx,
  operatorId: string,
  processor: string,
  by: {
    references: readonly string[];
    refundIds: readonly string[];
    charges: readonly ChargeRecord[];
  },
): Promise<RefundRecord[]> {
  const chargeIds = new Map(by.charges.map(({ id, chargeId }) => [id, chargeId]));
  const intentIds = [...new Set(by.charges.map(({ paymentIntentId }) => paymentIntentId))];
  const rows = await tx
    .selectFrom("refunds")
    .select([
      "refund_id",
      "payment_id",
      "provider_refund_id",
      "step",
      "base_minor",
      "fees_minor",
      "tax_minor",
      "currency",
    ])
    .where("operator_id", "=", operatorId)
    .where("processor", "=", processor)
    .where((where) =>
      where.or([
        where("provider_refund_id", "in", by.references),
        ...(by.refundIds.length > 0 ? [where("refund_id", "in", by.refundIds)] : []),
        ...(intentIds.length > 0 ? [where("payment_intent_id", "in", intentIds)] : []),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    type: "refund",
    id: row.refund_id,
    paymentId: row.payment_id,
    providerRefundId: row.provider_refund_id,
    chargeId: chargeIds.get(row.payment_id) ?? null,
    step: row.step,
    totalMinor: row.base_minor + row.fees_minor + row.tax_minor,
    currency: row.currency,
  }));
}

async function findDisputes(
  tx: Tx,
  operatorId: string,
  processor: string,
  references: readonly string[],
  charges: readonly ChargeRecord[],
): Promise<DisputeRecord[]> {
  const chargeIds = new Map(charges.map(({ id, chargeId }) => [id, chargeId]));
  const intentIds = [...new Set(charges.map(({ paymentIntentId }) => paymentIntentId))];
  const rows = await tx
    .selectFrom("disputes")
    .select([
      "dispute_id",
      "payment_id",
      "provider_dispute_id",
      "status",
      "amount_minor",
      "currency",
      "fee_minor",
    ])
    .where("operator_id", "=", operatorId)
    .where("processor", "=", processor)
    .where((where) =>
      where.or([
        where("provider_dispute_id", "in", references),
        ...(intentIds.length > 0 ? [where("payment_intent_id", "in", intentIds)] : []),
      ]),
    )
    // A notice that states another fee comes before or after the whole comparison.
    .orderBy("dispute_id")
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    type: "dispute",
    id: row.dispute_id,
    paymentId: row.payment_id,
    processorReference: row.provider_dispute_id,
    chargeId: chargeIds.get(row.payment_id) ?? null,
    status: row.status,
    totalMinor: row.amount_minor,
    currency: row.currency,
    feeMinor: row.fee_minor,
  }));
}

async function findTaken(
  tx: Tx,
  operatorId: string,
  records: readonly Pick<ChargeRecord | RefundRecord | DisputeRecord, "type" | "id">[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const rows = await tx
    .selectFrom("settlement_lines")
    .select(["row_type", "matched_type", "matched_id"])
    .where("operator_id", "=", operatorId)
    .where("matched_type", "in", [...new Set(records.map(({ type }) => type))])
    .where(
      "matched_id",
      "in",
      records.map(({ id }) => id),
    )
    .where("state", "=", "matched")
    .execute();
  return new Set(
    rows.map((row) => takenKey(row.row_type, row.matched_type ?? "", row.matched_id ?? "")),
  );
}
