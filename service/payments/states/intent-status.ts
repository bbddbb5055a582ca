import type { PaymentIntentStatus } from "#contract/api/payment-intents";
import { type AttemptStep, attemptStatus } from "./attempt-states.ts";

export interface StatusSource {
  readonly attempts: readonly { readonly step: AttemptStep }[];
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
  /** A stored `expired` stays, even if this process has a slower clock. */
  readonly status?: PaymentIntentStatus;
}

/**
 * A success wins over a pending attempt, and a pending one over failed ones. Without attempts the intent is
 * `no-payment` inside its window and `expired` after it (docs/how-money-moves.md).
 */
export function intentStatus(source: StatusSource, nowMs: number): PaymentIntentStatus {
  let pending = false;
  for (const attempt of source.attempts) {
    const status = attemptStatus(attempt.step);
    if (status === "success") return "success";
    if (status === "pending") pending = true;
  }
  if (pending) return "pending";
  if (source.attempts.length > 0) return "failed";
  return isOver(source, nowMs) ? "expired" : "no-payment";
}

/** Whether the window has closed, or the store says that it has. */
function isOver({ status, expiresAtMs }: Omit<StatusSource, "attempts">, nowMs: number): boolean {
  return status === "expired" || nowMs >= expiresAtMs;
}

/** Why an attempt is refused. Each value is an error code (409). */
export type AttemptRefusal =
  | "payment_in_progress"
  | "payment_already_succeeded"
  | "payment_intent_expired"
  | "payment_attempts_used_up";

/** Stops card testing. Keeps responses and events small, because both list every attempt. No customer needs more. */
export const maxAttempts = 50;

/**
 * An attempt needs an open window, no pending attempt, no success so far, and fewer than {@link maxAttempts} attempts.
 * A success that the bank returned also blocks new attempts. A stored `expired` counts, even if this process has a
 * slower clock.
 */
export function refusalOfNewAttempt(
  source: {
    readonly attempts: readonly { readonly step: AttemptStep; readonly wasSuccess?: boolean }[];
    readonly expiresAtMs: number;
    readonly status?: PaymentIntentStatus;
  },
  nowMs: number,
): AttemptRefusal | null {
  const paid = source.attempts.some((attempt) => attempt.step === "success" || attempt.wasSuccess);
  if (paid) return "payment_already_succeeded";
  const pending = source.attempts.some((attempt) => attemptStatus(attempt.step) === "pending");
  if (pending) return "payment_in_progress";
  if (isOver(source, nowMs)) return "payment_intent_expired";
  return source.attempts.length < maxAttempts ? null : "payment_attempts_used_up";
}
