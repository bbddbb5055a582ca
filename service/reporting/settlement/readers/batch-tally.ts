import { createHash, type Hash } from "node:crypto";
import { addMinor } from "./field-values.ts";
import {
  FileRefused,
  type RowSums,
  readerLimits,
  type SettlementBatch,
  type SettlementLine,
} from "./settlement-items.ts";

/** Adds up and hashes the lines of one batch. */
export class BatchTally {
  readonly batchNo: number;
  readonly batchKey: string;
  readonly currency: string;
  readonly firstLine: number;
  rowCount = 0;
  netMinor = 0;
  #grossMinor = 0;
  #feeMinor = 0;
  readonly #byType: Record<string, RowSums> = {};
  readonly #byFee: Record<string, number> = {};
  readonly #hash: Hash = createHash("sha256");

  constructor(
    { batchNo, batchKey }: Pick<SettlementBatch, "batchNo" | "batchKey">,
    currency: string,
    firstLine: number,
  ) {
    this.batchNo = batchNo;
    this.batchKey = batchKey;
    this.currency = currency;
    this.firstLine = firstLine;
  }

  /** Adds a line. The sums exclude the payout row. */
  add(line: SettlementLine): void {
    const { lineNo } = line;
    if (line.currency !== this.currency) {
      throw new FileRefused("currency_mixed", lineNo, "A batch must have one currency.");
    }
    this.rowCount += 1;
    this.#hash.update(
      [
        line.rowNo,
        line.type,
        line.processorReference,
        line.originalReference,
        line.merchantReference,
        line.occurredAt ?? "",
        line.grossMinor,
        line.feeMinor,
        line.fees.map(({ kind }) => kind).join(" "),
        line.netMinor,
        line.valueDate ?? "",
        line.arn,
        line.reasonCode,
        line.text,
        ...(line.converted ? Object.values(line.converted) : []),
      ].join("\u001f"),
    );
    this.#hash.update("\u001e");
    const sums = this.#byType[line.type] ?? { count: 0, grossMinor: 0, netMinor: 0 };
    this.#byType[line.type] = sums;
    sums.count += 1;
    sums.grossMinor = addMinor(sums.grossMinor, line.grossMinor, lineNo);
    sums.netMinor = addMinor(sums.netMinor, line.netMinor, lineNo);
    if (line.type === "payout") return;
    this.#grossMinor = addMinor(this.#grossMinor, line.grossMinor, lineNo);
    this.#feeMinor = addMinor(this.#feeMinor, line.feeMinor, lineNo);
    this.netMinor = addMinor(this.netMinor, line.netMinor, lineNo);
    for (const { kind, minor } of line.fees) {
      this.#byFee[kind] = addMinor(this.#byFee[kind] ?? 0, minor, lineNo);
    }
  }

  toBatch(
    more: Partial<SettlementBatch> &
      Pick<SettlementBatch, "kind" | "payoutReference" | "valueDate">,
  ): SettlementBatch {
    return {
      batchNo: this.batchNo,
      batchKey: this.batchKey,
      lineNo: this.firstLine,
      account: "",
      traceReference: "",
      currency: this.currency,
      grossMinor: this.#grossMinor,
      feeMinor: this.#feeMinor,
      netMinor: this.netMinor,
      byType: this.#byType,
      byFee: this.#byFee,
      rowCount: this.rowCount,
      openingMinor: null,
      closingMinor: null,
      sequence: null,
      contentHash: this.#hash.digest("base64url"),
      ...more,
    };
  }
}

/** Throws FileRefused `too_many_rows` or `too_many_batches` above the limits of a file. */
export function requireWithinLimits(rows: number, batches: number, lineNo: number): void {
  if (rows > readerLimits.rows) {
    throw new FileRefused("too_many_rows", lineNo, `A file has at most ${readerLimits.rows} rows.`);
  }
  if (batches > readerLimits.batches) {
    throw new FileRefused(
      "too_many_batches",
      lineNo,
      `A file has at most ${readerLimits.batches} batches.`,
    );
  }
}
