import type { KycStatus } from "./kyc-status.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum number of retries within 24 hours. */
export const maxRetries = 3;

export interface RetryContext {
  status: KycStatus;
  /** Whether other pictures or another document can help. */
  canHelp: boolean;
  /** The times of earlier retries, in any order. */
  retriedAtMs: readonly number[];
  nowMs: number;
}

/** `atMs`: the earliest time for a retry; a past time allows it at once. */
export type RetryRule = { allowed: false } | { allowed: true; atMs: number };

/**
 * When the customer may retry (docs/project/decisions.md): after expiry, or after a rejection that a retry can change,
 * at most {@link maxRetries} times in 24 hours. Only staff can reopen what staff rejected.
 */
export function retryRule(context: RetryContext): RetryRule {
  const { status, canHelp, retriedAtMs, nowMs } = context;
  const allowed = (status === "rejected" && canHelp) || status === "expired";
  if (!allowed) return { allowed: false };
  const recent = retriedAtMs.filter((atMs) => atMs > nowMs - dayMs).sort((one, two) => two - one);
  const blocking = recent[maxRetries - 1];
  // The result is not `nowMs`: a caller's own, slightly earlier time would make it wait.
  return { allowed: true, atMs: blocking === undefined ? 0 : blocking + dayMs };
}
