/**
 * Finds the record that a row of a processor's report is about. The evidence, strongest first:
 *
 *   1. the processor's own reference (a charge's, refund's or dispute's id),
 *   2. our key of the charge or refund, which the processor sends back,
 *   3. for a refund or dispute, its charge and exact amount, if only one fits.
 *
 * Amount and currency must be equal to the last minor unit; in a converted row the transaction's own amount, and the
 * rate must explain what was settled. Amount and date alone never match. Unmatched rows become breaks.
 */
import type { BreakClass } from "#contract/api/settlement-files";
import { explainsAmount } from "./exchange-rate.ts";
import { type FeeDifference, feeDifference, type ProcessorFees } from "./expected-fee.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";
import type { BreakFields } from "./tables.ts";

export interface ChargeRecord {
  readonly type: "payment";
  readonly id: string;
  readonly paymentIntentId: string;
  readonly chargeId: string | null;
  readonly status: "pending" | "success" | "failed";
  readonly wasSuccess: boolean;
  readonly isReversed: boolean;
  readonly totalMinor: number;
  readonly currency: string;
}

export interface RefundRecord {
  readonly type: "refund";
  readonly id: string;
  readonly paymentId: string;
  readonly providerRefundId: string | null;
  readonly chargeId: string | null;
  readonly step: "requested" | "processing" | "success" | "failed" | "canceled" | string;
  readonly totalMinor: number;
  readonly currency: string;
}

export interface DisputeRecord {
  readonly type: "dispute";
  readonly id: string;
  readonly paymentId: string;
  readonly processorReference: string;
  readonly chargeId: string | null;
  readonly status: string;
  readonly totalMinor: number;
  readonly currency: string;
  /** The fee that the processor's notices state; null if they state none. */
  readonly feeMinor: number | null;
}

type OurRecord = ChargeRecord | RefundRecord | DisputeRecord;

export interface OurRecords {
  readonly charges: readonly ChargeRecord[];
  readonly refunds: readonly RefundRecord[];
  readonly disputes: readonly DisputeRecord[];
  /** Fees of disputes in matched rows, by dispute. The map grows as rows match. */
  readonly settledFees: Map<string, SettledFees>;
  /** Taken records by {@link takenKey}. The set grows as rows match. */
  readonly taken: Set<string>;
}

/** Sums over a dispute's matched rows: what they state, and what they settled of the dispute's own postings. */
export interface SettledFees {
  readonly statedMinor: number;
  readonly postedMinor: number;
}

export const noSettledFees: SettledFees = { statedMinor: 0, postedMinor: 0 };

export function noRecords(): OurRecords {
  return { charges: [], refunds: [], disputes: [], settledFees: new Map(), taken: new Set() };
}

export interface FoundBreak {
  readonly class: BreakClass;
  readonly amountMinor: number;
  /** The currency, if it is not the row's. */
  readonly currency?: string;
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly ours: BreakFields;
}

export type LineDecision =
  | { readonly state: "noted" }
  | {
      readonly state: "matched";
      readonly record: OurRecord;
      readonly rule: MatchRule;
      /** Fees that the dispute's own postings have; see service/payments/disputes/replace-dispute-fee.ts. */
      readonly postedFeeMinor: number;
      /** A dispute's fee if only its rows state it: their sum so far. */
      readonly learnedFeeMinor?: number;
      readonly feeBreak?: FoundBreak;
    }
  | { readonly state: "open"; readonly found: FoundBreak };

export type MatchRule =
  | "processor_reference"
  | "merchant_reference"
  | "original_reference"
  | "staff";

type FeeDecision = Pick<
  Extract<LineDecision, { state: "matched" }>,
  "postedFeeMinor" | "learnedFeeMinor" | "feeBreak"
>;

/** The key of a taken record: a record matches one row of each kind. */
export function takenKey(rowType: string, type: string, id: string): string {
  return `${rowType} ${type} ${id}`;
}

export class RecordIndex {
  readonly #charges = new Map<string, ChargeRecord>();
  readonly #payments = new Map<string, ChargeRecord>();
  readonly #refunds = new Map<string, RefundRecord>();
  readonly #refundIds = new Map<string, RefundRecord>();
  readonly #refundsOf = new Map<string, RefundRecord[]>();
  readonly #disputes = new Map<string, DisputeRecord>();
  readonly #disputesOf = new Map<string, DisputeRecord[]>();
  readonly #settledFees: Map<string, SettledFees>;
  readonly #fees: ProcessorFees | undefined;
  readonly taken: Set<string>;

  /** `fees`: what the processor may charge. */
  constructor(
    { charges, refunds, disputes, settledFees, taken }: OurRecords,
    fees?: ProcessorFees,
  ) {
    this.taken = taken;
    this.#settledFees = settledFees;
    this.#fees = fees;
    for (const charge of charges) {
      this.#payments.set(charge.id, charge);
      if (charge.chargeId !== null) this.#charges.set(charge.chargeId, charge);
    }
    for (const refund of refunds) {
      this.#refundIds.set(refund.id, refund);
      if (refund.providerRefundId !== null) this.#refunds.set(refund.providerRefundId, refund);
      add(this.#refundsOf, refund.chargeId, refund);
    }
    for (const dispute of disputes) {
      this.#disputes.set(dispute.processorReference, dispute);
      add(this.#disputesOf, dispute.chargeId, dispute);
    }
  }

  decide(line: SettlementLine): LineDecision {
    switch (line.type) {
      case "fee":
        return this.#decideFee(line);
      case "payout":
      case "bank_entry":
        return { state: "noted" };
      case "charge":
        return this.#decideCharge(line);
      case "refund":
      case "refund_failure":
        return this.#decideRefund(line);
      case "dispute":
      case "dispute_reversal":
        return this.#decideDispute(line);
      case "adjustment":
        return open("missing_in_ledger", Math.abs(line.netMinor), null);
    }
  }

  #decideCharge(line: SettlementLine): LineDecision {
    const byReference = this.#charges.get(line.processorReference);
    const charge = byReference ?? this.#payments.get(paymentOf(line.merchantReference));
    if (!charge) return open("missing_in_ledger", Math.abs(line.grossMinor), null);
    const isOther = charge.chargeId !== null && charge.chargeId !== line.processorReference;
    // Another charge for a payment that has one: the customer paid twice.
    if (isOther && charge.status === "success") {
      return open("duplicate", Math.abs(line.grossMinor), charge);
    }
    const counts = charge.status === "success" || charge.wasSuccess;
    if (!counts || charge.isReversed || isOther) {
      return open("status_mismatch", Math.abs(line.grossMinor), charge);
    }
    return this.#match(line, charge, byReference ? "processor_reference" : "merchant_reference");
  }

  #decideRefund(line: SettlementLine): LineDecision {
    const byReference = this.#refunds.get(line.processorReference);
    const byKey = this.#refundIds.get(line.merchantReference);
    const byCharge = only(
      (this.#refundsOf.get(line.originalReference) ?? []).filter(
        (refund) =>
          refund.providerRefundId === null &&
          refund.totalMinor === Math.abs(amountOf(line).minor) &&
          refund.currency === amountOf(line).currency &&
          !this.#isTaken(line, refund),
      ),
    );
    const refund = byReference ?? byKey ?? byCharge;
    if (!refund) {
      const charge = this.#charges.get(line.originalReference) ?? null;
      return open("missing_in_ledger", Math.abs(line.grossMinor), charge);
    }
    const isFailure = line.type === "refund_failure";
    const fits = isFailure
      ? refund.step === "failed"
      : refund.step !== "canceled" && refund.step !== "requested";
    if (!fits) return open("status_mismatch", Math.abs(line.grossMinor), refund);
    const rule = byReference
      ? "processor_reference"
      : byKey
        ? "merchant_reference"
        : "original_reference";
    return this.#match(line, refund, rule);
  }

  #decideDispute(line: SettlementLine): LineDecision {
    const byReference = this.#disputes.get(line.processorReference);
    const byCharge = only(
      (this.#disputesOf.get(line.originalReference) ?? []).filter(
        (dispute) =>
          dispute.totalMinor === Math.abs(amountOf(line).minor) &&
          dispute.currency === amountOf(line).currency &&
          !this.#isTaken(line, dispute),
      ),
    );
    const dispute = byReference ?? byCharge;
    if (!dispute) {
      const charge = this.#charges.get(line.originalReference) ?? null;
      return open("missing_in_ledger", Math.abs(line.grossMinor), charge);
    }
    // Money returns only for a dispute that we have as won.
    if (line.type === "dispute_reversal" && dispute.status !== "won") {
      return open("status_mismatch", Math.abs(line.grossMinor), dispute);
    }
    return this.#match(line, dispute, byReference ? "processor_reference" : "original_reference");
  }

  #match(line: SettlementLine, record: OurRecord, rule: MatchRule): LineDecision {
    const { minor, currency } = amountOf(line);
    if (currency !== record.currency) {
      return open("currency_mismatch", Math.abs(line.grossMinor), record);
    }
    const differenceMinor = Math.abs(Math.abs(minor) - record.totalMinor);
    if (differenceMinor !== 0) {
      return open("amount_mismatch", differenceMinor, record, currency);
    }
    if (!isExplained(line)) return open("amount_mismatch", Math.abs(line.grossMinor), record);
    if (this.#isTaken(line, record)) return open("duplicate", Math.abs(line.grossMinor), record);
    this.taken.add(takenKey(line.type, record.type, record.id));
    const fee =
      record.type === "dispute" ? this.#disputeFee(line, record) : this.#fee(line, record);
    return { state: "matched", record, rule, ...fee };
  }

  /** Settles the fee that the dispute's own posting expects. */
  #decideFee(line: SettlementLine): LineDecision {
    const isDispute = line.fees.length > 0 && line.fees.every(({ kind }) => kind === "dispute");
    const named = isDispute
      ? (this.#disputes.get(line.processorReference) ??
        this.#disputes.get(line.originalReference) ??
        only(
          (this.#disputesOf.get(line.originalReference) ?? []).filter(
            ({ id, feeMinor }) =>
              (feeMinor ?? 0) - this.#settledFeesOf(id).postedMinor === line.feeMinor,
          ),
        ))
      : undefined;
    if (named?.currency !== line.currency) return { state: "noted" };
    const fee = this.#disputeFee(line, named);
    return { state: "matched", record: named, rule: "original_reference", ...fee };
  }

  #fee(line: SettlementLine, record: OurRecord): FeeDecision {
    const difference = feeDifference(line, this.#fees);
    if (!difference) return { postedFeeMinor: 0 };
    return { postedFeeMinor: 0, feeBreak: feeBreak(record, difference) };
  }

  #disputeFee(line: SettlementLine, dispute: DisputeRecord): FeeDecision {
    const before = this.#settledFeesOf(dispute.id);
    const { difference, ...fee } = disputeFee(line, dispute, before);
    this.#settledFees.set(dispute.id, {
      statedMinor: before.statedMinor + line.feeMinor,
      postedMinor: before.postedMinor + fee.postedFeeMinor,
    });
    return difference ? { ...fee, feeBreak: feeBreak(dispute, difference) } : fee;
  }

  #settledFeesOf(disputeId: string): SettledFees {
    return this.#settledFees.get(disputeId) ?? noSettledFees;
  }

  #isTaken(line: SettlementLine, record: OurRecord): boolean {
    return this.taken.has(takenKey(line.type, record.type, record.id));
  }
}

/**
 * A dispute's own postings have the fee of its notices, or else of its rows. A difference is an expense of the row,
 * and a break. A row without a fee says nothing: the fee may have its own row. A fee in another currency, in a row that
 * the processor converted, is only an expense of the row.
 */
export function disputeFee(
  line: Pick<SettlementLine, "feeMinor" | "currency">,
  dispute: Pick<DisputeRecord, "feeMinor" | "currency">,
  { statedMinor, postedMinor }: SettledFees,
): Pick<FeeDecision, "postedFeeMinor" | "learnedFeeMinor"> & { difference?: FeeDifference } {
  if (line.feeMinor === 0 || line.currency !== dispute.currency) return { postedFeeMinor: 0 };
  const afterMinor = postedMinor + line.feeMinor;
  if (dispute.feeMinor === afterMinor) return { postedFeeMinor: line.feeMinor };
  const isFromRows = dispute.feeMinor === postedMinor && postedMinor === statedMinor;
  if (dispute.feeMinor === null || isFromRows) {
    return { postedFeeMinor: line.feeMinor, learnedFeeMinor: afterMinor };
  }
  const expectedMinor = dispute.feeMinor - postedMinor;
  return {
    postedFeeMinor: expectedMinor,
    difference: { expectedMinor, statedMinor: line.feeMinor },
  };
}

/** The amount in the transaction's currency. */
export function amountOf(line: SettlementLine): { minor: number; currency: string } {
  const { converted, grossMinor, currency } = line;
  if (!converted) return { minor: grossMinor, currency };
  return {
    minor: grossMinor < 0 ? -converted.minor : converted.minor,
    currency: converted.currency,
  };
}

/** A report without a rate states both amounts. */
function isExplained({ converted, grossMinor, currency }: SettlementLine): boolean {
  if (!converted || converted.rate === "") return true;
  return explainsAmount(converted.rate, converted, { minor: Math.abs(grossMinor), currency });
}

/** The payment's id in a charge key (`pay_…-2`). */
export function paymentOf(merchantReference: string): string {
  return merchantReference.replace(/-\d{1,4}$/, "");
}

function open(
  kind: BreakClass,
  amountMinor: number,
  record: OurRecord | null,
  currency?: string,
): LineDecision {
  const subject = record && { type: record.type, id: record.id };
  const ours = record ? fieldsOf(record) : {};
  const unit = currency === undefined ? {} : { currency };
  return { state: "open", found: { class: kind, amountMinor, ...unit, subject, ours } };
}

function feeBreak(record: OurRecord, { expectedMinor, statedMinor }: FeeDifference): FoundBreak {
  return {
    class: "fee_mismatch",
    amountMinor: Math.abs(expectedMinor - statedMinor),
    subject: { type: record.type, id: record.id },
    ours: { ...fieldsOf(record), feeMinor: expectedMinor },
  };
}

/** Our side of the comparison. */
export function fieldsOf(record: OurRecord): BreakFields {
  const common = { id: record.id, amountMinor: record.totalMinor, currency: record.currency };
  if (record.type === "payment") {
    const status = record.isReversed ? "reversed" : record.status;
    return { ...common, reference: record.chargeId, status };
  }
  if (record.type === "refund") {
    return { ...common, reference: record.providerRefundId, status: record.step };
  }
  return { ...common, reference: record.processorReference, status: record.status };
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function add<Item>(map: Map<string, Item[]>, key: string | null, item: Item): void {
  if (key === null) return;
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
