import type { SettlementRowType } from "#contract/connectors/settlement-csv";
import { BatchTally, requireFew } from "./batch-tally.ts";
import { CsvRecords } from "./csv-records.ts";
import { currencyFrom, minorFromDecimal, referenceFrom, timeFrom } from "./field-values.ts";
import { type CellOf, findColumns, requireCells } from "./named-columns.ts";
import {
  FileRefused,
  type SettlementItem,
  type SettlementLine,
  type SettlementReader,
} from "./settlement-items.ts";

/**
 * The columns of `payout_reconciliation.itemized.5` that are read, in any order. Operators choose the
 * columns of their reports. Customers' columns are not read.
 */
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

/** Stripe's reporting categories. Any other one stops the file: its sign and meaning are unknown. */
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

interface Payout {
  readonly tally: BatchTally;
  readonly valueDate: string | null;
  payoutMinor: number | null;
  /** The bank's trace of the payout. */
  traceReference: string;
}

/**
 * Reads Stripe's payout reconciliation report, itemized, version 5. Amounts are decimals in major
 * units. A batch is an automatic payout; rows of several payouts may be mixed. Checks net = gross −
 * fee in each row and, where the report has the payout itself, that the rows add up to it.
 */
export function readStripe(): SettlementReader {
  let items: SettlementItem[] = [];
  let cellOf: CellOf<ColumnName> | null = null;
  let width = 0;
  let rows = 0;
  const payouts = new Map<string, Payout>();

  const records = new CsvRecords((cells, lineNo) => {
    if (cellOf === null) {
      cellOf = findColumns<ColumnName>(cells, columns, lineNo);
      width = cells.length;
      return;
    }
    requireCells(cells, width, lineNo);
    const find = cellOf;
    const cell = (name: ColumnName) => referenceFrom(find(cells, name).trim(), name, lineNo);
    const batchKey = cell("automatic_payout_id");
    if (batchKey === "") {
      throw new FileRefused("field_invalid", lineNo, "`automatic_payout_id` must not be empty.");
    }
    rows += 1;
    const currency = currencyFrom(cell("currency"), "currency", lineNo);
    let payout = payouts.get(batchKey);
    if (!payout) {
      const at = cell("automatic_payout_effective_at") || cell("automatic_payout_effective_at_utc");
      const date = timeFrom(withTime(at), "automatic_payout_effective_at", lineNo);
      payout = {
        tally: new BatchTally({ batchNo: payouts.size + 1, batchKey }, currency, lineNo),
        valueDate: date?.slice(0, 10) ?? null,
        payoutMinor: null,
        traceReference: cell("trace_id"),
      };
      payouts.set(batchKey, payout);
    }
    requireFew(rows, payouts.size, lineNo);
    const category = cell("reporting_category");
    const type = Object.hasOwn(typeOf, category) ? typeOf[category] : undefined;
    if (type === undefined) {
      throw new FileRefused(
        "row_type_unknown",
        lineNo,
        `\`${category.slice(0, 64)}\` is no known reporting category.`,
      );
    }
    const amount = (name: ColumnName, unit = currency) =>
      minorFromDecimal(find(cells, name), unit, name, lineNo, records);
    const [gross, fee, net] = [amount("gross"), amount("fee"), amount("net")];
    if (gross - fee !== net) throw new FileRefused("net_wrong", lineNo, "Net is not gross − fee.");
    if (type === "payout") payout.payoutMinor = (payout.payoutMinor ?? 0) - net;
    const chargeId = cell("charge_id");
    const isFee = type === "fee";
    const line: SettlementLine = {
      batchNo: payout.tally.batchNo,
      rowNo: payout.tally.rowCount + 1,
      lineNo,
      type,
      processorReference:
        cell("source_id") || (type === "charge" ? chargeId : "") || cell("balance_transaction_id"),
      originalReference: type === "charge" ? "" : chargeId,
      merchantReference: "",
      occurredAt: timeFrom(withTime(cell("created_utc") || cell("created")), "created", lineNo),
      currency,
      // Stripe reports a fee as a negative gross; here it is a fee.
      grossMinor: isFee ? 0 : gross,
      feeMinor: isFee ? fee - gross : fee,
      fees: feesOf(category, isFee ? fee - gross : fee),
      netMinor: net,
      valueDate: payout.valueDate,
      arn: "",
      reasonCode: "",
      text: "",
      extra: null,
      converted: convertedOf(cell("customer_facing_currency"), currency, (unit) =>
        amount("customer_facing_amount", unit),
      ),
    };
    payout.tally.add(line);
    items.push({ line });
  });

  /** What the customer paid, where Stripe converted it. The report has no rate. */
  function convertedOf(unit: string, currency: string, read: (unit: string) => number) {
    if (unit === "" || unit.toUpperCase() === currency) return null;
    const code = currencyFrom(unit, "customer_facing_currency", records.lineNo);
    const minor = Math.abs(read(code));
    return minor === 0 ? null : { currency: code, minor, rate: "" };
  }

  const taken = () => {
    const found = items;
    items = [];
    return found;
  };
  return {
    format: "stripe",
    push(text) {
      records.push(text);
      return taken();
    },
    end() {
      records.end();
      if (rows === 0) throw new FileRefused("file_empty", 1, "The report has no rows.");
      for (const { tally, valueDate, payoutMinor, traceReference } of payouts.values()) {
        if (payoutMinor !== null && payoutMinor !== tally.netMinor) {
          throw new FileRefused(
            "batch_total_wrong",
            tally.firstLine,
            `The rows of payout ${tally.batchKey} add up to ${tally.netMinor}, and the payout is ${payoutMinor}.`,
          );
        }
        const payoutReference = tally.batchKey;
        items.push({
          batch: tally.toBatch({ kind: "processor", payoutReference, traceReference, valueDate }),
        });
      }
      return taken();
    },
  };
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
