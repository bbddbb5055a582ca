import type { KycStatus } from "./kyc-status.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** New tries that a customer may begin in any 24 hours. */
export const mostRetries = 3;

/** What decides whether a customer may try again. */
export interface RetryContext {
  /** The newest verification's status. */
  status: KycStatus;
  /** Whether another document or other pictures can help. */
  canHelp: boolean;
  /** When the customer began new tries, in any order. */
  retriedAtMs: readonly number[];
  nowMs: number;
}

/** `allowed`: it can ever be; `atMs`: from then on (now or earlier: at once). */
export type RetryRule = { allowed: false } | { allowed: true; atMs: number };

/**
 * Whether and when the customer may try again (docs/project/decisions.md): after a rejection that another
 * try can change, or once the verification has expired; {@link mostRetries} times in 24 hours. What staff
 * rejected, only staff opens again.
 */
export function retryRule(context: RetryContext): RetryRule {
  const { status, canHelp, retriedAtMs, nowMs } = context;
  const allowed = (status === "rejected" && canHelp) || status === "expired";
  if (!allowed) return { allowed: false };
  const recent = retriedAtMs.filter((atMs) => atMs > nowMs - dayMs).sort((one, two) => two - one);
  const blocking = recent[mostRetries - 1];
  // Not `nowMs`: whoever compares it with a time of their own, a moment earlier, would have to wait.
  return { allowed: true, atMs: blocking === undefined ? 0 : blocking + dayMs };
}
