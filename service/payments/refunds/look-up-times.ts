/** A payout vendor limits look-ups; see {@link LookUpTimes}. */
import type { LookUpTimes } from "../../providers/payout/index.ts";
import { nextLateCheckMs } from "../outcomes/outcome-rules.ts";
import type { RefundRecord } from "./records.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** How long a bank can return a refund that arrived. */
const returnWatchMs = 30 * dayMs;

/** Times for parties that do not limit look-ups. */
const defaultTimes: LookUpTimes = {
  firstMs: 2_000,
  maxMs: hourMs,
  atOnce: true,
  showReturns: true,
};

/** The pause before the next look-up in transit: doubles each time, within the party's bounds. */
export function pauseMs({ firstMs, maxMs }: LookUpTimes = defaultTimes, checks: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(checks, 12));
}

/** Some parties require a longer pause after a request without a response. */
export function isTooEarly(
  { sentAtMs }: Pick<RefundRecord, "sentAtMs">,
  { atOnce, firstMs }: LookUpTimes = defaultTimes,
  nowMs: number,
): boolean {
  return !atOnce && sentAtMs !== null && nowMs - sentAtMs < firstMs;
}

/** The first look-up of a refund that has arrived; null if look-ups show nothing. */
export function firstWatchMs(
  { showReturns }: LookUpTimes = defaultTimes,
  hasReference: boolean,
  nowMs: number,
): number | null {
  if (!showReturns) return null;
  return nowMs + (hasReference ? dayMs : 60_000);
}

/** The next look-up after one that changed nothing; null: no more look-ups. */
export function nextLookUpMs(
  refund: Pick<RefundRecord, "step" | "checks" | "settledAtMs" | "reference">,
  lookUps: LookUpTimes = defaultTimes,
  nowMs: number,
): number | null {
  const { step, checks, settledAtMs, reference } = refund;
  if (step === "failed") return nextLateCheckMs(checks + 1, nowMs);
  if (step !== "success") return nowMs + pauseMs(lookUps, checks);
  const isOver = !lookUps.showReturns || nowMs - (settledAtMs ?? nowMs) >= returnWatchMs;
  return isOver ? null : nowMs + (reference ? dayMs : Math.min(dayMs, 60_000 * 2 ** checks));
}
