import type { PaymentIntentStatus } from "#contract/api/payment-intents";
import { type AttemptStep, attemptStatus } from "./attempt-states.ts";

/** What the status of an intent is computed from: its attempts' steps and the end of its window. */
export interface StatusSource {
  readonly attempts: readonly { readonly step: AttemptStep }[];
  /** End of the window, milliseconds since the epoch. */
  readonly expiresAtMs: number;
  /** As it is stored. What was told as expired stays so, also where a clock is behind. */
  readonly status?: PaymentIntentStatus;
}

/**
 * An intent's status (docs/how-money-moves.md): any success wins, then any pending, then any failed; with no
 * attempt at all it is `no-payment` inside the window and `expired` after it.
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

/** Whether the window has closed, or was stored as closed. */
function isOver({ status, expiresAtMs }: Omit<StatusSource, "attempts">, nowMs: number): boolean {
  return status === "expired" || nowMs >= expiresAtMs;
}

/** Why a new attempt is refused; each is an error code of its own (409). */
export type AttemptRefusal =
  | "payment_in_progress"
  | "payment_already_succeeded"
  | "payment_intent_expired"
  | "payment_attempts_used_up";

/**
 * So many attempts one intent takes. No customer needs as many; whoever tries stolen cards would, and every
 * answer and event of an intent carries all of them.
 */
export const mostAttempts = 50;

/**
 * Whether another attempt may begin: inside the window, none pending, none succeeded ever (a
 * success that the bank returned opens no new attempt), and not too many yet. Once the intent was
 * stored as expired it is, whatever the clock says of a process that asks later or is behind.
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
  return source.attempts.length < mostAttempts ? null : "payment_attempts_used_up";
}
