import { sql } from "kysely";
import { toDecimalText } from "#contract/money";
import type { Posting } from "../../ledger/index.ts";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import {
  type OutcomeReport,
  replaceDisputeFee,
  reportContradictions,
} from "../../payments/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { BankEntry } from "./bank-entry.ts";
import { feeKey, missingKey, rowKey } from "./break-keys.ts";
import { type NewBreak, recordBreaks, resolveByKey } from "./break-store.ts";
import { reportOf, reportOfMatch } from "./contradictions.ts";
import { findRecords } from "./find-records.ts";
import { bankLinesArrived, lockMatching } from "./match-bank.ts";
import { type FoundBreak, type LineDecision, noRecords, RecordIndex } from "./match-line.ts";
import { post, rowPostings } from "./postings.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";
import { linePlace } from "./sealed-columns.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { BreakFields, SettlementLineRow } from "./tables.ts";

export interface TargetBatch {
  readonly settlementBatchId: string;
  readonly source: string;
  readonly kind: "processor" | "bank";
}

/** Stores rows, matches and breaks in a constant number of statements. `fees`: what processors may charge. */
export async function storeRows(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  targets: ReadonlyMap<number, TargetBatch>,
  lines: readonly SettlementLine[],
  fees: OperatorSettings["processorFees"],
): Promise<void> {
  const [first] = lines;
  const processor = first && targets.get(first.batchNo);
  if (!processor) return;
  if (processor.kind === "bank") await lockMatching(tx, operatorId);
  await lockSources(tx, operatorId, targets, lines);
  const records =
    processor.kind === "bank"
      ? noRecords()
      : await findRecords(tx, operatorId, processor.source, lines);
  const index = new RecordIndex(records, fees[processor.source]);
  const rows: SettlementLineRow[] = [];
  const breaks: NewBreak[] = [];
  const arrived: string[] = [];
  const postings: Posting[] = [];
  const learned = new Map<string, number>();
  const entries: BankEntry[] = [];
  const reports: OutcomeReport[] = [];
  const atMs = deps.clock.nowMs();
  for (const line of lines) {
    const target = targets.get(line.batchNo);
    if (!target) continue;
    const decision: LineDecision = target.kind === "bank" ? { state: "noted" } : index.decide(line);
    const row = rowOf(deps, operatorId, target, line, decision);
    rows.push(row);
    if (target.kind === "bank") {
      entries.push({
        ...row,
        source: target.source,
        text: `${line.processorReference} ${line.text}`,
      });
    }
    postings.push(...rowPostings({ operatorId, ...target }, line, decision, atMs));
    if (decision.state === "open") {
      breaks.push(
        breakOf(rowKey(row.settlement_batch_id, row.row_no), target, line, decision.found),
      );
    }
    if (decision.state !== "matched") continue;
    const { record, learnedFeeMinor, feeBreak } = decision;
    arrived.push(missingKey(record.type, record.id));
    reports.push(...reportOfMatch(line, record));
    if (learnedFeeMinor !== undefined) learned.set(record.id, learnedFeeMinor);
    if (feeBreak) {
      breaks.push(breakOf(feeKey(row.settlement_batch_id, row.row_no), target, line, feeBreak));
    }
  }
  await insertRows(tx, rows);
  await recordBreaks(deps, tx, operatorId, breaks);
  await resolveByKey(deps, tx, operatorId, arrived);
  await post(tx, postings);
  for (const [disputeId, feeMinor] of [...learned].sort()) {
    await replaceDisputeFee(deps, tx, { operatorId, disputeId }, () => feeMinor);
  }
  if (entries.length > 0) await bankLinesArrived(deps, tx, operatorId, entries);
  await reportContradictions(deps.payments, tx, operatorId, [
    ...reports,
    ...breaks.flatMap(reportOf),
  ]);
}

/** Two files must never match the same record at once. */
async function lockSources(
  tx: Tx,
  operatorId: string,
  targets: ReadonlyMap<number, TargetBatch>,
  lines: readonly SettlementLine[],
): Promise<void> {
  const sources = new Set(lines.map(({ batchNo }) => targets.get(batchNo)?.source ?? ""));
  await tx
    .selectFrom("settlement_sources")
    .select("source")
    .where("operator_id", "=", operatorId)
    .where("source", "in", [...sources])
    .orderBy("source")
    .forUpdate()
    .execute();
}

function breakOf(
  key: string,
  { settlementBatchId, source }: TargetBatch,
  line: SettlementLine,
  found: FoundBreak,
): NewBreak {
  return {
    key,
    class: found.class,
    source,
    currency: found.currency ?? line.currency,
    amountMinor: found.amountMinor,
    settlementBatchId,
    rowNo: line.rowNo,
    subject: found.subject,
    processorReference: line.processorReference,
    ours: found.ours,
    theirs: theirFields(line),
  };
}

/** The source's side of the comparison. */
export function theirFields(line: SettlementLine): BreakFields {
  const { converted } = line;
  return {
    type: line.type,
    reference: line.processorReference,
    originalReference: line.originalReference || null,
    merchantReference: line.merchantReference || null,
    amountMinor: Math.abs(line.grossMinor),
    feeMinor: line.feeMinor,
    currency: line.currency,
    ...(converted
      ? {
          original: `${toDecimalText(converted.minor, converted.currency)} ${converted.currency}`,
          rate: converted.rate || null,
        }
      : {}),
    occurredAt: line.occurredAt,
    reasonCode: line.reasonCode || null,
  };
}

function rowOf(
  deps: SettlementDeps,
  operatorId: string,
  { settlementBatchId }: TargetBatch,
  line: SettlementLine,
  decision: LineDecision,
): SettlementLineRow {
  const hasDetails = line.text !== "" || line.extra !== null;
  const details = JSON.stringify({ text: line.text, extra: line.extra });
  const place = linePlace(operatorId, settlementBatchId, line.rowNo);
  const record = decision.state === "matched" ? decision.record : null;
  return {
    operator_id: operatorId,
    settlement_batch_id: settlementBatchId,
    row_no: line.rowNo,
    line_no: line.lineNo,
    row_type: line.type,
    processor_reference: line.processorReference,
    original_reference: line.originalReference,
    merchant_reference: line.merchantReference,
    occurred_at: line.occurredAt === null ? null : new Date(line.occurredAt),
    currency: line.currency,
    gross_minor: line.grossMinor,
    fee_minor: line.feeMinor,
    fee_kind: line.fees.map(({ kind }) => kind).join(" "),
    net_minor: line.netMinor,
    value_date: line.valueDate,
    arn: line.arn,
    reason_code: line.reasonCode,
    details_sealed: hasDetails ? deps.keyring.encryptField(place, details) : null,
    original_currency: line.converted?.currency ?? null,
    original_minor: line.converted?.minor ?? null,
    original_rate: line.converted?.rate ?? null,
    state: decision.state,
    matched_type: record?.type ?? null,
    matched_id: record?.id ?? null,
    match_rule: decision.state === "matched" ? decision.rule : null,
  };
}

const columns: readonly (keyof SettlementLineRow)[] = [
  "operator_id",
  "settlement_batch_id",
  "row_no",
  "line_no",
  "row_type",
  "processor_reference",
  "original_reference",
  "merchant_reference",
  "occurred_at",
  "currency",
  "gross_minor",
  "fee_minor",
  "fee_kind",
  "net_minor",
  "value_date",
  "arn",
  "reason_code",
  "details_sealed",
  "original_currency",
  "original_minor",
  "original_rate",
  "state",
  "matched_type",
  "matched_id",
  "match_rule",
];

/** Passes all rows as one parameter: a thousand rows have more values than a statement may have parameters. */
async function insertRows(tx: Tx, rows: readonly SettlementLineRow[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into settlement_lines (${names})
    select ${names} from jsonb_populate_recordset(
      null::settlement_lines, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx);
}
