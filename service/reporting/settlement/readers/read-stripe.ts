import type { SettlementRowType } from "#contract/connectors/settlement-csv";
import { currencyFrom, timeFrom } from "./field-values.ts";
import { type LinePlace, type PayoutFacts, type ReportRow, readReport } from "./read-report.ts";
import { FileRefused, type SettlementLine, type SettlementReader } from "./settlement-items.ts";

/** Columns of `payout_reconciliation.itemized.5`. Operators choose them, in any order. We read none about customers. */
const columns = {
  needed: ["automatic_payout_id", "currency", "gross", "fee", "net", "reporting_category"],
  optional: [
    "automatic_payout_effective_at",
    "automatic_payout_effective_at_utc",
    "balance_transaction_id",
    "created",
    "created_utc",
    "source_id",
    "charge_id",
    "customer_facing_amount",
    "customer_facing_currency",
    "trace_id",
  ],
} as const;
type ColumnName = (typeof columns)["needed"][number] | (typeof columns)["optional"][number];

/** Any other category stops the file: its sign and meaning are unknown. */
const typeOf: Readonly<Record<string, SettlementRowType>> = {
  charge: "charge",
  refund: "refund",
  refund_failure: "refund_failure",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  payout: "payout",
  charge_failure: "adjustment",
  partial_capture_reversal: "adjustment",
  other_adjustment: "adjustment",
  transfer: "adjustment",
  transfer_reversal: "adjustment",
  topup: "adjustment",
  topup_reversal: "adjustment",
  payout_reversal: "adjustment",
  payout_minimum_balance_hold: "adjustment",
  payout_minimum_balance_release: "adjustment",
  platform_earning: "adjustment",
  platform_earning_refund: "adjustment",
  connect_collection_transfer: "adjustment",
  connect_reserved_funds: "adjustment",
  risk_reserved_funds: "adjustment",
  unreconciled_customer_funds: "adjustment",
  contribution: "adjustment",
  climate_order_purchase: "adjustment",
  climate_order_refund: "adjustment",
  advance: "adjustment",
  advance_funding: "adjustment",
  anticipation_repayment: "adjustment",
  issuing_authorization_hold: "adjustment",
  issuing_authorization_release: "adjustment",
  issuing_transaction: "adjustment",
  issuing_dispute: "adjustment",
};

/**
 * Reads Stripe's payout reconciliation report, itemized, version 5. Amounts are decimals in major units. A batch is an
 * automatic payout; rows of several may be mixed. Each row must have net = gross − fee and, if the report has the
 * payout, the rows must add up to it.
 */
export function readStripe(): SettlementReader {
  return readReport<ColumnName>({
    format: "stripe",
    columns,
    currencyColumn: "currency",
    batchKeyOf: payoutIdOf,
    begin({ cell, lineNo }) {
      const at = cell("automatic_payout_effective_at") || cell("automatic_payout_effective_at_utc");
      const time = timeFrom(withTime(at), "automatic_payout_effective_at", lineNo);
      return {
        payoutReference: cell("automatic_payout_id"),
        traceReference: cell("trace_id"),
        valueDate: time?.slice(0, 10) ?? null,
      };
    },
    readLine,
  });
}

function payoutIdOf({ cell, lineNo }: ReportRow<ColumnName>): string {
  const id = cell("automatic_payout_id");
  if (id === "") {
    throw new FileRefused("field_invalid", lineNo, "`automatic_payout_id` must not be empty.");
  }
  return id;
}

function readLine(
  row: ReportRow<ColumnName>,
  at: LinePlace,
  { valueDate }: PayoutFacts,
): SettlementLine {
  const { cell, amount, lineNo } = row;
  const { currency } = at;
  const category = cell("reporting_category");
  const type = Object.hasOwn(typeOf, category) ? typeOf[category] : undefined;
  if (type === undefined) {
    throw new FileRefused(
      "row_type_unknown",
      lineNo,
      `\`${category.slice(0, 64)}\` is not a known reporting category.`,
    );
  }
  const gross = amount("gross", currency);
  const fee = amount("fee", currency);
  const net = amount("net", currency);
  if (gross - fee !== net) throw new FileRefused("net_wrong", lineNo, "Net is not gross − fee.");
  const chargeId = cell("charge_id");
  const isFee = type === "fee";
  return {
    ...at,
    type,
    processorReference:
      cell("source_id") || (type === "charge" ? chargeId : "") || cell("balance_transaction_id"),
    originalReference: type === "charge" ? "" : chargeId,
    merchantReference: "",
    occurredAt: timeFrom(withTime(cell("created_utc") || cell("created")), "created", lineNo),
    // Stripe reports a fee as a negative gross; here it is a fee.
    grossMinor: isFee ? 0 : gross,
    feeMinor: isFee ? fee - gross : fee,
    fees: feesOf(category, isFee ? fee - gross : fee),
    netMinor: net,
    valueDate,
    arn: "",
    reasonCode: "",
    text: "",
    extra: null,
    converted: convertedOf(row, currency),
  };
}

/** What the customer paid. The report has no rate. */
function convertedOf({ cell, amount, lineNo }: ReportRow<ColumnName>, currency: string) {
  const unit = cell("customer_facing_currency");
  if (unit === "" || unit.toUpperCase() === currency) return null;
  const code = currencyFrom(unit, "customer_facing_currency", lineNo);
  const minor = Math.abs(amount("customer_facing_amount", code));
  return minor === 0 ? null : { currency: code, minor, rate: "" };
}

function feesOf(category: string, minor: number) {
  if (minor === 0) return [];
  if (category === "network_cost") return [{ kind: "interchange", minor }];
  if (category === "tax") return [{ kind: "tax", minor }];
  if (category.startsWith("dispute")) return [{ kind: "dispute", minor }];
  return [{ kind: category === "refund" ? "refund" : "commission", minor }];
}

function withTime(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text;
}
