import { replaceAccount } from "./account-runs.ts";
import { BatchTally } from "./batch-tally.ts";
import { addMinor } from "./field-values.ts";
import { FileRefused, type SettlementBatch, type SettlementLine } from "./settlement-items.ts";

/** `amountMinor` is positive for a credit. */
export interface BankEntry {
  readonly amountMinor: number;
  readonly valueDate: string | null;
  readonly bookedOn: string | null;
  /** The bank's own code. */
  readonly code: string;
  readonly bankReference: string;
  readonly text: string;
}

export class StatementTally {
  readonly account: string;
  readonly #tally: BatchTally;
  #openingMinor: number | null = null;

  constructor(
    at: Pick<SettlementBatch, "batchNo" | "batchKey"> & { account: string; currency: string },
    lineNo: number,
  ) {
    this.account = at.account;
    this.#tally = new BatchTally(at, at.currency, lineNo);
  }

  get currency(): string {
    return this.#tally.currency;
  }

  get batchKey(): string {
    return this.#tally.batchKey;
  }

  get entryCount(): number {
    return this.#tally.rowCount;
  }

  set openingMinor(minor: number) {
    this.#openingMinor = minor;
  }

  get openingMinor(): number | null {
    return this.#openingMinor;
  }

  add(entry: BankEntry, lineNo: number): SettlementLine {
    // The reference is stored in clear; the sealed text keeps it whole.
    const { bankReference } = entry;
    const reference = replaceAccount(bankReference, this.account, (run) => `…${run.slice(-4)}`);
    const text = reference === bankReference ? entry.text : `${bankReference} ${entry.text}`;
    const line: SettlementLine = {
      batchNo: this.#tally.batchNo,
      rowNo: this.#tally.rowCount + 1,
      lineNo,
      type: "bank_entry",
      processorReference: reference,
      originalReference: "",
      merchantReference: "",
      occurredAt: entry.bookedOn === null ? null : `${entry.bookedOn}T00:00:00.000Z`,
      currency: this.currency,
      grossMinor: entry.amountMinor,
      feeMinor: 0,
      fees: [],
      netMinor: entry.amountMinor,
      valueDate: entry.valueDate,
      arn: "",
      reasonCode: entry.code,
      text: text.replace(/\s+/g, " ").trim().slice(0, 1024),
      extra: null,
      converted: null,
    };
    this.#tally.add(line);
    return line;
  }

  /**
   * Opening balance and entries must add up to the closing balance, from which a missing opening balance is computed. A
   * statement without balances is not compared with others.
   */
  close(
    end: { closingMinor: number | null; date: string; sequence: number | null },
    lineNo: number,
  ): SettlementBatch {
    const { closingMinor, date, sequence } = end;
    const netMinor = this.#tally.netMinor;
    const openingMinor =
      this.#openingMinor ??
      (closingMinor === null ? null : addMinor(closingMinor, -netMinor, lineNo));
    const computed = openingMinor === null ? null : addMinor(openingMinor, netMinor, lineNo);
    if (closingMinor !== null && computed !== closingMinor) {
      throw new FileRefused(
        "balance_wrong",
        lineNo,
        `Opening balance and entries add up to ${computed}, and the closing balance is ${closingMinor}.`,
      );
    }
    return this.#tally.toBatch({
      kind: "bank",
      account: this.account,
      payoutReference: "",
      valueDate: date,
      openingMinor,
      closingMinor,
      sequence,
    });
  }
}
