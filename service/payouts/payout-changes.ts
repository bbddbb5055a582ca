import type { DisbursementEventStatus } from "#contract/events/event-types";
import type { DisbursementRecord, PayoutMessage, PayoutRecord } from "./records.ts";
import { eventOf, isFinal, nextPayoutStep, type PayoutHappening } from "./states/payout-steps.ts";

/** A write that is decided: the payout as it will be, one version on, and what to tell of it. */
export interface PayoutChange {
  readonly payout: PayoutRecord;
  readonly happening: PayoutHappening;
  readonly event: DisbursementEventStatus | null;
}

/** What of a record a step may change beside the step itself. */
export type RecordPatch = Partial<Omit<DisbursementRecord, "disbursementId" | "messages">>;

/**
 * Moves a payout along the table. Null when the table has no such way from where it is. A final step
 * erases where the money went; `reason` becomes a message.
 */
export function movePayout(
  payout: PayoutRecord,
  happening: PayoutHappening,
  nowMs: number,
  patch: RecordPatch = {},
  reason: string | null = null,
): PayoutChange | null {
  const step = nextPayoutStep(payout.step, happening);
  if (!step) return null;
  const record = payout.record && {
    ...payout.record,
    checks: 0,
    ...(isFinal(step) ? { nextCheckAtMs: null } : {}),
    ...patch,
    ...(isFinal(step) ? { destinationSealed: null } : {}),
    messages: withReason(payout.record.messages, reason, nowMs),
  };
  return {
    payout: { ...payout, record, step, version: payout.version + 1, updatedAtMs: nowMs },
    happening,
    event: eventOf(happening),
  };
}

/** Chooses how to be paid: the one move that makes the record. */
export function chooseMethod(
  payout: PayoutRecord,
  record: DisbursementRecord,
  nowMs: number,
): PayoutChange | null {
  return movePayout({ ...payout, record }, "method_chosen", nowMs);
}

function withReason(
  messages: readonly PayoutMessage[],
  reason: string | null,
  atMs: number,
): readonly PayoutMessage[] {
  return reason === null ? messages : [...messages, { code: reason, atMs }];
}
