import type { SettlementRowType } from "#contract/connectors/settlement-csv";
import { BatchTally, requireFew } from "./batch-tally.ts";
import { CsvRecords } from "./csv-records.ts";
import { currencyFrom, minorFromDecimal, referenceFrom, timeFrom } from "./field-values.ts";
import { findColumns, requireCells } from "./named-columns.ts";
import {
  type FeePart,
  FileRefused,
  type SettlementItem,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

/** The columns of the settlement detail report that are read. */
const columns = [
  "Merchant Account",
  "Psp Reference",
  "Merchant Reference",
  "Creation Date",
  "Type",
  "Modification Reference",
  "Gross Currency",
  "Gross Debit (GC)",
  "Gross Credit (GC)",
  "Net Currency",
  "Net Debit (NC)",
  "Net Credit (NC)",
  "Commission (NC)",
  "Markup (NC)",
  "Scheme Fees (NC)",
  "Interchange (NC)",
  "Batch Number",
] as const;

/** Adyen's journal types. Any other one stops the file. */
const typeOf: Readonly<Record<string, SettlementRowType>> = {
  Settled: "charge",
  SettledExternally: "charge",
  Refunded: "refund",
  RefundedReversed: "refund_failure",
  Chargeback: "dispute",
  SecondChargeback: "dispute",
  ChargebackReversed: "dispute_reversal",
  Fee: "fee",
  MerchantPayout: "payout",
  DepositCorrection: "adjustment",
  InvoiceDeduction: "adjustment",
  BalanceTransfer: "adjustment",
};

interface Batch {
  readonly tally: BatchTally;
  payoutMinor: number | null;
  payoutReference: string;
  valueDate: string | null;
}

/**
 * Reads Adyen's settlement detail report. The sign of an amount is its column. A batch is a merchant
 * account's batch number. Checks that net credits less net debits of a batch are its payout, and
 * that a row in one currency has net = gross − commission, markup, scheme fees and interchange.
 */
export function readAdyen(): SettlementReader {
  let items: SettlementItem[] = [];
  let cellOf: ReturnType<typeof findColumns<(typeof columns)[number]>> | null = null;
  let width = 0;
  let rows = 0;
  const batches = new Map<string, Batch>();

  const records = new CsvRecords((cells, lineNo) => {
    if (cellOf === null) {
      cellOf = findColumns(cells, columns, lineNo);
      width = cells.length;
      return;
    }
    requireCells(cells, width, lineNo);
    const find = cellOf;
    const cell = (name: (typeof columns)[number]) =>
      referenceFrom(find(cells, name), name, lineNo).trim();
    rows += 1;
    const number = cell("Batch Number");
    if (!/^\d{1,12}$/.test(number)) {
      throw new FileRefused("field_invalid", lineNo, "`Batch Number` must be a number.");
    }
    const batchKey = `${cell("Merchant Account")}:${number}`;
    const currency = currencyFrom(cell("Net Currency"), "Net Currency", lineNo);
    let batch = batches.get(batchKey);
    if (!batch) {
      batch = {
        tally: new BatchTally({ batchNo: batches.size + 1, batchKey }, currency, lineNo),
        payoutMinor: null,
        payoutReference: number,
        valueDate: null,
      };
      batches.set(batchKey, batch);
    }
    requireFew(rows, batches.size, lineNo);
    const line = readRow(cell, {
      batchNo: batch.tally.batchNo,
      rowNo: batch.tally.rowCount + 1,
      lineNo,
      currency,
    });
    if (line.type === "payout") {
      batch.payoutMinor = (batch.payoutMinor ?? 0) - line.netMinor;
      batch.payoutReference = line.processorReference || number;
      batch.valueDate = line.occurredAt?.slice(0, 10) ?? null;
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
    format: "adyen",
    push(text) {
      records.push(text);
      return taken();
    },
    end() {
      records.end();
      if (rows === 0) throw new FileRefused("file_empty", 1, "The report has no rows.");
      for (const { tally, payoutMinor, payoutReference, valueDate } of batches.values()) {
        // A batch that carries its balance over has no payout row.
        if (payoutMinor !== null && payoutMinor !== tally.netMinor) {
          throw new FileRefused(
            "batch_total_wrong",
            tally.firstLine,
            `The rows of batch ${tally.batchKey} add up to ${tally.netMinor}, and its payout is ${payoutMinor}.`,
          );
        }
        items.push({ batch: tally.toBatch({ kind: "processor", payoutReference, valueDate }) });
      }
      return taken();
    },
  };
}

function readRow(
  cell: (name: (typeof columns)[number]) => string,
  at: { batchNo: number; rowNo: number; lineNo: number; currency: string },
): SettlementLine {
  const { lineNo, currency } = at;
  const journal = cell("Type");
  const type = Object.hasOwn(typeOf, journal) ? typeOf[journal] : undefined;
  if (type === undefined) {
    throw new FileRefused(
      "row_type_unknown",
      lineNo,
      `\`${journal.slice(0, 64)}\` is no known type.`,
    );
  }
  const amount = (name: (typeof columns)[number], unit: string) =>
    minorFromDecimal(cell(name), unit, name, lineNo);
  const grossUnit = cell("Gross Currency") || currency;
  const net = amount("Net Credit (NC)", currency) - amount("Net Debit (NC)", currency);
  const gross =
    amount("Gross Credit (GC)", currencyFrom(grossUnit, "Gross Currency", lineNo)) -
    amount("Gross Debit (GC)", grossUnit.toUpperCase());
  const parts: FeePart[] = [
    { kind: "commission", minor: amount("Commission (NC)", currency) },
    { kind: "markup", minor: amount("Markup (NC)", currency) },
    { kind: "scheme", minor: amount("Scheme Fees (NC)", currency) },
    { kind: "interchange", minor: amount("Interchange (NC)", currency) },
  ];
  const stated = parts.filter(({ minor }) => minor !== 0);
  const statedMinor = stated.reduce((sum, { minor }) => sum + minor, 0);
  // Fee rows, payouts and corrections have no gross amount: their net is all there is.
  const isWhole = type === "fee" || type === "payout" || type === "adjustment" || gross === 0;
  const isSame = grossUnit.toUpperCase() === currency;
  if (!isWhole && isSame && gross - statedMinor !== net) {
    throw new FileRefused("net_wrong", lineNo, "Net is not gross less commission and other fees.");
  }
  const feeMinor = type === "fee" ? -net : isWhole ? 0 : statedMinor;
  const fees =
    type === "fee" && net !== 0 ? [{ kind: "other", minor: -net }] : isWhole ? [] : stated;
  const pspReference = cell("Psp Reference");
  const modification = cell("Modification Reference");
  const isCharge = type === "charge";
  return {
    ...at,
    type,
    // The Psp Reference of a refund or chargeback is the payment's; the modification's is its own.
    processorReference: isCharge ? pspReference : modification || pspReference,
    originalReference: isCharge ? "" : pspReference,
    merchantReference: cell("Merchant Reference"),
    occurredAt: timeFrom(cell("Creation Date"), "Creation Date", lineNo),
    grossMinor: net + feeMinor,
    feeMinor,
    fees,
    netMinor: net,
    valueDate: null,
    arn: "",
    reasonCode: "",
    text: "",
    extra:
      isSame || gross === 0
        ? null
        : { "Gross Currency": grossUnit.toUpperCase(), "Gross (GC)": String(gross) },
  };
}
