import type { SettlementRowType } from "#contract/connectors/settlement-csv";
import { BatchTally, requireFew } from "./batch-tally.ts";
import { CsvRecords } from "./csv-records.ts";
import {
  currencyFrom,
  dateFrom,
  minorFromDecimal,
  referenceFrom,
  timeFrom,
} from "./field-values.ts";
import { type CellOf, findColumns, requireCells } from "./named-columns.ts";
import {
  type FeePart,
  FileRefused,
  type SettlementItem,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

/** The columns of the settlement detail report that are read, in any order. */
const columns = {
  needed: [
    "Merchant Account",
    "Psp Reference",
    "Type",
    "Gross Currency",
    "Gross Debit (GC)",
    "Gross Credit (GC)",
    "Net Currency",
    "Net Debit (NC)",
    "Net Credit (NC)",
    "Batch Number",
  ],
  optional: [
    "Merchant Reference",
    "Creation Date",
    "TimeZone",
    "Modification Reference",
    "Modification Merchant Reference",
    "Exchange Rate",
    "Commission (NC)",
    "Markup (NC)",
    "Scheme Fees (NC)",
    "Interchange (NC)",
  ],
} as const;
type ColumnName = (typeof columns)["needed"][number] | (typeof columns)["optional"][number];

/** Adyen's journal types, in lower case. Any other one stops the file. */
const typeOf: Readonly<Record<string, SettlementRowType>> = {
  settled: "charge",
  settledexternally: "charge",
  settledexternallywithinfo: "charge",
  settledinstallment: "charge",
  settledinstallmentexternallywithinfo: "charge",
  refunded: "refund",
  refundedexternally: "refund",
  refundedexternallywithinfo: "refund",
  refundedinstallment: "refund",
  refundedinstallmentexternallywithinfo: "refund",
  refundedreversed: "refund_failure",
  chargeback: "dispute",
  chargebackexternally: "dispute",
  chargebackexternallywithinfo: "dispute",
  secondchargeback: "dispute",
  chargebackreversed: "dispute_reversal",
  chargebackreversedexternallywithinfo: "dispute_reversal",
  fee: "fee",
  misccosts: "fee",
  paymentcost: "fee",
  authorisationschemefee: "fee",
  refundauthorisationschemefee: "fee",
  advancementcommissionexternallywithinfo: "fee",
  merchantpayout: "payout",
  internalcompanypayout: "payout",
  acquirerpayout: "payout",
  merchantpayin: "adjustment",
  merchantpayinreversed: "adjustment",
  depositcorrection: "adjustment",
  reserveadjustment: "adjustment",
  invoicededuction: "adjustment",
  balancetransfer: "adjustment",
  matchedstatement: "adjustment",
  manualcorrected: "adjustment",
  bankinstructionreturned: "adjustment",
  epapaid: "adjustment",
  paidout: "adjustment",
  paidoutreversed: "adjustment",
  xastransfer: "adjustment",
  adjustmentexternallywithinfo: "adjustment",
};

/** Minutes east of UTC of the time zones that reports name. Others count as UTC. */
const zones: Readonly<Record<string, number>> = {
  CET: 60,
  CEST: 120,
  BST: 60,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  BRT: -180,
  SGT: 480,
  HKT: 480,
  JST: 540,
  AEST: 600,
  AEDT: 660,
};

interface Batch {
  readonly tally: BatchTally;
  payoutMinor: number | null;
  payoutReference: string;
  valueDate: string | null;
}

/**
 * Reads Adyen's settlement detail report. The column of an amount is its sign. A batch is a merchant
 * account's batch number. Checks that net credits less net debits of a batch are its payout, and
 * that a row in one currency has net = gross − commission, markup, scheme fees and interchange.
 */
export function readAdyen(): SettlementReader {
  let items: SettlementItem[] = [];
  let cellOf: CellOf<ColumnName> | null = null;
  let width = 0;
  let rows = 0;
  const batches = new Map<string, Batch>();

  const records = new CsvRecords((cells, lineNo) => {
    if (cellOf === null) {
      cellOf = findColumns<ColumnName>(cells, columns, lineNo);
      width = cells.length;
      return;
    }
    requireCells(cells, width, lineNo);
    const find = cellOf;
    const cell = (name: ColumnName) => referenceFrom(find(cells, name).trim(), name, lineNo);
    rows += 1;
    const number = cell("Batch Number");
    if (!/^\d{1,12}$/.test(number)) {
      throw new FileRefused("field_invalid", lineNo, "`Batch Number` must be a number.");
    }
    const currency = currencyFrom(cell("Net Currency"), "Net Currency", lineNo);
    // A merchant account with several payout currencies has one batch number for all.
    const batchKey = `${cell("Merchant Account")}:${number}:${currency}`;
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
    const amount = (name: ColumnName, unit: string) =>
      minorFromDecimal(find(cells, name), unit, name, lineNo, records);
    const line = readRow(cell, amount, {
      batchNo: batch.tally.batchNo,
      rowNo: batch.tally.rowCount + 1,
      lineNo,
      currency,
    });
    if (line.type === "payout") {
      batch.payoutMinor = (batch.payoutMinor ?? 0) - line.netMinor;
      batch.payoutReference = line.processorReference || number;
      batch.valueDate = dateFrom(cell("Creation Date").slice(0, 10), "Creation Date", lineNo);
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
        // A batch whose balance is carried over has no payout row.
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
  cell: (name: ColumnName) => string,
  amount: (name: ColumnName, unit: string) => number,
  at: { batchNo: number; rowNo: number; lineNo: number; currency: string },
): SettlementLine {
  const { lineNo, currency } = at;
  const journal = cell("Type").toLowerCase();
  const type = Object.hasOwn(typeOf, journal) ? typeOf[journal] : undefined;
  if (type === undefined) {
    throw new FileRefused(
      "row_type_unknown",
      lineNo,
      `\`${cell("Type").slice(0, 64)}\` is no known type.`,
    );
  }
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
  // Fee rows, payouts and corrections have a net amount only.
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
    merchantReference:
      (isCharge ? "" : cell("Modification Merchant Reference")) || cell("Merchant Reference"),
    occurredAt: timeIn(cell("TimeZone"), timeFrom(cell("Creation Date"), "Creation Date", lineNo)),
    grossMinor: net + feeMinor,
    feeMinor,
    fees,
    netMinor: net,
    valueDate: null,
    arn: "",
    reasonCode: "",
    text: "",
    extra: null,
    converted:
      isSame || gross === 0
        ? null
        : {
            currency: grossUnit.toUpperCase(),
            minor: Math.abs(gross),
            rate: cell("Exchange Rate").replace(",", "."),
          },
  };
}

/** A local time, read as UTC, in its zone. */
function timeIn(zone: string, local: string | null): string | null {
  const minutes = zones[zone.toUpperCase()] ?? 0;
  return local === null ? null : new Date(Date.parse(local) - minutes * 60_000).toISOString();
}
