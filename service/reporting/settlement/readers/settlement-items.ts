import type { RefusalCode, SettlementFormat } from "#contract/api/settlement-files";
import type { SettlementRowType } from "#contract/connectors/settlement-csv";

/** These limits bound memory and time for any file. */
export const readerLimits = {
  fileBytes: 512 * 1024 * 1024,
  /** Also limits a quoted record with its line breaks. */
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

export type LineType = SettlementRowType | "bank_entry";

export interface FeePart {
  readonly kind: string;
  readonly minor: number;
}

/** A processor's row, or a bank entry. Amounts are signed. */
export interface SettlementLine {
  readonly batchNo: number;
  /** The row's number in its batch, from 1. */
  readonly rowNo: number;
  readonly lineNo: number;
  readonly type: LineType;
  readonly processorReference: string;
  readonly originalReference: string;
  readonly merchantReference: string;
  /** ISO 8601; null if unknown. */
  readonly occurredAt: string | null;
  readonly currency: string;
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly fees: readonly FeePart[];
  readonly netMinor: number;
  readonly valueDate: string | null;
  readonly arn: string;
  readonly reasonCode: string;
  /** A bank entry's text and references, joined by spaces. */
  readonly text: string;
  /** Fields that the format does not define. */
  readonly extra: Readonly<Record<string, string>> | null;
  /** Null if the processor did not convert the amount. */
  readonly converted: Converted | null;
}

/** The amount in the transaction's own currency. */
export interface Converted {
  readonly currency: string;
  /** The amount, never negative. */
  readonly minor: number;
  /** A decimal; empty if the report states none. */
  readonly rate: string;
}

export interface RowSums {
  count: number;
  grossMinor: number;
  netMinor: number;
}

/** A processor's payout, or one statement of a bank account. */
export interface SettlementBatch {
  readonly kind: "processor" | "bank";
  /** The batch's number, from 1, in the order of the batches' first lines. */
  readonly batchNo: number;
  /** The source's own number of the batch. */
  readonly batchKey: string;
  readonly lineNo: number;
  /** The bank account; empty for processors. */
  readonly account: string;
  readonly currency: string;
  /** The sum without the payout row. */
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly netMinor: number;
  readonly byType: Readonly<Record<string, RowSums>>;
  readonly byFee: Readonly<Record<string, number>>;
  /** A reference that the bank's text names. */
  readonly payoutReference: string;
  /** The bank's own trace; empty if the report has none. */
  readonly traceReference: string;
  readonly valueDate: string | null;
  readonly rowCount: number;
  /** Balances and number, where the format has them. */
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly sequence: number | null;
  /** SHA-256, base64url. */
  readonly contentHash: string;
}

/** A batch comes after all its lines. */
export type SettlementItem =
  | { readonly line: SettlementLine; readonly batch?: never }
  | { readonly batch: SettlementBatch; readonly line?: never };

/**
 * `push` and `end` throw {@link FileRefused}, which ends the reader. {@link readerLimits} and a piece's size bound
 * memory.
 */
export interface SettlementReader {
  readonly format: SettlementFormat;
  push(text: string): SettlementItem[];
  end(): SettlementItem[];
}
