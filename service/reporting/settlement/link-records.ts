import { replaceDisputeFee } from "../../payments/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { missingKey, payoutKey } from "./break-keys.ts";
import { resolveByKey, type StoredBreak } from "./break-store.ts";
import type { BreakDecision } from "./close-break.ts";
import { releaseOtherEntries } from "./entry-breaks.ts";
import { findSettledFees } from "./find-records.ts";
import { type DisputeRecord, disputeFee, noSettledFees } from "./match-line.ts";
import { decisionPostings, entryMove, type Move, post } from "./postings.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { LearnedFee } from "./tables.ts";

/**
 * Links a break's row to the records that a person named. A bank entry must equal the sum of its payouts to the minor
 * unit. A processor's row must equal one record that has no row yet. Otherwise throws ApiError
 * `settlement_link_refused`. Returns the fee that a linked dispute learned from its row.
 */
export async function linkRecords(
  deps: SettlementDeps,
  tx: Tx,
  { stored, decision }: BreakDecision,
  ids: readonly string[],
): Promise<LearnedFee | undefined> {
  const { operator_id: operatorId, source } = stored;
  const atMs = deps.clock.nowMs();
  const line = await lockLine(tx, stored);
  if (line?.state !== "open") throw new ApiError("conflicting_state");
  const recordIds = [...new Set(ids)].sort();
  if (line.row_type === "bank_entry") {
    const processor = await linkPayouts(tx, stored, line, recordIds);
    await markLine(tx, line, { type: "batch", id: recordIds[0] ?? "" });
    const moves = [entryMove({ ...line, source }, processor)];
    await post(tx, decisionPostings({ operatorId, decision, paymentId: null }, moves, atMs));
    await resolveByKey(deps, tx, operatorId, recordIds.map(payoutKey));
    await releaseOtherEntries(deps, tx, operatorId, recordIds, stored.settlement_break_id);
    return undefined;
  }
  const [id] = recordIds;
  if (id === undefined || recordIds.length > 1) throw refusal("Link one record to this row.");
  const record = await readRecord(tx, operatorId, source, id);
  if (!record) throw refusal("This processor has no such payment, refund or dispute.");
  const recordTypes = { charge: "payment", refund: "refund", dispute: "dispute" };
  if (record.type !== recordTypes[line.row_type as keyof typeof recordTypes]) {
    throw refusal("Link a payment to a charge, a refund to a refund, and a dispute to a dispute.");
  }
  const original = originalOf(line);
  if (record.currency !== original.currency || record.totalMinor !== original.minor) {
    throw refusal("The amounts differ. Rows are linked only if they are equal.");
  }
  // As an import does: two rows must never get the same record at once.
  await tx
    .selectFrom("settlement_sources")
    .select("source")
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .forUpdate()
    .execute();
  const otherLine = await tx
    .selectFrom("settlement_lines")
    .select("row_no")
    .where("operator_id", "=", operatorId)
    .where("matched_type", "=", record.type)
    .where("matched_id", "=", id)
    .where("row_type", "=", line.row_type)
    .executeTakeFirst();
  if (otherLine) throw refusal("Another row is linked to this record.");
  const fee =
    record.type === "dispute"
      ? await settleFee(deps, tx, line, record, id)
      : { moves: [], learned: undefined };
  await markLine(tx, line, { type: record.type, id });
  const { paymentId } = record;
  const moves = [...rowMoves(source, line), ...fee.moves];
  await post(tx, decisionPostings({ operatorId, decision, paymentId }, moves, atMs));
  await resolveByKey(deps, tx, operatorId, [missingKey(record.type, id)]);
  return fee.learned;
}

/**
 * Takes back the fee that a dispute learned from a row, whose link was undone. Does nothing if the dispute's fee is
 * another one since: a notice stated it.
 */
export async function forgetFee(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  { disputeId, rowMinor, beforeMinor }: LearnedFee,
): Promise<void> {
  const others = await findSettledFees(tx, operatorId, [disputeId]);
  const { postedMinor } = others.get(disputeId) ?? noSettledFees;
  await replaceDisputeFee(deps, tx, { operatorId, disputeId }, (feeMinor) => {
    if (feeMinor !== postedMinor + rowMinor) return feeMinor;
    return postedMinor === 0 ? beforeMinor : postedMinor;
  });
}

/** The row's original amount, never negative. */
function originalOf(line: Line): { minor: number; currency: string } {
  if (line.original_currency === null || line.original_minor === null) {
    return { minor: Math.abs(line.gross_minor), currency: line.currency };
  }
  return { minor: line.original_minor, currency: line.original_currency };
}

/** Moves a row's amount out of suspense. A converted row moves in both currencies. */
function rowMoves(processor: string, line: Line): Move[] {
  const suspense = { account: "suspense", counterparty: processor } as const;
  const receivable = { account: "processor_receivable", counterparty: processor } as const;
  const exchange = { account: "fx_position" } as const;
  const settled = { currency: line.currency, amountMinor: line.gross_minor, debit: suspense };
  const { minor, currency } = originalOf(line);
  if (currency === line.currency) return [{ ...settled, credit: receivable }];
  const amountMinor = line.gross_minor < 0 ? -minor : minor;
  return [
    { ...settled, credit: exchange },
    { currency, amountMinor, debit: exchange, credit: receivable },
  ];
}

/**
 * The row's fee was booked as an expense of its own, and the dispute's own postings have it, too: the row settles
 * them. What differs from the notice stays in the receivable.
 */
async function settleFee(
  deps: SettlementDeps,
  tx: Tx,
  line: Line,
  dispute: Pick<DisputeRecord, "currency"> & { readonly processor: string },
  disputeId: string,
): Promise<{ moves: Move[]; learned: LearnedFee | undefined }> {
  const { operator_id: operatorId, currency, fee_minor: feeMinor } = line;
  const settled = await findSettledFees(tx, operatorId, [disputeId]);
  const before = settled.get(disputeId) ?? noSettledFees;
  let learned: LearnedFee | undefined;
  await replaceDisputeFee(deps, tx, { operatorId, disputeId }, (beforeMinor) => {
    const current = { feeMinor: beforeMinor, currency: dispute.currency };
    const { learnedFeeMinor } = disputeFee({ feeMinor, currency }, current, before);
    if (learnedFeeMinor === undefined) return beforeMinor;
    learned = { disputeId, rowMinor: feeMinor, beforeMinor };
    return learnedFeeMinor;
  });
  const moves: Move[] =
    currency === dispute.currency
      ? [
          {
            currency,
            amountMinor: feeMinor,
            debit: { account: "processor_receivable", counterparty: dispute.processor },
            credit: { account: "processing_fees", counterparty: "dispute" },
          },
        ]
      : [];
  return { moves, learned };
}

type Line = NonNullable<Awaited<ReturnType<typeof lockLine>>>;

function lockLine(tx: Tx, stored: StoredBreak) {
  return tx
    .selectFrom("settlement_lines")
    .selectAll()
    .where("operator_id", "=", stored.operator_id)
    .where("settlement_batch_id", "=", stored.settlement_batch_id ?? "")
    .where("row_no", "=", stored.row_no ?? 0)
    .forUpdate()
    .executeTakeFirst();
}

async function linkPayouts(
  tx: Tx,
  stored: StoredBreak,
  line: Line,
  ids: readonly string[],
): Promise<string> {
  const batches = await tx
    .selectFrom("settlement_batches")
    .select(["settlement_batch_id", "net_minor", "currency", "source"])
    .where("operator_id", "=", line.operator_id)
    .where("settlement_batch_id", "in", [...ids])
    .where("kind", "=", "processor")
    .where("bank_batch_id", "is", null)
    .orderBy("settlement_batch_id")
    .forUpdate()
    .execute();
  const [first] = batches;
  if (!first || batches.length !== ids.length) {
    throw refusal("A payout is unknown, or already at the bank.");
  }
  if (batches.some(({ source }) => source !== first.source)) {
    throw refusal("Link payouts of one processor.");
  }
  const sum = batches.reduce((total, { net_minor }) => total + net_minor, 0);
  const isOneCurrency = batches.every(({ currency }) => currency === line.currency);
  if (!isOneCurrency || sum !== line.net_minor) {
    throw refusal("The payouts do not add up to the bank entry.");
  }
  await tx
    .updateTable("settlement_batches")
    .set({
      bank_batch_id: line.settlement_batch_id,
      bank_row_no: line.row_no,
      bank_break_id: stored.settlement_break_id,
    })
    .where("operator_id", "=", line.operator_id)
    .where("settlement_batch_id", "in", [...ids])
    .execute();
  return first.source;
}

/** Marks a row as matched by a person, or as open again. */
export async function markLine(
  tx: Tx,
  line: Pick<Line, "operator_id" | "settlement_batch_id" | "row_no">,
  record: { type: string; id: string } | null,
): Promise<void> {
  await tx
    .updateTable("settlement_lines")
    .set({
      state: record ? "matched" : "open",
      matched_type: record?.type ?? null,
      matched_id: record?.id ?? null,
      match_rule: record ? "staff" : null,
    })
    .where("operator_id", "=", line.operator_id)
    .where("settlement_batch_id", "=", line.settlement_batch_id)
    .where("row_no", "=", line.row_no)
    .execute();
}

async function readRecord(tx: Tx, operatorId: string, processor: string, id: string) {
  if (id.startsWith("dsp_")) {
    const row = await tx
      .selectFrom("disputes")
      .select(["payment_id", "amount_minor", "currency", "fee_minor"])
      .where("operator_id", "=", operatorId)
      .where("dispute_id", "=", id)
      .where("processor", "=", processor)
      .executeTakeFirst();
    return (
      row && {
        type: "dispute" as const,
        paymentId: row.payment_id,
        totalMinor: row.amount_minor,
        currency: row.currency,
        feeMinor: row.fee_minor,
        processor,
      }
    );
  }
  if (id.startsWith("ref_")) {
    const row = await tx
      .selectFrom("refunds")
      .select(["payment_id", "base_minor", "fees_minor", "tax_minor", "currency"])
      .where("operator_id", "=", operatorId)
      .where("refund_id", "=", id)
      .where("processor", "=", processor)
      .where("step", "in", ["processing", "success"])
      .executeTakeFirst();
    return (
      row && {
        type: "refund" as const,
        paymentId: row.payment_id,
        totalMinor: row.base_minor + row.fees_minor + row.tax_minor,
        currency: row.currency,
      }
    );
  }
  const row = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select(["p.total_minor", "i.currency"])
    .where("p.operator_id", "=", operatorId)
    .where("i.operator_id", "=", operatorId)
    .where("p.payment_id", "=", id)
    .where("p.processor", "=", processor)
    .where("p.status", "=", "success")
    .executeTakeFirst();
  return (
    row && {
      type: "payment" as const,
      paymentId: id,
      totalMinor: row.total_minor,
      currency: row.currency,
    }
  );
}

function refusal(message: string): ApiError {
  return new ApiError("settlement_link_refused", { message });
}
