/**
 * The ledger's side of reconciliation. The transaction that stores a row or entry posts it, once. Unmatched money waits
 * in `suspense:<source>` until a person links it or writes it off.
 */
import { maxParts } from "#contract/console/reconciliation";
import {
  bankLine,
  type Correction,
  correction,
  type Posting,
  readUnreversed,
  recordPostings,
  reversePosting,
  rowExchanged,
  settlementRow,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { amountOf, type LineDecision } from "./match-line.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";

/** The ledger's name of a source. A bank account has one in all currencies. */
export function counterpartyOf(source: string): string {
  const [kind, last4, mark] = source.split(":");
  return kind === "bank" && mark !== undefined ? `${last4}_${mark}` : source.replace(":", "_");
}

/**
 * One posting, and a second in the transaction's own currency if it was converted. None for a payout row, the sum of
 * the others.
 */
export function rowPostings(
  of: { operatorId: string; settlementBatchId: string; source: string },
  line: SettlementLine,
  decision: LineDecision,
  atMs: number,
): Posting[] {
  if (line.type === "payout" || line.type === "bank_entry") return [];
  const fees: Record<string, number> = {};
  for (const { kind, minor } of line.fees) fees[kind] = (fees[kind] ?? 0) + minor;
  const matched = decision.state === "matched" ? decision : null;
  const row = {
    operatorId: of.operatorId,
    rowId: `${of.settlementBatchId}:${line.rowNo}`,
    processor: of.source,
    paymentId: matched ? paymentIdOf(matched.record) : null,
    happenedAtMs: line.occurredAt === null ? atMs : Date.parse(line.occurredAt),
  };
  const isExchanged = matched !== null && line.converted !== null;
  return withoutNulls([
    settlementRow(
      {
        ...row,
        currency: line.currency,
        grossMinor: line.grossMinor,
        fees,
        postedFeeMinor: matched?.postedFeeMinor ?? 0,
        match: decision.state === "open" ? "unmatched" : isExchanged ? "exchanged" : "matched",
      },
      atMs,
    ),
    isExchanged
      ? rowExchanged(
          { ...row, currency: amountOf(line).currency, grossMinor: amountOf(line).minor },
          atMs,
        )
      : null,
  ]);
}

function paymentIdOf(record: Extract<LineDecision, { state: "matched" }>["record"]): string | null {
  return record.type === "payment" ? record.id : record.paymentId;
}

export interface PostedEntry {
  readonly operator_id: string;
  readonly settlement_batch_id: string;
  readonly row_no: number;
  readonly currency: string;
  readonly net_minor: number;
  readonly value_date: string | null;
  readonly source: string;
}

/** A processor's payout, or money whose purpose is unknown. */
export function entryPosting(
  entry: PostedEntry,
  processor: string | null,
  atMs: number,
): Posting | null {
  return bankLine(
    {
      operatorId: entry.operator_id,
      lineId: `${entry.settlement_batch_id}:${entry.row_no}`,
      bankAccount: counterpartyOf(entry.source),
      currency: entry.currency,
      amountMinor: entry.net_minor,
      for: processor === null ? "suspense" : "processor_payout_in_transit",
      counterparty: processor ?? counterpartyOf(entry.source),
      happenedAtMs: entry.value_date ? Date.parse(`${entry.value_date}T00:00:00Z`) : atMs,
    },
    atMs,
  );
}

export interface Move extends Pick<Correction, "debit" | "credit" | "amountMinor" | "currency"> {}

/** The postings of a decision, one for each move. `decision` is unique. */
export function decisionPostings(
  of: { operatorId: string; decision: string; paymentId: string | null },
  moves: readonly Move[],
  atMs: number,
): Posting[] {
  const { operatorId, decision, paymentId } = of;
  return withoutNulls(
    moves.map((move, index) =>
      correction(
        { ...move, operatorId, paymentId, correctionId: `${decision}:${index + 1}` },
        atMs,
      ),
    ),
  );
}

/** Most moves of a decision: one for the record, and one for each part of a split. */
const maxMoves = maxParts + 1;

/** Undoes a decision's postings. A second call does nothing. */
export async function undoDecision(
  tx: Tx,
  operatorId: string,
  decision: string,
  atMs: number,
): Promise<void> {
  const numbers = Array.from({ length: maxMoves }, (_, index) => `${decision}:${index + 1}`);
  const source = { operatorId, type: "correction" } as const;
  const posted = await readUnreversed(tx, source, [decision, ...numbers]);
  await post(
    tx,
    posted.map((posting) => reversePosting(posting, "undone", atMs)),
  );
}

/** Moves an entry out of suspense: it is a processor's payout after all. */
export function entryMove(entry: PostedEntry, processor: string): Move {
  return {
    currency: entry.currency,
    amountMinor: entry.net_minor,
    debit: { account: "suspense", counterparty: counterpartyOf(entry.source) },
    credit: { account: "processor_payout_in_transit", counterparty: processor },
  };
}

/** Posts the given postings; skips null. */
export async function post(tx: Tx, postings: readonly (Posting | null)[]): Promise<void> {
  await recordPostings(tx, withoutNulls(postings));
}
