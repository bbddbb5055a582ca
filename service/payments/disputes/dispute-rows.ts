import type { Selectable } from "kysely";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { AnswerRecord, DisputeOutcome, DisputeRecord } from "./records.ts";
import type { DisputeAnswerRow, DisputeRow } from "./tables.ts";

export function toRow(dispute: DisputeRecord) {
  return {
    operator_id: dispute.operatorId,
    dispute_id: dispute.disputeId,
    payment_intent_id: dispute.paymentIntentId,
    payment_id: dispute.paymentId,
    external_customer_id: dispute.externalCustomerId,
    processor: dispute.processor,
    provider_dispute_id: dispute.providerDisputeId,
    network: dispute.network,
    reason_code: dispute.reasonCode,
    category: dispute.category,
    stage: dispute.stage,
    status: dispute.status,
    outcome: dispute.outcome,
    amount_minor: dispute.amountMinor,
    currency: dispute.currency,
    fee_minor: dispute.feeMinor,
    respond_by: toTime(dispute.respondByMs),
    defendable: dispute.defendable,
    last_sequence: dispute.lastSequence,
    refunded_before_minor: dispute.refundedBeforeMinor,
    evidence_sealed: dispute.evidenceSealed,
    submitted_at: toTime(dispute.submittedAtMs),
    refusal_code: dispute.refusalCode,
    refused_at: toTime(dispute.refusedAtMs),
    version: dispute.version,
    opened_at: new Date(dispute.openedAtMs),
    created_at: new Date(dispute.createdAtMs),
    updated_at: new Date(dispute.updatedAtMs),
    closed_at: toTime(dispute.closedAtMs),
    reminded_for: toTime(dispute.remindedForMs),
    reminders: dispute.reminders,
    bank_reference: dispute.bankReference,
    inquiry_id: dispute.inquiryId,
  };
}

export function toDispute(row: Selectable<DisputeRow>): DisputeRecord {
  return {
    operatorId: row.operator_id,
    disputeId: row.dispute_id,
    paymentIntentId: row.payment_intent_id,
    paymentId: row.payment_id,
    externalCustomerId: row.external_customer_id,
    processor: row.processor,
    providerDisputeId: row.provider_dispute_id,
    network: row.network,
    reasonCode: row.reason_code,
    category: row.category,
    stage: row.stage,
    status: row.status,
    outcome: row.outcome as DisputeOutcome | null,
    amountMinor: row.amount_minor,
    currency: row.currency,
    feeMinor: row.fee_minor,
    respondByMs: row.respond_by?.getTime() ?? null,
    defendable: row.defendable,
    lastSequence: row.last_sequence,
    refundedBeforeMinor: row.refunded_before_minor,
    evidenceSealed: row.evidence_sealed,
    submittedAtMs: row.submitted_at?.getTime() ?? null,
    refusalCode: row.refusal_code,
    refusedAtMs: row.refused_at?.getTime() ?? null,
    version: row.version,
    openedAtMs: row.opened_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
    remindedForMs: row.reminded_for?.getTime() ?? null,
    reminders: row.reminders,
    bankReference: row.bank_reference,
    inquiryId: row.inquiry_id,
  };
}

export function toAnswer(row: Selectable<DisputeAnswerRow>): AnswerRecord {
  return {
    answerId: row.answer_id,
    operatorId: row.operator_id,
    disputeId: row.dispute_id,
    kind: row.kind,
    stage: row.stage,
    step: row.step,
    requestedBy: row.requested_by as unknown as AuditActor,
    sentAtMs: row.sent_at?.getTime() ?? null,
    checks: row.checks,
  };
}

/** Milliseconds as a `timestamptz`. */
export function toTime(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
