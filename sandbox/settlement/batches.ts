import { addBankingDays, bankTime, isBankingDay } from "#contract/banking-calendar";
import type { SettlementCsvRow } from "#contract/connectors/settlement-csv";
import type { ProcessorProfile } from "../processors/processor-profile.ts";
import type { Movement } from "./movements.ts";

export interface FeeParts {
  interchange: number;
  scheme: number;
  markup: number;
}

/** A row of a report, including fields that only some formats show. */
export interface ReportRow extends SettlementCsvRow {
  fees: FeeParts;
}

/** A processor's payout of a banking day in one currency. */
export interface Batch {
  id: string;
  payoutId: string;
  /** Counts the processor's batches from 1. */
  number: number;
  currency: string;
  /** The banking day that it closes, `YYYY-MM-DD` in New York. */
  date: string;
  /** When the money arrives at the bank: two banking days later. */
  valueDate: string;
  /** The last row is the payout. */
  rows: ReportRow[];
  /** The amount at the bank; negative if the processor collects it. */
  netMinor: number;
}

/** Banking days from a batch to its payout, and to the release of its reserve. */
const payoutAfterDays = 2;
const reserveForDays = 5;
/** Quayside's rolling reserve, in hundredths of a percent of the day's charges. */
const reserveBasisPoints = 500;
const invoiceMinor = 1_500;
const monthlyFeeMinor = 1_000;
const noFees: FeeParts = { interchange: 0, scheme: 0, markup: 0 };

/** A processor's batches that are closed on `today` (`YYYY-MM-DD`), oldest first. */
export function batchesOf(
  profile: Pick<ProcessorProfile, "name">,
  movements: readonly Movement[],
  today: string,
): Batch[] {
  const days = new Map<string, Movement[]>();
  for (const movement of movements) {
    // Saturday's and Sunday's sales are in Monday's batch.
    const date = addBankingDays(bankTime(movement.atMs).date, 0);
    const key = `${date} ${movement.currency}`;
    days.set(key, [...(days.get(key) ?? []), movement]);
  }
  const reserves = new Map<string, { minor: number; from: string }>();
  if (profile.name === "quayside") {
    for (const [key, each] of days) {
      const [date = "", currency = ""] = key.split(" ");
      const minor = reserveOf(each);
      const releasedOn = `${addBankingDays(date, reserveForDays)} ${currency}`;
      if (minor > 0) reserves.set(releasedOn, { minor, from: date });
    }
  }
  return [...new Set([...days.keys(), ...reserves.keys()])]
    .sort()
    .filter((key) => key.slice(0, 10) < today)
    .map((key, index) => {
      const [date = "", currency = ""] = key.split(" ");
      return batchOf(profile, {
        date,
        currency,
        number: index + 1,
        movements: days.get(key) ?? [],
        release: reserves.get(key),
      });
    });
}

interface Day {
  date: string;
  currency: string;
  number: number;
  movements: readonly Movement[];
  release: { minor: number; from: string } | undefined;
}

function batchOf(profile: Pick<ProcessorProfile, "name">, day: Day): Batch {
  const { date, currency, number, movements, release } = day;
  const compact = date.replaceAll("-", "");
  const short = profile.name === "northbank" ? "NB" : "QS";
  const id = `${short}-${compact}-${currency}`;
  const payoutId = `${short}PO${compact}${currency}`;
  const valueDate = addBankingDays(date, payoutAfterDays);
  const rows: ReportRow[] = [];
  const add = (
    row: Partial<ReportRow> & Pick<ReportRow, "row_type" | "gross_minor" | "occurred_at">,
  ) => {
    const fees = row.fees ?? noFees;
    const feeMinor = row.fee_minor ?? fees.interchange + fees.scheme + fees.markup;
    rows.push({
      batch_id: id,
      row_no: rows.length + 1,
      processor_reference: "",
      original_reference: "",
      merchant_reference: "",
      currency,
      fee_kind: "",
      value_date: valueDate,
      arn: "",
      reason_code: "",
      ...row,
      fees,
      fee_minor: feeMinor,
      net_minor: row.gross_minor - feeMinor,
    });
  };
  for (const movement of movements) {
    add({
      row_type: movement.type,
      processor_reference: movement.reference,
      original_reference: movement.original,
      merchant_reference: movement.merchant,
      occurred_at: secondsOf(movement.atMs),
      gross_minor: movement.grossMinor,
      arn: movement.arn,
      reason_code: movement.reason,
      ...feeOf(profile, movement),
    });
  }
  const closedAt = `${date}T23:00:00Z`;
  const reserve = profile.name === "quayside" ? reserveOf(movements) : 0;
  if (reserve > 0) {
    const reference = `RES${compact}${currency}`;
    const kept = { processor_reference: reference, reason_code: "reserve_held" };
    add({ row_type: "adjustment", gross_minor: -reserve, occurred_at: closedAt, ...kept });
  }
  if (release) {
    const reference = `RES${release.from.replaceAll("-", "")}${currency}`;
    const freed = { processor_reference: reference, reason_code: "reserve_released" };
    add({ row_type: "adjustment", gross_minor: release.minor, occurred_at: closedAt, ...freed });
  }
  if (isFirstBankingDay(date)) {
    const month = compact.slice(0, 6);
    if (profile.name === "northbank") {
      const monthly = { fee_minor: monthlyFeeMinor, fee_kind: "other" };
      const reference = { processor_reference: `FEE${month}${currency}` };
      add({ row_type: "fee", gross_minor: 0, occurred_at: closedAt, ...monthly, ...reference });
    } else {
      const invoice = { processor_reference: `INV${month}${currency}`, reason_code: "invoice" };
      add({
        row_type: "adjustment",
        gross_minor: -invoiceMinor,
        occurred_at: closedAt,
        ...invoice,
      });
    }
  }
  const netMinor = rows.reduce((sum, { net_minor }) => sum + net_minor, 0);
  add({
    row_type: "payout",
    processor_reference: payoutId,
    gross_minor: netMinor,
    occurred_at: closedAt,
  });
  return { id, payoutId, number, currency, date, valueDate, rows, netMinor };
}

function feeOf(
  { name }: Pick<ProcessorProfile, "name">,
  { type, grossMinor }: Movement,
): Pick<ReportRow, "fee_kind" | "fees"> {
  switch (type) {
    case "charge":
      return {
        fee_kind: "commission",
        fees: {
          interchange: share(grossMinor, 151) + 10,
          scheme: share(grossMinor, 14) + 2,
          markup: share(grossMinor, 25) + 5,
        },
      };
    case "refund":
      return name === "quayside"
        ? { fee_kind: "refund", fees: { ...noFees, markup: 15 } }
        : { fee_kind: "", fees: noFees };
    case "dispute":
      return { fee_kind: "dispute", fees: { ...noFees, markup: 1_500 } };
    case "dispute_reversal":
      return name === "northbank"
        ? { fee_kind: "dispute", fees: { ...noFees, markup: -1_500 } }
        : { fee_kind: "", fees: noFees };
    case "refund_failure":
      return { fee_kind: "", fees: noFees };
  }
}

function share(minor: number, basisPoints: number): number {
  return Math.round((minor * basisPoints) / 10_000);
}

function reserveOf(movements: readonly Movement[]): number {
  const charged = movements
    .filter(({ type }) => type === "charge")
    .reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  return Math.floor((charged * reserveBasisPoints) / 10_000);
}

function isFirstBankingDay(date: string): boolean {
  return isBankingDay(date) && addBankingDays(`${date.slice(0, 8)}01`, 0) === date;
}

function secondsOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
