import { type RawBuilder, type Selectable, sql } from "kysely";
import { refundWaitOf } from "#contract/refund-waits";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { RefundRecord, RefundTransfer } from "./records.ts";
import type { RefundRow } from "./tables.ts";

export function toRow(refund: RefundRecord) {
  return {
    operator_id: refund.operatorId,
    refund_id: refund.refundId,
    external_refund_id: refund.externalRefundId,
    payment_intent_id: refund.paymentIntentId,
    payment_id: refund.paymentId,
    external_customer_id: refund.externalCustomerId,
    step: refund.step,
    kind: refund.kind,
    base_minor: refund.parts.baseMinor,
    fees_minor: refund.parts.feesMinor,
    tax_minor: refund.parts.taxMinor,
    currency: refund.currency,
    reason: refund.reason,
    note_sealed: refund.noteSealed,
    requested_by: JSON.stringify(refund.requestedBy),
    approval: refund.approval,
    decided_by: refund.decidedBy && JSON.stringify(refund.decidedBy),
    processor: refund.processor,
    provider_refund_id: refund.providerRefundId,
    reference_type: refund.reference?.type ?? null,
    reference_value: refund.reference?.value ?? null,
    failure_code: refund.failureCode,
    ach_error: refund.achError,
    transfer_type: refund.transfer?.type ?? null,
    transfer_asset: refund.transfer?.asset ?? null,
    transfer_network: refund.transfer?.network ?? null,
    transfer_units: refund.transfer?.units ?? null,
    transfer_most_units: refund.transfer?.maxUnits ?? null,
    link_generation: refund.transfer?.linkGeneration ?? null,
    link_expires_at: toTime(refund.transfer?.linkExpiresAtMs ?? null),
    destination_sealed: refund.transfer?.destinationSealed ?? null,
    transfer_provider: refund.transfer?.provider ?? null,
    version: refund.version,
    sent_at: toTime(refund.sentAtMs),
    next_check_at: toTime(refund.nextCheckAtMs),
    checks: refund.checks,
    waits_for: refund.waiting?.reason ?? null,
    waits_since: toTime(refund.waiting?.sinceMs ?? null),
    created_at: new Date(refund.createdAtMs),
    updated_at: new Date(refund.updatedAtMs),
    settled_at: toTime(refund.settledAtMs),
    refund_batch_id: refund.refundBatchId,
    arrived_late: refund.arrivedLate,
    held_at: toTime(refund.heldAtMs),
  };
}

function toWaiting({ waits_for, waits_since }: Selectable<RefundRow>): RefundRecord["waiting"] {
  const reason = refundWaitOf(waits_for);
  return reason === null || waits_since === null
    ? null
    : { reason, sinceMs: waits_since.getTime() };
}

export function toRefund(row: Selectable<RefundRow>): RefundRecord {
  const { reference_type: type, reference_value: value } = row;
  return {
    refundId: row.refund_id,
    operatorId: row.operator_id,
    externalRefundId: row.external_refund_id,
    paymentIntentId: row.payment_intent_id,
    paymentId: row.payment_id,
    externalCustomerId: row.external_customer_id,
    step: row.step,
    kind: row.kind,
    parts: { baseMinor: row.base_minor, feesMinor: row.fees_minor, taxMinor: row.tax_minor },
    currency: row.currency,
    reason: row.reason,
    noteSealed: row.note_sealed,
    requestedBy: row.requested_by as unknown as AuditActor,
    approval: row.approval,
    decidedBy: row.decided_by as unknown as AuditActor | null,
    processor: row.processor,
    providerRefundId: row.provider_refund_id,
    reference: type === null || value === null ? null : { type, value },
    failureCode: row.failure_code,
    achError: row.ach_error,
    transfer: toTransfer(row),
    refundBatchId: row.refund_batch_id,
    waiting: toWaiting(row),
    version: row.version,
    sentAtMs: row.sent_at?.getTime() ?? null,
    nextCheckAtMs: row.next_check_at?.getTime() ?? null,
    checks: row.checks,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    settledAtMs: row.settled_at?.getTime() ?? null,
    arrivedLate: row.arrived_late,
    heldAtMs: row.held_at?.getTime() ?? null,
  };
}

function toTransfer(row: Selectable<RefundRow>): RefundTransfer | null {
  if (row.transfer_type === null) return null;
  return {
    type: row.transfer_type,
    asset: row.transfer_asset as RefundTransfer["asset"],
    network: row.transfer_network as RefundTransfer["network"],
    units: row.transfer_units,
    maxUnits: row.transfer_most_units,
    linkGeneration: row.link_generation ?? 1,
    linkExpiresAtMs: row.link_expires_at?.getTime() ?? 0,
    destinationSealed: row.destination_sealed,
    provider: row.transfer_provider,
  };
}

/** Milliseconds as a `timestamptz`. */
export function toTime(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** The next check, unless one that `checkNow` requested since `refund` was read comes first. */
export function nextCheck(
  refund: Pick<RefundRecord, "nextCheckAtMs">,
  nextCheckAtMs: number | null,
): RawBuilder<Date | null> {
  return sql<Date | null>`case
    when next_check_at is not distinct from ${toTime(refund.nextCheckAtMs)}::timestamptz
      then ${toTime(nextCheckAtMs)}::timestamptz
    else least(next_check_at, ${toTime(nextCheckAtMs)}::timestamptz) end`;
}
