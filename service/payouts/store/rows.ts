import type { Selectable } from "kysely";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type {
  DisbursementRecord,
  PayoutDestination,
  PayoutMessage,
  PayoutRecord,
} from "../records.ts";
import { intentStatusOf, type PayoutStep } from "../states/payout-steps.ts";
import type { DisbursementIntentRow } from "../tables.ts";

/** The place that a payout's sealed column is bound to. */
export function payoutPlace(
  payout: Pick<PayoutRecord, "operatorId" | "disbursementIntentId">,
  column: "shown_sealed" | "destination_sealed",
) {
  const { operatorId, disbursementIntentId: id } = payout;
  return { operatorId, table: "disbursement_intents", column, id };
}

/**
 * Converts a row to a record. Needs the operator's data key. A method that cannot be decrypted is shown without
 * details: it does not hide other payouts, and staff can still reject this one.
 */
export function toPayout(
  keyring: Pick<Keyring, "decryptField">,
  row: Selectable<DisbursementIntentRow>,
): PayoutRecord {
  return {
    disbursementIntentId: row.disbursement_intent_id,
    operatorId: row.operator_id,
    externalDisbursementIntentId: row.external_disbursement_intent_id,
    externalCustomerId: row.external_customer_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    taxCategory: row.tax_category,
    description: row.description,
    customData: row.custom_data,
    secretHash: row.secret_hash,
    step: row.step as PayoutStep,
    version: row.version,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    createdKeyId: row.created_key_id,
    heldAtMs: row.held_at?.getTime() ?? null,
    record: toRecord(keyring, row),
  };
}

function unknownMethod(type: string): PaymentMethodSummary {
  if (type === "card") return { brand: "unknown", last4: "", expiryMonth: 0, expiryYear: 0 };
  if (type === "crypto") return { asset: "unknown", network: "unknown", address: "" };
  return { bankName: null, accountType: "unknown", last4: "" };
}

function toRecord(
  keyring: Pick<Keyring, "decryptField">,
  row: Selectable<DisbursementIntentRow>,
): DisbursementRecord | null {
  const { disbursement_id: disbursementId, type, submitted_at, tax_date: taxDate } = row;
  if (disbursementId === null || type === null || !submitted_at || taxDate === null) return null;
  const payout = { operatorId: row.operator_id, disbursementIntentId: row.disbursement_intent_id };
  const place = payoutPlace(payout, "shown_sealed");
  const shown = unlessBroken(() => keyring.decryptField(place, row.shown_sealed ?? ""));
  return {
    disbursementId,
    type,
    withheldMinor: row.withheld_minor ?? 0,
    shown: shown === undefined ? unknownMethod(type) : JSON.parse(shown),
    damagedShown: shown === undefined ? row.shown_sealed : null,
    destinationSealed: row.destination_sealed,
    messages: row.messages as PayoutMessage[],
    provider: row.provider,
    payoutId: row.payout_id,
    submittedAtMs: submitted_at.getTime(),
    decidedAtMs: row.decided_at?.getTime() ?? null,
    decidedBy: row.decided_by,
    decidedKeyId: row.decided_key_id,
    paidAtMs: row.paid_at?.getTime() ?? null,
    taxDate,
    nextCheckAtMs: row.next_check_at?.getTime() ?? null,
    checks: row.checks,
    sentAtMs: row.sent_at?.getTime() ?? null,
    arrivedLate: row.arrived_late,
    arrivedAgain: row.arrived_again,
    consentId: row.consent_id,
  };
}

/** Where the payout goes; null once it is final. Throws `SealBroken`. Needs the operator's data key. */
export function openDestination(
  keyring: Pick<Keyring, "decryptField">,
  payout: PayoutRecord,
): PayoutDestination | null {
  const sealed = payout.record?.destinationSealed;
  if (!sealed) return null;
  const text = keyring.decryptField(payoutPlace(payout, "destination_sealed"), sealed);
  return JSON.parse(text) as PayoutDestination;
}

/** The columns that never change after the intent was created. */
export function intentColumns(payout: PayoutRecord) {
  return {
    disbursement_intent_id: payout.disbursementIntentId,
    operator_id: payout.operatorId,
    external_disbursement_intent_id: payout.externalDisbursementIntentId,
    external_customer_id: payout.externalCustomerId,
    amount_minor: payout.amountMinor,
    currency: payout.currency,
    tax_category: payout.taxCategory,
    description: payout.description,
    custom_data: JSON.stringify(payout.customData),
    secret_hash: payout.secretHash,
    created_at: new Date(payout.createdAtMs),
    expires_at: new Date(payout.expiresAtMs),
    created_key_id: payout.createdKeyId,
  };
}

/** The columns that a change can write. Needs the operator's data key. */
export function changingColumns(keyring: Pick<Keyring, "encryptField">, payout: PayoutRecord) {
  const { record } = payout;
  const shownPlace = payoutPlace(payout, "shown_sealed");
  return {
    step: payout.step,
    status: intentStatusOf(payout.step),
    version: payout.version,
    updated_at: new Date(payout.updatedAtMs),
    held_at: dateOrNull(payout.heldAtMs),
    disbursement_id: record?.disbursementId ?? null,
    type: record?.type ?? null,
    withheld_minor: record?.withheldMinor ?? null,
    shown_sealed:
      record &&
      (record.damagedShown ?? keyring.encryptField(shownPlace, JSON.stringify(record.shown))),
    destination_sealed: record?.destinationSealed ?? null,
    messages: JSON.stringify(record?.messages ?? []),
    provider: record?.provider ?? null,
    payout_id: record?.payoutId ?? null,
    submitted_at: dateOrNull(record?.submittedAtMs),
    decided_at: dateOrNull(record?.decidedAtMs),
    decided_by: record?.decidedBy ?? null,
    decided_key_id: record?.decidedKeyId ?? null,
    paid_at: dateOrNull(record?.paidAtMs),
    tax_date: record?.taxDate ?? null,
    next_check_at: dateOrNull(record?.nextCheckAtMs),
    checks: record?.checks ?? 0,
    sent_at: dateOrNull(record?.sentAtMs),
    arrived_late: record?.arrivedLate ?? false,
    arrived_again: record?.arrivedAgain ?? false,
    consent_id: record?.consentId ?? null,
  };
}

function dateOrNull(timeMs: number | null | undefined): Date | null {
  return timeMs === null || timeMs === undefined ? null : new Date(timeMs);
}
