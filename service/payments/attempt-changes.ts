import type { PaymentEventStatus } from "#contract/events/event-types";
import type { Price } from "./pricing/index.ts";
import { toReasonCode } from "./reason-code.ts";
import type { AttemptRecord, IntentRecord } from "./records.ts";
import { type AttemptEvent, attemptStatus, nextAttemptStep } from "./states/attempt-states.ts";
import { intentStatus } from "./states/intent-status.ts";

/** The record with its next version, and its webhook event, if any. */
export interface IntentChange {
  readonly intent: IntentRecord;
  /** Null when only the intent changes. */
  readonly attempt: { readonly record: AttemptRecord; readonly isNew: boolean } | null;
  readonly event: PaymentEventStatus | null;
  /** The price in the event of an intent without attempts; see quote-intents.ts. */
  readonly quote?: Price | null;
}

export type AttemptPatch = Partial<
  Pick<
    AttemptRecord,
    | "threeDS"
    | "detail"
    | "detailsSealed"
    | "processor"
    | "routing"
    | "chargeNumber"
    | "chargeId"
    | "chargeReference"
    | "reversal"
    | "nextCheckAtMs"
    | "checks"
    | "paymentMethod"
  >
>;

/**
 * Moves an attempt along the table. Null, with nothing written, if the table has no such step: the caller decides again
 * from a fresh record.
 *
 * A final step erases the sealed details. A change of status has a webhook event.
 */
export function moveAttempt(
  intent: IntentRecord,
  attempt: AttemptRecord,
  event: AttemptEvent,
  nowMs: number,
  patch: AttemptPatch = {},
  reason: string | null = null,
): IntentChange | null {
  const step = nextAttemptStep(attempt.step, event);
  if (!step) return null;
  const before = attemptStatus(attempt.step);
  const after = attemptStatus(step);
  const messages = reason
    ? [...attempt.messages, { code: toReasonCode(reason), atMs: nowMs }]
    : attempt.messages;
  const record: AttemptRecord = {
    ...attempt,
    checks: 0,
    ...(after === "pending" ? {} : { nextCheckAtMs: null }),
    ...patch,
    ...(after === "pending" ? {} : { detailsSealed: null }),
    step,
    wasSuccess: attempt.wasSuccess || before === "success",
    messages,
    updatedAtMs: nowMs,
  };
  return changeOf(intent, record, false, before === after ? null : after, nowMs);
}

/** Changes fields, never the step. Sends no webhook event. */
export function patchAttempt(
  intent: IntentRecord,
  attempt: AttemptRecord,
  nowMs: number,
  patch: AttemptPatch,
  reason: string | null = null,
): IntentChange {
  const messages = reason
    ? [...attempt.messages, { code: toReasonCode(reason), atMs: nowMs }]
    : attempt.messages;
  const record = { ...attempt, ...patch, messages, updatedAtMs: nowMs };
  return changeOf(intent, record, false, null, nowMs);
}

/** The caller must have checked `refusalOfNewAttempt`. */
export function addAttempt(
  intent: IntentRecord,
  record: AttemptRecord,
  nowMs: number,
): IntentChange {
  return changeOf(intent, record, true, "pending", nowMs);
}

/** Expires an intent that closed without an attempt; null if it must not expire. */
export function expireIntent(
  intent: IntentRecord,
  nowMs: number,
  quote: Price | null = null,
): IntentChange | null {
  if (intent.status !== "no-payment" || intentStatus(intent, nowMs) !== "expired") return null;
  return {
    intent: { ...intent, status: "expired", version: intent.version + 1, updatedAtMs: nowMs },
    attempt: null,
    event: "expired",
    quote,
  };
}

function changeOf(
  intent: IntentRecord,
  record: AttemptRecord,
  isNew: boolean,
  event: PaymentEventStatus | null,
  nowMs: number,
): IntentChange {
  const attempts = isNew
    ? [...intent.attempts, record]
    : intent.attempts.map((attempt) => (attempt.paymentId === record.paymentId ? record : attempt));
  return {
    intent: {
      ...intent,
      attempts,
      status: intentStatus({ attempts, expiresAtMs: intent.expiresAtMs }, nowMs),
      version: intent.version + 1,
      updatedAtMs: nowMs,
    },
    attempt: { record, isNew },
    event,
  };
}
