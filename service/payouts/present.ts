import type { Disbursement, DisbursementIntent } from "#contract/api/disbursements";
import type { PaymentMessage, PaymentMethodSummary } from "#contract/api/payment-intents";
import type {
  ClientDisbursement,
  PayoutAmounts,
  PayoutArrival,
} from "#contract/client/disbursements";
import { toMajor } from "#contract/money";
import { toIsoTime } from "../platform/clock.ts";
import { reasonText } from "./reason-catalogue.ts";
import { type PayoutRecord, recordOf } from "./records.ts";
import { intentStatusOf, recordStatusOf } from "./states/payout-steps.ts";

/** What is shown in addition to the intent's row. */
export interface IntentExtras {
  /** Fields that the W-9 needs. */
  readonly missingFields?: readonly string[];
  readonly w9CaptureUrl?: string | undefined;
}

/** Presents an intent as status responses and events show it. */
export function presentIntent(
  payout: PayoutRecord,
  { missingFields = [], w9CaptureUrl }: IntentExtras = {},
): DisbursementIntent {
  return {
    disbursementIntentId: payout.disbursementIntentId,
    externalDisbursementIntentId: payout.externalDisbursementIntentId,
    externalCustomerId: payout.externalCustomerId,
    amount: toMajor(payout.amountMinor, payout.currency),
    currency: payout.currency,
    status: intentStatusOf(payout.step),
    taxCategory: payout.taxCategory,
    customData: payout.customData,
    description: payout.description,
    ...(missingFields.length > 0
      ? { requiresCustomerData: true, missingCustomerDataFields: [...missingFields] }
      : {}),
    ...(w9CaptureUrl === undefined ? {} : { w9CaptureUrl }),
    ...(payout.record ? { disbursement: presentDisbursement(payout) } : {}),
    createdAt: toIsoTime(payout.createdAtMs),
    updatedAt: toIsoTime(payout.updatedAtMs),
    expiresAt: toIsoTime(payout.expiresAtMs),
  };
}

/** Presents a record as operators see it. */
export function presentDisbursement(payout: PayoutRecord): Disbursement {
  const record = recordOf(payout);
  const { currency } = payout;
  return {
    disbursementId: record.disbursementId,
    disbursementIntentId: payout.disbursementIntentId,
    externalDisbursementIntentId: payout.externalDisbursementIntentId,
    externalCustomerId: payout.externalCustomerId,
    status: recordStatusOf(payout.step) ?? "pending",
    type: record.type,
    amount: toMajor(payout.amountMinor, currency),
    withheldAmount: toMajor(record.withheldMinor, currency),
    currency,
    taxCategory: payout.taxCategory,
    payoutMethod: record.shown,
    messages: messagesOf(payout),
    version: payout.version,
    createdAt: toIsoTime(record.submittedAtMs),
    updatedAt: toIsoTime(payout.updatedAtMs),
    decidedAt: isoOrNull(record.decidedAtMs),
    decidedBy: record.decidedBy,
    // After a correction to "not paid", the stored time is wrong.
    paidAt: payout.step === "failed" ? null : isoOrNull(record.paidAtMs),
  };
}

/** Presents a record as the customer's frame sees it. */
export function presentClientDisbursement(
  payout: PayoutRecord,
  arrival: PayoutArrival,
): ClientDisbursement {
  const record = recordOf(payout);
  return {
    disbursementId: record.disbursementId,
    status: recordStatusOf(payout.step) ?? "pending",
    intentStatus: intentStatusOf(payout.step),
    type: record.type,
    payoutMethod: maskMethod(record.shown),
    amounts: amountsOf(payout.amountMinor, record.withheldMinor, payout.currency),
    arrival,
    messages: messagesOf(payout),
    createdAt: toIsoTime(record.submittedAtMs),
    updatedAt: toIsoTime(payout.updatedAtMs),
  };
}

/** Amounts in major units. */
export function amountsOf(
  amountMinor: number,
  withheldMinor: number,
  currency: string,
): PayoutAmounts {
  return {
    amount: toMajor(amountMinor, currency),
    withheldAmount: toMajor(withheldMinor, currency),
    netAmount: toMajor(amountMinor - withheldMinor, currency),
    currency,
  };
}

/** Shows the holder of a client secret only both ends of a crypto address. */
export function maskMethod(shown: PaymentMethodSummary): PaymentMethodSummary {
  if (!("address" in shown)) return shown;
  const { address } = shown;
  return { ...shown, address: `${address.slice(0, 6)}…${address.slice(-4)}` };
}

function messagesOf(payout: PayoutRecord): PaymentMessage[] {
  return recordOf(payout).messages.map(({ code, atMs }) => ({
    code,
    message: reasonText(code),
    at: toIsoTime(atMs),
  }));
}

function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : toIsoTime(timeMs);
}
