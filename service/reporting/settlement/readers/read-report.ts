import type { SettlementFormat } from "#contract/api/settlement-files";
import { BatchTally, requireWithinLimits } from "./batch-tally.ts";
import { CsvRecords } from "./csv-records.ts";
import { currencyFrom, minorFromDecimal, referenceFrom } from "./field-values.ts";
import { type CellOf, type Columns, findColumns, requireCells } from "./named-columns.ts";
import {
  FileRefused,
  type SettlementBatch,
  type SettlementItem,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

export interface ReportRow<Name extends string> {
  readonly lineNo: number;
  /** A cell's text, trimmed; empty if the file lacks the column. */
  cell(name: Name): string;
  /** Converts major units to minor units of `unit`. An empty cell is 0. */
  amount(name: Name, unit: string): number;
}

/** What a report says about a batch's payout, besides its amount. */
export type PayoutFacts = Pick<SettlementBatch, "payoutReference" | "traceReference" | "valueDate">;

export type LinePlace = Pick<SettlementLine, "batchNo" | "rowNo" | "lineNo" | "currency">;

/** A report with amounts in major units. Rows of several batches may be mixed. */
export interface Report<Name extends string> {
  readonly format: SettlementFormat;
  readonly columns: Columns<Name>;
  readonly currencyColumn: Name;
  batchKeyOf(row: ReportRow<Name>, currency: string): string;
  /** Reads the facts in a batch's first row. */
  begin(row: ReportRow<Name>): PayoutFacts;
  readLine(row: ReportRow<Name>, at: LinePlace, facts: PayoutFacts): SettlementLine;
  /** Reads the facts in the payout's own row. */
  readPayout?(row: ReportRow<Name>, line: SettlementLine, facts: PayoutFacts): PayoutFacts;
}

interface Batch {
  readonly tally: BatchTally;
  facts: PayoutFacts;
  /** The amount of the payout row; null without one: the balance is carried over, or the report omits payouts. */
  payoutMinor: number | null;
}

/** Reads a report. The other rows of a batch must add up to its payout row, if there is one. */
export function readReport<Name extends string>(report: Report<Name>): SettlementReader {
  const { format, columns, currencyColumn } = report;
  let items: SettlementItem[] = [];
  let find: CellOf<Name> | null = null;
  let width = 0;
  let rows = 0;
  const batches = new Map<string, Batch>();

  const records = new CsvRecords((cells, lineNo) => {
    if (find === null) {
      find = findColumns(cells, columns, lineNo);
      width = cells.length;
      return;
    }
    requireCells(cells, width, lineNo);
    const cellOf = find;
    const row: ReportRow<Name> = {
      lineNo,
      cell: (name) => referenceFrom(cellOf(cells, name).trim(), name, lineNo),
      amount: (name, unit) => minorFromDecimal(cellOf(cells, name), unit, name, lineNo, records),
    };
    rows += 1;
    const currency = currencyFrom(row.cell(currencyColumn), currencyColumn, lineNo);
    const batchKey = report.batchKeyOf(row, currency);
    let batch = batches.get(batchKey);
    if (!batch) {
      const tally = new BatchTally({ batchNo: batches.size + 1, batchKey }, currency, lineNo);
      batch = { tally, facts: report.begin(row), payoutMinor: null };
      batches.set(batchKey, batch);
    }
    requireWithinLimits(rows, batches.size, lineNo);
    const { batchNo, rowCount } = batch.tally;
    const line = report.readLine(
      row,
      { batchNo, rowNo: rowCount + 1, lineNo, currency },
      batch.facts,
    );
    if (line.type === "payout") {
      batch.payoutMinor = (batch.payoutMinor ?? 0) - line.netMinor;
      batch.facts = report.readPayout?.(row, line, batch.facts) ?? batch.facts;
    }
    batch.tally.add(line);
    items.push({ line });
  });

  const taken = () => {
    const found = items;
    items = [];
    return found;
  };
  return {
    format,
    push(text) {
      records.push(text);
      return taken();
    },
    end() {
      records.end();
      if (rows === 0) throw new FileRefused("file_empty", 1, "The report has no rows.");
      for (const { tally, facts, payoutMinor } of batches.values()) {
        if (payoutMinor !== null && payoutMinor !== tally.netMinor) {
          throw new FileRefused(
            "batch_total_wrong",
            tally.firstLine,
            `The rows of ${tally.batchKey} add up to ${tally.netMinor}, and the payout is ${payoutMinor}.`,
          );
        }
        items.push({ batch: tally.toBatch({ kind: "processor", ...facts }) });
      }
      return taken();
    },
  };
}
