import {
  type SettlementRowType,
  settlementCsvColumns,
  settlementRowTypes,
} from "#contract/connectors/settlement-csv";
import { BatchTally, requireWithinLimits } from "./batch-tally.ts";
import { CsvRecords } from "./csv-records.ts";
import {
  currencyFrom,
  dateFrom,
  minorFrom,
  referenceFrom,
  refuse,
  timeFrom,
} from "./field-values.ts";
import { type CellOf, findColumns, requireCells } from "./named-columns.ts";
import {
  FileRefused,
  readerLimits,
  type SettlementItem,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

const [
  batchId,
  rowNoColumn,
  rowType,
  processorReference,
  originalReference,
  merchantReference,
  occurredAt,
  currency,
  grossMinor,
  feeMinor,
  feeKind,
  netMinor,
  valueDate,
  arn,
  reasonCode,
] = settlementCsvColumns;
type ColumnName = (typeof settlementCsvColumns)[number];
const known: ReadonlySet<string> = new Set(settlementCsvColumns);
const rowTypes: ReadonlySet<string> = new Set(settlementRowTypes);

/**
 * Reads the format of contract/connectors/settlement-csv.ts. Each row must have net = gross − fee, each batch rows
 * numbered without gaps, and a payout row that is the sum of the others.
 */
export function readSettlementCsv(): SettlementReader {
  let items: SettlementItem[] = [];
  let header: readonly string[] | null = null;
  let find: CellOf<ColumnName> = () => "";
  let batch: BatchTally | null = null;
  const seen = new Set<string>();
  let rows = 0;

  const begin = (batchKey: string, line: SettlementLine): BatchTally => {
    if (batch) {
      throw new FileRefused(
        "payout_row_missing",
        line.lineNo,
        `Batch ${batch.batchKey} has no payout row.`,
      );
    }
    if (seen.has(batchKey)) {
      throw new FileRefused("batch_repeated", line.lineNo, `Batch ${batchKey} ended before.`);
    }
    seen.add(batchKey);
    requireWithinLimits(0, seen.size, line.lineNo);
    return new BatchTally({ batchNo: line.batchNo, batchKey }, line.currency, line.lineNo);
  };

  const records = new CsvRecords((cells, lineNo) => {
    if (header === null) {
      find = findColumns(cells, { needed: settlementCsvColumns, optional: [] }, lineNo);
      header = cells;
      return;
    }
    requireCells(cells, header.length, lineNo);
    const cell = (column: ColumnName) => referenceFrom(find(cells, column), column, lineNo);
    const batchKey = readBatchKey(cell(batchId), lineNo);
    const isSame = batch?.batchKey === batchKey;
    const line = readRow(cell, lineNo, isSame ? seen.size : seen.size + 1, extraOf(cells, header));
    rows += 1;
    requireWithinLimits(rows, 0, lineNo);
    const tally: BatchTally = batch && isSame ? batch : begin(batchKey, line);
    batch = tally;
    if (line.rowNo !== tally.rowCount + 1) {
      throw new FileRefused(
        "row_number_gap",
        lineNo,
        `\`row_no\` must be ${tally.rowCount + 1} here, not ${line.rowNo}.`,
      );
    }
    requireSigns(line);
    const sumMinor = tally.netMinor;
    tally.add(line);
    items.push({ line });
    if (line.type !== "payout") return;
    if (line.netMinor !== sumMinor || line.feeMinor !== 0) {
      throw new FileRefused(
        "batch_total_wrong",
        lineNo,
        `The rows of batch ${batchKey} add up to ${sumMinor}, and its payout row says ${line.netMinor}.`,
      );
    }
    const payout = {
      kind: "processor" as const,
      payoutReference: line.processorReference || batchKey,
      valueDate: line.valueDate,
    };
    items.push({ batch: tally.toBatch(payout) });
    batch = null;
  });

  const taken = () => {
    const found = items;
    items = [];
    return found;
  };
  return {
    format: "csv",
    push(text) {
      records.push(text);
      return taken();
    },
    end() {
      records.end();
      if (header === null) throw new FileRefused("file_empty", 1, "The file has no header row.");
      if (batch) {
        throw new FileRefused(
          "payout_row_missing",
          records.lineNo,
          `Batch ${batch.batchKey} has no payout row: the file may be cut off.`,
        );
      }
      if (rows === 0) throw new FileRefused("file_empty", 1, "The file has no rows.");
      return taken();
    },
  };
}

function readBatchKey(key: string, lineNo: number): string {
  if (key === "" || key.length > 128) refuse(batchId, lineNo, "1 to 128 characters");
  return key;
}

function readRow(
  cell: (column: ColumnName) => string,
  lineNo: number,
  batchNo: number,
  extra: SettlementLine["extra"],
): SettlementLine {
  const type = cell(rowType);
  if (!rowTypes.has(type)) {
    throw new FileRefused(
      "row_type_unknown",
      lineNo,
      `\`${type.slice(0, 64)}\` is not a row type.`,
    );
  }
  const fee = minorFrom(cell(feeMinor), feeMinor, lineNo);
  const line: SettlementLine = {
    batchNo,
    rowNo: minorFrom(cell(rowNoColumn), rowNoColumn, lineNo),
    lineNo,
    type: type as SettlementRowType,
    processorReference: cell(processorReference),
    originalReference: cell(originalReference),
    merchantReference: cell(merchantReference),
    occurredAt: timeFrom(cell(occurredAt), occurredAt, lineNo),
    currency: currencyFrom(cell(currency), currency, lineNo),
    grossMinor: minorFrom(cell(grossMinor), grossMinor, lineNo),
    feeMinor: fee,
    fees: fee === 0 ? [] : [{ kind: cell(feeKind) || "other", minor: fee }],
    netMinor: minorFrom(cell(netMinor), netMinor, lineNo),
    valueDate: dateFrom(cell(valueDate), valueDate, lineNo),
    arn: cell(arn),
    reasonCode: cell(reasonCode),
    text: "",
    extra,
    converted: null,
  };
  if (line.grossMinor - line.feeMinor !== line.netMinor) {
    throw new FileRefused("net_wrong", lineNo, "`net_minor` must be `gross_minor` − `fee_minor`.");
  }
  return line;
}

/** The sign of `gross_minor` by type. */
const signs: Partial<Record<SettlementLine["type"], 1 | -1 | 0>> = {
  charge: 1,
  dispute_reversal: 1,
  refund_failure: 1,
  refund: -1,
  dispute: -1,
  fee: 0,
};

function requireSigns({ type, grossMinor: gross, lineNo }: SettlementLine): void {
  const sign = signs[type];
  if (sign === undefined || Math.sign(gross) === sign) return;
  const wanted = sign === 0 ? "0" : sign === 1 ? "positive" : "negative";
  throw new FileRefused(
    "field_invalid",
    lineNo,
    `\`gross_minor\` must be ${wanted} in a row of type \`${type}\`.`,
  );
}

function extraOf(cells: readonly string[], header: readonly string[]) {
  const extra: Record<string, string> = Object.create(null);
  for (const [index, column] of header.entries()) {
    const name = column.trim().slice(0, 64);
    const value = (cells[index] ?? "").slice(0, readerLimits.cellCharacters);
    if (value !== "" && name !== "" && !known.has(name.toLowerCase())) extra[name] = value;
  }
  return Object.keys(extra).length === 0 ? null : extra;
}
