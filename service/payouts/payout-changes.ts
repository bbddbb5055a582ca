import type { DisbursementEventStatus } from "#contract/events/event-types";
import type { DisbursementRecord, PayoutMessage, PayoutRecord } from "./records.ts";
import {
  isFinal,
  nextPayoutStep,
  type PayoutEvent,
  webhookStatusOf,
} from "./states/payout-steps.ts";

/** The payout in its next version, and the status to report. */
export interface PayoutChange {
  readonly payout: PayoutRecord;
  readonly event: PayoutEvent;
  readonly webhookStatus: DisbursementEventStatus | null;
}

export type RecordPatch = Partial<Omit<DisbursementRecord, "disbursementId" | "messages">>;

/**
 * Moves a payout to the next step; null if its step does not allow the event. A final step erases the destination.
 * `reason` becomes a message.
 */
export function movePayout(
  payout: PayoutRecord,
  event: PayoutEvent,
  nowMs: number,
  patch: RecordPatch = {},
  reason: string | null = null,
): PayoutChange | null {
  const step = nextPayoutStep(payout.step, event);
  if (!step) return null;
  const record = payout.record && {
    ...payout.record,
    checks: 0,
    ...(isFinal(step) ? { nextCheckAtMs: null } : {}),
    ...patch,
    ...(isFinal(step) ? { destinationSealed: null } : {}),
    messages: addReason(payout.record.messages, reason, nowMs),
  };
  const heldAtMs = event === "held" ? nowMs : payout.heldAtMs;
  const isFree = event === "released" || isFinal(step);
  const changed = { ...payout, record, step, heldAtMs: isFree ? null : heldAtMs };
  return {
    payout: { ...changed, version: payout.version + 1, updatedAtMs: nowMs },
    event,
    webhookStatus: webhookStatusOf(event),
  };
}

/** The only event that creates the record. */
export function chooseMethod(
  payout: PayoutRecord,
  record: DisbursementRecord,
  nowMs: number,
): PayoutChange | null {
  return movePayout({ ...payout, record }, "method_chosen", nowMs);
}

function addReason(
  messages: readonly PayoutMessage[],
  reason: string | null,
  atMs: number,
): readonly PayoutMessage[] {
  return reason === null ? messages : [...messages, { code: reason, atMs }];
}
