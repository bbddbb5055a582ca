/**
 * How a break is settled decides where its money is booked: each resolution has its accounts. Money that a resolution
 * does not explain stays visible in a clearing account.
 *
 *   row in suspense      processor_correction  suspense → processor_receivable, until the correction comes
 *                        fee                   suspense → processing_fees; of an amount that differs, the
 *                                              difference
 *                        reserve               suspense → chargeback_reserve
 *                        exchange              suspense ⇄ fx_position ⇄ processor_receivable
 *   bank entry           fee, outside          suspense → processing_fees, outside_movements
 *   entry of a payout    processor_correction, the payout leaves transit; the difference becomes a claim
 *                        fee                   on the processor, or a fee
 *   payout               processor_correction, transit → processor_receivable, outside_movements
 *                        outside
 *   fee of a row         processor_correction  processing_fees → processor_receivable
 *                        fee                   nothing: the fee is right
 *   record of ours       processor_correction  nothing: the receivable is the claim
 *
 * `matches` links the records, so it needs equal amounts. A write-off books to `write_offs` what a fee would book to
 * `processing_fees`.
 */
import type { BreakResolution } from "#contract/api/settlement-files";
import type { AccountName } from "../../ledger/index.ts";
import { counterpartyOf, type Move } from "./postings.ts";

export interface ResolvableBreak {
  readonly class: string;
  /** Null for a break without a row. */
  readonly rowType: string | null;
  readonly subjectType: string | null;
  /** Whether the processor converted the amount. */
  readonly isConverted: boolean;
}

/** How staff may resolve a break of this class. */
export function allowedResolutions(facts: ResolvableBreak): readonly BreakResolution[] {
  const { rowType, subjectType } = facts;
  const hasRecord = subjectType !== null;
  const matches = hasRecord ? (["matches"] as const) : [];
  switch (facts.class) {
    case "fee_mismatch":
      return ["fee", "processor_correction"];
    case "missing_at_processor":
      return ["matches", "processor_correction"];
    case "payout_not_at_bank":
      return ["processor_correction", "outside"];
    case "batch_total_mismatch":
      return ["fee", "processor_correction"];
    case "late":
      return ["matches"];
    case "bank_line_unknown":
      return ["fee", "outside"];
    case "sequence_gap":
    case "changed_after_import":
      return ["no_posting"];
    case "currency_mismatch":
      return rowType === "bank_entry"
        ? ["outside"]
        : [...matches, "exchange", "processor_correction"];
    case "amount_mismatch":
      return [...matches, facts.isConverted ? "exchange" : "fee", "processor_correction"];
    case "missing_in_ledger":
      return rowType === "adjustment"
        ? ["fee", "reserve", "processor_correction"]
        : [...matches, "processor_correction", "fee"];
    default:
      return [...matches, "processor_correction"];
  }
}

/** Whether a break holds money. */
export function canBeWrittenOff({ class: kind, isConverted }: ResolvableBreak): boolean {
  if (isConverted && kind === "amount_mismatch") return false;
  return !["fee_mismatch", "late", "sequence_gap", "changed_after_import"].includes(kind);
}

/** The money of a break. Amounts are signed. */
export interface BreakMoney {
  readonly class: string;
  /** A processor, or the bank account of an entry. */
  readonly source: string;
  /** The amount held in suspense; null without a row. */
  readonly row: {
    readonly minor: number;
    readonly currency: string;
    readonly isEntry: boolean;
  } | null;
  /** The amount of our record or payout; null without one. */
  readonly ours: {
    readonly minor: number;
    readonly currency: string;
    readonly processor: string;
  } | null;
  /** The fee beyond what was agreed. */
  readonly excessFee: { readonly minor: number; readonly kind: string } | null;
}

type Side = Move["debit"];

/** What a resolution books; empty if nothing. */
export function movesOf(
  money: BreakMoney,
  resolution: Exclude<BreakResolution, "matches"> | "write_off",
): Move[] {
  const { row, ours, excessFee, source } = money;
  const processor = ours?.processor ?? source;
  const receivable: Side = { account: "processor_receivable", counterparty: processor };
  const transit: Side = { account: "processor_payout_in_transit", counterparty: processor };
  const exchange: Side = { account: "fx_position" };
  const target = targetOf(resolution, processor, row?.isEntry ?? false);
  if (money.class === "fee_mismatch") {
    if (!excessFee || !row || resolution !== "processor_correction") return [];
    const fees: Side = { account: "processing_fees", counterparty: excessFee.kind };
    return [
      { currency: row.currency, amountMinor: excessFee.minor, debit: receivable, credit: fees },
    ];
  }
  if (money.class === "missing_at_processor") {
    if (!ours || resolution !== "write_off") return [];
    return [
      { currency: ours.currency, amountMinor: ours.minor, debit: target, credit: receivable },
    ];
  }
  if (money.class === "payout_not_at_bank") {
    if (!ours) return [];
    return [{ currency: ours.currency, amountMinor: ours.minor, debit: target, credit: transit }];
  }
  if (!row) return [];
  const suspense: Side = { account: "suspense", counterparty: counterpartyOf(source) };
  const held = { currency: row.currency, amountMinor: row.minor, debit: suspense };
  if (money.class === "batch_total_mismatch" && ours) {
    const differenceMinor = ours.minor - row.minor;
    return [
      { ...held, credit: transit },
      { currency: row.currency, amountMinor: differenceMinor, debit: target, credit: transit },
    ];
  }
  if (resolution === "exchange" && ours) {
    return [
      { ...held, credit: exchange },
      { currency: ours.currency, amountMinor: ours.minor, debit: exchange, credit: receivable },
    ];
  }
  const isAboutOurs = money.class === "amount_mismatch" && ours?.currency === row.currency;
  if (isAboutOurs && ours && resolution !== "processor_correction") {
    const differenceMinor = ours.minor - row.minor;
    return [
      { ...held, credit: receivable },
      { currency: row.currency, amountMinor: differenceMinor, debit: target, credit: receivable },
    ];
  }
  return [{ ...held, credit: target }];
}

export function targetOf(
  resolution: Exclude<BreakResolution, "matches"> | "write_off",
  processor: string,
  isEntry: boolean,
): Side {
  const to = (account: AccountName, counterparty?: string): Side => ({
    account,
    ...(counterparty === undefined ? {} : { counterparty }),
  });
  switch (resolution) {
    case "fee":
      return to("processing_fees", isEntry ? "bank" : "other");
    case "reserve":
      return to("chargeback_reserve", processor);
    case "outside":
      return to("outside_movements");
    case "write_off":
      return to("write_offs");
    default:
      return to("processor_receivable", processor);
  }
}
