/**
 * The ledger's side of reconciliation. Every row and bank entry is posted once, in the transaction that
 * stores it. Money that matches nothing waits in `suspense:<source>` until a person links it or writes it
 * off.
 */
import {
  bankLine,
  type Correction,
  correction,
  existing,
  type Posting,
  recordPostings,
  rowExchanged,
  settlementRow,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { amountOf, type LineDecision } from "./match-line.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";

/** The ledger's name of a source: a processor, or a bank account. */
export function counterpartyOf(source: string): string {
  return source.replace(/^bank:/, "").replace(":", "_");
}

/**
 * The postings of a processor's row: one, and a second one in the transaction's own currency if the row
 * was converted. None for a payout row: its sum is what the rows posted.
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
  return existing([
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

/** A stored bank entry. */
export interface PostedEntry {
  readonly operator_id: string;
  readonly settlement_batch_id: string;
  readonly row_no: number;
  readonly currency: string;
  readonly net_minor: number;
  readonly value_date: string | null;
  readonly source: string;
}

/** The posting of a bank entry: a processor's payout, or money whose purpose is unknown. */
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

/** A decision that moves money between accounts; `isUndone` takes an earlier one back. */
export interface Decided {
  /** Unique for each decision. */
  readonly decision: string;
  readonly isUndone?: boolean;
}

/** A bank entry in suspense is a processor's payout after all. */
export function entryExplained(
  entry: PostedEntry,
  processor: string,
  { decision, isUndone = false }: Decided,
  atMs: number,
): Posting | null {
  return correction(
    {
      operatorId: entry.operator_id,
      correctionId: decision,
      paymentId: null,
      currency: entry.currency,
      amountMinor: isUndone ? -entry.net_minor : entry.net_minor,
      debit: { account: "suspense", counterparty: counterpartyOf(entry.source) },
      credit: { account: "processor_payout_in_transit", counterparty: processor },
    },
    atMs,
  );
}

/** A processor's row in suspense is about a record of ours after all. */
export function rowExplained(
  row: {
    operatorId: string;
    processor: string;
    currency: string;
    grossMinor: number;
    paymentId: string | null;
  },
  { decision, isUndone = false }: Decided,
  atMs: number,
): Posting | null {
  return correction(
    {
      operatorId: row.operatorId,
      correctionId: decision,
      paymentId: row.paymentId,
      currency: row.currency,
      amountMinor: isUndone ? -row.grossMinor : row.grossMinor,
      debit: { account: "suspense", counterparty: row.processor },
      credit: { account: "processor_receivable", counterparty: row.processor },
    },
    atMs,
  );
}

/** What a written-off break leaves on its accounts, in debits. */
export interface Remainder {
  readonly account: Correction["credit"];
  readonly amountMinor: number;
}

/**
 * Writes remainders off, or takes that back (`isUndone`). `decision` names the decision, so that a
 * break can be written off again after it was reopened.
 */
export function writtenOff(
  of: { operatorId: string; decision: string; currency: string; paymentId: string | null },
  remainders: readonly Remainder[],
  isUndone: boolean,
  atMs: number,
): Posting[] {
  return existing(
    remainders.map(({ account, amountMinor }, index) =>
      correction(
        {
          operatorId: of.operatorId,
          correctionId: `${of.decision}:${index + 1}`,
          paymentId: of.paymentId,
          currency: of.currency,
          amountMinor: isUndone ? -amountMinor : amountMinor,
          debit: { account: "write_offs" },
          credit: account,
        },
        atMs,
      ),
    ),
  );
}

/** Stores postings that exist. */
export async function post(tx: Tx, postings: readonly (Posting | null)[]): Promise<void> {
  await recordPostings(tx, existing(postings));
}
