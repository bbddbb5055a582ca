import type { LookUpTimes } from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import type { PayoutStep } from "../states/payout-steps.ts";
import { postponeCheck } from "../store/payout-store.ts";

const hourMs = 60 * 60_000;

/** Look-ups of a payout whose provider is not configured. */
export const defaultLookUps: LookUpTimes = {
  firstMs: 1_000,
  maxMs: hourMs,
  atOnce: true,
  showReturns: true,
};

/**
 * Doubles each time. For payouts in transit within the provider's bounds; for arrived ones from half a day to 16 days,
 * because providers usually report returns.
 */
export function backoffMs(
  step: PayoutStep,
  checks: number,
  { firstMs, maxMs }: LookUpTimes,
): number {
  return step === "success"
    ? 12 * hourMs * 2 ** Math.min(checks, 5)
    : Math.min(firstMs * 2 ** Math.min(checks, 12), maxMs);
}

/** Schedules the next look-up after one that changed nothing. */
export async function postponeNextCheck(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  lookUps: LookUpTimes,
): Promise<void> {
  const record = recordOf(payout);
  const nowMs = deps.clock.nowMs();
  const isWatched = nowMs - (record.paidAtMs ?? nowMs) <= deps.times.returnWatchMs;
  const isClosed = payout.step === "success" && !(isWatched && lookUps.showReturns);
  const pauseMs = backoffMs(payout.step, record.checks, lookUps);
  await postponeCheck(deps, payout, isClosed ? null : nowMs + pauseMs);
}
