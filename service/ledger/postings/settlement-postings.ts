/*
 * Postings of reconciliation: a processor's settlement rows, and lines of a bank statement. Ids must be
 * unique for the operator, and the same for the same row of a file that is imported twice.
 */
import { type AccountName, accountOf } from "../accounts.ts";
import { createPosting, type Posting } from "../posting.ts";

/** A row of a processor's settlement file. `grossMinor - fees = net`; refunds and disputes are negative. */
export interface SettlementRow {
  readonly operatorId: string;
  readonly rowId: string;
  readonly processor: string;
  readonly currency: string;
  /** What the row settles of `processor_receivable`. Zero for a row that is only a fee. */
  readonly grossMinor: number;
  /** Fee's kind → amount; negative for a fee that is given back. */
  readonly fees: Readonly<Record<string, number>>;
  /** The payment that the row was matched with. */
  readonly paymentId: string | null;
  /** When the processor booked it. */
  readonly happenedAtMs: number;
  /** Whether the fees are already expenses, as a dispute's are since its notice: then they only settle. */
  readonly areFeesPosted?: boolean;
  /** `unmatched`: nobody knows what it is for, so the gross goes to suspense. Default `matched`. */
  readonly match?: "matched" | "unmatched";
}

/** A row was settled: the net is in the processor's next payout. */
export function settlementRow(row: SettlementRow, atMs: number): Posting | null {
  const { operatorId, rowId, processor } = row;
  const total = Object.values(row.fees).reduce((sum, amount) => sum + amount, 0);
  const fees = row.areFeesPosted
    ? []
    : Object.entries(row.fees).map(
        ([kind, amount]) => [accountOf("processing_fees", kind), amount] as const,
      );
  const settledMinor = row.areFeesPosted ? row.grossMinor - total : row.grossMinor;
  const settled = row.match === "unmatched" ? "suspense" : "processor_receivable";
  return createPosting({
    source: { operatorId, type: "settlement", id: rowId, paymentId: row.paymentId },
    cause: "settled",
    currency: row.currency,
    debit: {
      [accountOf("processor_payout_in_transit", processor)]: row.grossMinor - total,
      ...Object.fromEntries(fees),
    },
    credit: { [accountOf(settled, processor)]: settledMinor },
    happenedAtMs: row.happenedAtMs,
    atMs,
  });
}

/** A line of a bank statement. */
export interface BankLine {
  readonly operatorId: string;
  readonly lineId: string;
  /** Our account at the bank. */
  readonly bankAccount: string;
  readonly currency: string;
  /** Positive: money came in. */
  readonly amountMinor: number;
  /** What the line is, such as `processor_payout_in_transit` of a processor; `suspense` if nobody knows. */
  readonly for: Extract<
    AccountName,
    "processor_payout_in_transit" | "pay_by_bank_in_flight" | "processing_fees" | "suspense"
  >;
  readonly counterparty?: string;
  readonly happenedAtMs: number;
}

/** A line of a bank statement that moves money. Lines that are already posted (ACH) need none. */
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

/** A correction that a person decided: a write-off, or money in suspense that found its place. */
export interface Correction {
  readonly operatorId: string;
  /** Id of the decision, such as a break's. */
  readonly correctionId: string;
  readonly paymentId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly debit: { readonly account: AccountName; readonly counterparty?: string };
  readonly credit: { readonly account: AccountName; readonly counterparty?: string };
}

/** Moves an amount from one account to another. */
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

/** Gives up what a clearing account still holds: `amountMinor` of its debit balance becomes a loss. */
export function writeOff(
  input: Omit<Correction, "debit" | "credit"> & { readonly from: Correction["credit"] },
  atMs: number,
): Posting | null {
  const { from, ...rest } = input;
  return correction({ ...rest, debit: { account: "write_offs" }, credit: from }, atMs);
}
