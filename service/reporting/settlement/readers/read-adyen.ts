import type { SettlementRowType } from "#contract/connectors/settlement-csv";
import { currencyFrom, dateFrom, timeFrom } from "./field-values.ts";
import { type LinePlace, type ReportRow, readReport } from "./read-report.ts";
import {
  type FeePart,
  FileRefused,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

/** The columns, in any order. */
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

/** Adyen's journal types, in lower case. Any other stops the file. */
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

/** Minutes east of UTC by zone. Other zones count as UTC. */
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

/**
 * Reads Adyen's settlement detail report. An amount's column is its sign. A batch is a merchant account's batch number.
 * Checks that a batch's net credits less net debits are its payout, and that a row in one currency has net = gross −
 * commission, markup, scheme fees and interchange.
 */
export function readAdyen(): SettlementReader {
  return readReport<ColumnName>({
    format: "adyen",
    columns,
    currencyColumn: "Net Currency",
    batchKeyOf(row, currency) {
      // Several payout currencies share a batch number.
      return `${row.cell("Merchant Account")}:${batchNumberOf(row)}:${currency}`;
    },
    begin: (row) => ({ payoutReference: batchNumberOf(row), traceReference: "", valueDate: null }),
    readLine,
    readPayout: ({ cell, lineNo }, { processorReference }, facts) => ({
      ...facts,
      payoutReference: processorReference || facts.payoutReference,
      valueDate: dateFrom(cell("Creation Date").slice(0, 10), "Creation Date", lineNo),
    }),
  });
}

function batchNumberOf({ cell, lineNo }: ReportRow<ColumnName>): string {
  const number = cell("Batch Number");
  if (!/^\d{1,12}$/.test(number)) {
    throw new FileRefused("field_invalid", lineNo, "`Batch Number` must be a number.");
  }
  return number;
}

function readLine({ cell, amount }: ReportRow<ColumnName>, at: LinePlace): SettlementLine {
  const { lineNo, currency } = at;
  const journal = cell("Type").toLowerCase();
  const type = Object.hasOwn(typeOf, journal) ? typeOf[journal] : undefined;
  if (type === undefined) {
    throw new FileRefused(
      "row_type_unknown",
      lineNo,
      `\`${cell("Type").slice(0, 64)}\` is not a known type.`,
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
  // Other rows have only a net amount.
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
    // Psp Reference is the payment's; a refund's or chargeback's own is the modification's.
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

/** Converts a local time of a zone, parsed as UTC. */
function timeIn(zone: string, local: string | null): string | null {
  const minutes = zones[zone.toUpperCase()] ?? 0;
  return local === null ? null : new Date(Date.parse(local) - minutes * 60_000).toISOString();
}
