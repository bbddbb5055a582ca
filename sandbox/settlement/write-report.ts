import { writeSettlementCsv } from "#contract/connectors/settlement-csv";
import { minorDigits } from "#contract/money";
import type { Batch, ReportRow } from "./batches.ts";

export const reportFormats = {
  csv: "Settlement CSV",
  stripe: "Stripe payout reconciliation",
  adyen: "Adyen settlement detail",
} as const;
export type ReportFormat = keyof typeof reportFormats;

export function writeReport(format: ReportFormat, batches: readonly Batch[]): string {
  switch (format) {
    case "csv":
      return writeSettlementCsv(batches.flatMap(({ rows }) => rows));
    case "stripe":
      return writeStripe(batches);
    case "adyen":
      return writeAdyen(batches);
  }
}

const stripeColumns = [
  "automatic_payout_id",
  "automatic_payout_effective_at",
  "balance_transaction_id",
  "created",
  "available_on",
  "currency",
  "gross",
  "fee",
  "net",
  "reporting_category",
  "source_id",
  "description",
  "charge_id",
  "payment_intent_id",
  "trace_id",
  "trace_id_status",
] as const;

/** Writes `payout_reconciliation.itemized.5`: decimals of major units, a fee as a negative gross. */
function writeStripe(batches: readonly Batch[]): string {
  const lines = batches.flatMap((batch) =>
    batch.rows.map((row): Record<(typeof stripeColumns)[number], string> => {
      const isFee = row.row_type === "fee";
      const isPayout = row.row_type === "payout";
      const amount = (minor: number) => decimalOf(minor, row.currency);
      const gross = isFee ? -row.fee_minor : isPayout ? -row.net_minor : row.gross_minor;
      return {
        automatic_payout_id: batch.payoutId,
        automatic_payout_effective_at: `${batch.valueDate} 00:00:00`,
        balance_transaction_id: `txn_${batch.id}_${row.row_no}`,
        created: spaced(row.occurred_at),
        available_on: `${batch.valueDate} 00:00:00`,
        currency: row.currency.toLowerCase(),
        gross: amount(gross),
        fee: amount(isFee ? 0 : row.fee_minor),
        net: amount(isPayout ? -row.net_minor : row.net_minor),
        reporting_category: row.row_type === "adjustment" ? "other_adjustment" : row.row_type,
        source_id: row.processor_reference,
        description: row.reason_code,
        charge_id: row.row_type === "charge" ? row.processor_reference : row.original_reference,
        payment_intent_id: "",
        trace_id: isPayout ? batch.payoutId : "",
        trace_id_status: isPayout ? "supported" : "",
      };
    }),
  );
  return csvOf(stripeColumns, lines);
}

const adyenColumns = [
  "Company Account",
  "Merchant Account",
  "Psp Reference",
  "Merchant Reference",
  "Payment Method",
  "Creation Date",
  "TimeZone",
  "Type",
  "Modification Reference",
  "Gross Currency",
  "Gross Debit (GC)",
  "Gross Credit (GC)",
  "Exchange Rate",
  "Net Currency",
  "Net Debit (NC)",
  "Net Credit (NC)",
  "Commission (NC)",
  "Markup (NC)",
  "Scheme Fees (NC)",
  "Interchange (NC)",
  "Payment Method Variant",
  "Modification Merchant Reference",
  "Batch Number",
  "Reserved4",
  "Reserved5",
  "Reserved6",
  "Reserved7",
  "Reserved8",
  "Reserved9",
  "Reserved10",
] as const;

const adyenTypes: Readonly<Record<ReportRow["row_type"], string>> = {
  charge: "Settled",
  refund: "Refunded",
  refund_failure: "RefundedReversed",
  dispute: "Chargeback",
  dispute_reversal: "ChargebackReversed",
  fee: "Fee",
  adjustment: "DepositCorrection",
  payout: "MerchantPayout",
};

/** Writes a settlement detail report: an amount's column is its sign; a payout is a debit of the balance. */
function writeAdyen(batches: readonly Batch[]): string {
  const lines = batches.flatMap((batch) =>
    batch.rows.map((row) => {
      const isPayout = row.row_type === "payout";
      const isCharge = row.row_type === "charge";
      const net = isPayout ? -row.net_minor : row.net_minor;
      const gross = isPayout || row.row_type === "fee" ? 0 : row.gross_minor;
      const part = (minor: number) => (minor === 0 ? "" : decimalOf(minor, row.currency));
      const line: Partial<Record<(typeof adyenColumns)[number], string>> = {
        "Company Account": "TesseraSandbox",
        "Merchant Account": "TesseraSandboxCOM",
        "Psp Reference": isCharge ? row.processor_reference : row.original_reference,
        "Merchant Reference": isCharge ? row.merchant_reference : "",
        "Payment Method": isCharge ? "visa" : "",
        "Creation Date": isPayout ? `${batch.valueDate} 06:00:00` : spaced(row.occurred_at),
        TimeZone: "GMT",
        Type: row.reason_code === "invoice" ? "InvoiceDeduction" : adyenTypes[row.row_type],
        "Modification Reference": isCharge ? "" : row.processor_reference,
        "Gross Currency": row.currency,
        "Gross Debit (GC)": part(Math.max(0, -gross)),
        "Gross Credit (GC)": part(Math.max(0, gross)),
        "Exchange Rate": "1",
        "Net Currency": row.currency,
        "Net Debit (NC)": part(Math.max(0, -net)),
        "Net Credit (NC)": part(Math.max(0, net)),
        "Markup (NC)": part(row.fees.markup),
        "Scheme Fees (NC)": part(row.fees.scheme),
        "Interchange (NC)": part(row.fees.interchange),
        "Modification Merchant Reference": isCharge ? "" : row.merchant_reference,
        "Batch Number": String(batch.number),
      };
      return line;
    }),
  );
  return csvOf(adyenColumns, lines);
}

function csvOf<Column extends string>(
  columns: readonly Column[],
  lines: readonly Partial<Record<Column, string>>[],
): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [
    columns.join(","),
    ...lines.map((line) => columns.map((column) => cell(line[column] ?? "")).join(",")),
    "",
  ].join("\n");
}

/** Writes minor units as decimal text: 1234 → `12.34`. */
export function decimalOf(minor: number, currency: string): string {
  const digits = minorDigits(currency) ?? 2;
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return minor < 0 ? `-${whole}` : whole;
}

function spaced(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}
