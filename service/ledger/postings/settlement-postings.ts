/*
 * Postings of reconciliation: settlement rows of a processor, and lines of a bank statement. Ids must be unique for the
 * operator. A row keeps its id when its file is imported twice.
 */
import { type AccountName, accountOf } from "../accounts.ts";
import { createPosting, type Posting } from "../posting.ts";

/** A row of a processor's settlement file: `grossMinor - fees = net`. Refunds and disputes are negative. */
export interface SettlementRow {
  readonly operatorId: string;
  readonly rowId: string;
  readonly processor: string;
  readonly currency: string;
  /** The part of `processor_receivable` that the row settles. Zero for a fee alone. */
  readonly grossMinor: number;
  /** Fees by kind; negative for a returned fee. */
  readonly fees: Readonly<Record<string, number>>;
  readonly paymentId: string | null;
  /** When the processor booked it. */
  readonly happenedAtMs: number;
  /** Fees that are already posted as an expense, such as a dispute's from its notice. The row only settles them. */
  readonly postedFeeMinor?: number;
  /**
   * `unmatched`: the gross goes to suspense. `exchanged`: the processor converted it, and the gross is one side of an
   * exchange ({@link rowExchanged}). Default `matched`.
   */
  readonly match?: "matched" | "unmatched" | "exchanged";
}

const settledBy = {
  matched: "processor_receivable",
  unmatched: "suspense",
  exchanged: "fx_position",
} as const;

/** Settles a row: the net amount is in the processor's next payout. */
export function settlementRow(row: SettlementRow, atMs: number): Posting | null {
  const { operatorId, rowId, processor, postedFeeMinor = 0 } = row;
  const total = Object.values(row.fees).reduce((sum, amount) => sum + amount, 0);
  const settled = settledBy[row.match ?? "matched"];
  const settledAccount = accountOf(settled, settled === "fx_position" ? undefined : processor);
  const receivable = accountOf("processor_receivable", processor);
  const credit: Record<string, number> = { [settledAccount]: row.grossMinor };
  credit[receivable] = (credit[receivable] ?? 0) - postedFeeMinor;
  const debit: Record<string, number> = {
    [accountOf("processor_payout_in_transit", processor)]: row.grossMinor - total,
  };
  for (const [kind, amount] of Object.entries(row.fees)) {
    const account = accountOf("processing_fees", kind);
    debit[account] = (debit[account] ?? 0) + amount;
  }
  if (postedFeeMinor !== 0) {
    const account = accountOf("processing_fees", "dispute");
    debit[account] = (debit[account] ?? 0) - postedFeeMinor;
  }
  return createPosting({
    source: { operatorId, type: "settlement", id: rowId, paymentId: row.paymentId },
    cause: "settled",
    currency: row.currency,
    debit,
    credit,
    happenedAtMs: row.happenedAtMs,
    atMs,
  });
}

/** The other side of a converted row: settles the receivable in the transaction's currency. */
export function rowExchanged(
  row: Omit<SettlementRow, "fees" | "match" | "postedFeeMinor">,
  atMs: number,
): Posting | null {
  const { operatorId, rowId, processor, paymentId, grossMinor } = row;
  return createPosting({
    source: { operatorId, type: "settlement", id: rowId, paymentId },
    cause: "exchanged",
    currency: row.currency,
    debit: { [accountOf("fx_position")]: grossMinor },
    credit: { [accountOf("processor_receivable", processor)]: grossMinor },
    happenedAtMs: row.happenedAtMs,
    atMs,
  });
}

export interface BankLine {
  readonly operatorId: string;
  readonly lineId: string;
  /** Our account at the bank. */
  readonly bankAccount: string;
  readonly currency: string;
  /** Positive if money came in. */
  readonly amountMinor: number;
  /**
   * The account that explains the line, such as `processor_payout_in_transit` of a processor; `suspense` if unknown.
   */
  readonly for: Extract<
    AccountName,
    "processor_payout_in_transit" | "pay_by_bank_in_flight" | "processing_fees" | "suspense"
  >;
  readonly counterparty?: string;
  readonly happenedAtMs: number;
}

/** Posts a line of a bank statement. Not for ACH, which is posted elsewhere. */
export function bankLine(line: BankLine, atMs: number): Posting | null {
  return createPosting({
    source: { operatorId: line.operatorId, type: "bank_line", id: line.lineId, paymentId: null },
    cause: "booked",
    currency: line.currency,
    debit: { [accountOf("bank", line.bankAccount)]: line.amountMinor },
    credit: { [accountOf(line.for, line.counterparty)]: line.amountMinor },
    happenedAtMs: line.happenedAtMs,
    atMs,
  });
}

/** A correction by staff: a write-off, or money that leaves suspense for its account. */
export interface Correction {
  readonly operatorId: string;
  /** The decision's id, such as a break's. */
  readonly correctionId: string;
  readonly paymentId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly debit: { readonly account: AccountName; readonly counterparty?: string };
  readonly credit: { readonly account: AccountName; readonly counterparty?: string };
}

/** The posting that moves `amountMinor` from the `credit` account to the `debit` account. */
export function correction(input: Correction, atMs: number): Posting | null {
  const { operatorId, correctionId: id, paymentId, amountMinor } = input;
  const account = (side: Correction["debit"]) => accountOf(side.account, side.counterparty);
  return createPosting({
    source: { operatorId, type: "correction", id, paymentId },
    cause: "corrected",
    currency: input.currency,
    debit: { [account(input.debit)]: amountMinor },
    credit: { [account(input.credit)]: amountMinor },
    atMs,
  });
}
