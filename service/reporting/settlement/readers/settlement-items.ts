import type { RefusalCode, SettlementFormat } from "#contract/api/settlement-files";
import type { SettlementRowType } from "#contract/connectors/settlement-csv";

/** Limits of every reader. They bound memory and time for any file. */
export const readerLimits = {
  fileBytes: 512 * 1024 * 1024,
  /** The longest line, or quoted record with its line breaks. */
  lineCharacters: 64 * 1024,
  fields: 400,
  cellCharacters: 1024,
  rows: 5_000_000,
  batches: 2_000,
  xmlDepth: 32,
  parseMs: 15 * 60_000,
} as const;

/** A refused file. Nothing of it is imported. `line` counts from 1. */
export class FileRefused extends Error {
  override name = "FileRefused";
  readonly code: RefusalCode;
  readonly line: number;

  constructor(code: RefusalCode, line: number, message: string) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

/** A processor's row, or an entry of a bank statement. */
export type LineType = SettlementRowType | "bank_entry";

export interface FeePart {
  readonly kind: string;
  readonly minor: number;
}

/** A row of a processor's report, or an entry of a bank statement. Amounts are signed. */
export interface SettlementLine {
  readonly batchNo: number;
  /** From 1 in its batch. */
  readonly rowNo: number;
  readonly lineNo: number;
  readonly type: LineType;
  readonly processorReference: string;
  readonly originalReference: string;
  readonly merchantReference: string;
  /** ISO 8601, or null. */
  readonly occurredAt: string | null;
  readonly currency: string;
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly fees: readonly FeePart[];
  readonly netMinor: number;
  readonly valueDate: string | null;
  readonly arn: string;
  readonly reasonCode: string;
  /** A bank entry's text and references, joined by spaces; empty for processors' rows. */
  readonly text: string;
  /** Columns that the format does not define. */
  readonly extra: Readonly<Record<string, string>> | null;
  /** The amount before the processor converted it; null if it did not. */
  readonly converted: Converted | null;
}

/** A transaction's amount in its own currency. */
export interface Converted {
  readonly currency: string;
  /** Never negative. */
  readonly minor: number;
  /** The report's rate, a decimal; empty if it states none. */
  readonly rate: string;
}

/** A batch's sums by kind of row. */
export interface RowSums {
  count: number;
  grossMinor: number;
  netMinor: number;
}

/** A batch of a processor's report (one payout), or one statement of a bank account. */
export interface SettlementBatch {
  readonly kind: "processor" | "bank";
  /** From 1 in the file, in the order of the batches' first lines. */
  readonly batchNo: number;
  /** The source's own number of the batch or statement. */
  readonly batchKey: string;
  /** Its first line in the file. */
  readonly lineNo: number;
  /** A statement's account number; empty for processors. */
  readonly account: string;
  readonly currency: string;
  /** Sums without the payout row. */
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly netMinor: number;
  readonly byType: Readonly<Record<string, RowSums>>;
  readonly byFee: Readonly<Record<string, number>>;
  /** The payout's id, which the bank's text names. */
  readonly payoutReference: string;
  /** The bank's own trace of the payout; empty if the report has none. */
  readonly traceReference: string;
  readonly valueDate: string | null;
  readonly rowCount: number;
  /** A statement's balances and number, where the format has them. */
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly sequence: number | null;
  /** SHA-256 of the batch's content, base64url. */
  readonly contentHash: string;
}

/** In the order of the file. A batch comes after all its lines. */
export type SettlementItem =
  | { readonly line: SettlementLine; readonly batch?: never }
  | { readonly batch: SettlementBatch; readonly line?: never };

/**
 * Reads a file piece by piece. `push` and `end` throw {@link FileRefused}, which ends the reader. {@link readerLimits}
 * and the size of a piece bound memory.
 */
export interface SettlementReader {
  readonly format: SettlementFormat;
  push(text: string): SettlementItem[];
  end(): SettlementItem[];
}
