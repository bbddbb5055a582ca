/** Sends or looks up a refund, and changes only the time of the newest try. */
import { totalOfParts } from "#contract/refund-parts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { isTooEarly } from "./look-up-times.ts";
import type { RefundRecord } from "./records.ts";
import { beginSend, endSend, stopCodes } from "./refund-queue.ts";
import type { RefundOrder, RefundOutcome, RefundRail } from "./refund-rail.ts";

/** A request without a response may still arrive for this long. */
const quietMs = 10 * 60_000;

/** A refund, and what is needed to send it or look it up. */
export interface RefundCheck {
  readonly refund: RefundRecord;
  /** Whether the customer can name a destination after a refusal. */
  readonly canTransfer: boolean;
  /** The newest try that this check knows of; null if there was no try. */
  newestTryMs: number | null;
  readonly rail: Pick<RefundRail, "send" | "lookUp"> & Partial<RefundRail>;
  readonly order: RefundOrder;
  readonly requester: "job" | "person";
}

/** "Not found" proves nothing if the other party does not show every refund. */
export function unknownUnlessProven(
  { rail, order }: RefundCheck,
  outcome: RefundOutcome,
): RefundOutcome {
  const isProven = outcome.type !== "not_found" || rail.provesAbsence?.(order) !== false;
  return isProven ? outcome : { type: "unknown", reason: "not_found_yet" };
}

/** Returns undefined if the payment method is not configured. */
export async function createRefundCheck(
  deps: PaymentsDeps,
  refund: RefundRecord,
  requester: RefundCheck["requester"],
): Promise<RefundCheck | undefined> {
  const intent = await deps.store.read(refund.paymentIntentId);
  const attempt = intent && attemptOf(intent, refund.paymentId);
  const own = attempt && deps.methods.find(attempt.type)?.refunds;
  const rail = refund.transfer ? deps.transfers.railOf(refund) : own;
  if (!attempt || !rail) return undefined;
  const { operatorId, paymentIntentId, paymentId, processor, currency, parts, reason } = refund;
  const order: RefundOrder = {
    operatorId,
    paymentIntentId,
    paymentId,
    processor,
    chargeId: attempt.chargeId,
    amountMinor: totalOfParts(parts),
    surchargeMinor: parts.feesMinor,
    currency,
    reason: reason ?? "other",
    isReversal: refund.achError !== null,
  };
  const canTransfer = refund.transfer === null && own?.canTransfer === true;
  return { refund, canTransfer, newestTryMs: refund.sentAtMs, rail, order, requester };
}

/** Sends the refund if it certainly was not sent; looks it up otherwise. */
export async function sendOrLookUp(deps: PaymentsDeps, check: RefundCheck): Promise<RefundOutcome> {
  const { refund, rail, order } = check;
  if (isTooEarly(refund, rail.lookUps, deps.clock.nowMs())) {
    return { type: "unknown", reason: "too_early" };
  }
  if (refund.step !== "requested") return lookUp(deps, check);
  if (refund.sentAtMs === null) return send(deps, check);
  const outcome = await lookUp(deps, check);
  if (outcome.type !== "not_found") return outcome;
  const nowMs = deps.clock.nowMs();
  // Each try moves `sentAtMs`; the first one cannot be before the refund's creation.
  const isTooOld = nowMs - refund.createdAtMs > (rail.repeatsForMs?.(order) ?? Infinity);
  if (isTooOld) return { type: "unknown", reason: "too_old_to_repeat" };
  const waitsMs = rail.resendAfterMs?.(order) ?? 0;
  const sinceMs = nowMs - refund.sentAtMs;
  return sinceMs >= waitsMs ? send(deps, check) : { type: "unknown", reason: "not_found_yet" };
}

/** "Not found" proves nothing about a refund older than what the other party lists. */
export async function lookUp(
  { clock }: Pick<PaymentsDeps, "clock">,
  { refund, rail, order }: RefundCheck,
): Promise<RefundOutcome> {
  const outcome = await rail.lookUp(order, refund.refundId);
  const { sentAtMs } = refund;
  if (outcome.type !== "not_found" || sentAtMs === null) return outcome;
  const findsForMs = rail.findsForMs?.(order) ?? Number.POSITIVE_INFINITY;
  const isTooOld = clock.nowMs() - sentAtMs > findsForMs;
  return isTooOld ? { type: "unknown", reason: "too_old_to_find" } : outcome;
}

async function send(deps: PaymentsDeps, check: RefundCheck): Promise<RefundOutcome> {
  const { refund, rail, order } = check;
  const nowMs = deps.clock.nowMs();
  const earlierMs = refund.sentAtMs;
  const sendState = await beginSend(deps, refund, nowMs);
  if (sendState !== "started" && sendState !== "moved" && sendState !== "held") {
    // The customer has the money, or must not get it. An earlier try may still arrive.
    const failureCode = stopCodes[sendState];
    const isQuiet = earlierMs === null || nowMs - earlierMs >= quietMs;
    return isQuiet ? { type: "rejected", failureCode } : { type: "unknown", reason: failureCode };
  }
  if (sendState !== "started") return { type: "unknown", reason: sendState };
  check.newestTryMs = nowMs;
  const sent = await rail.send(order, refund.refundId);
  if (sent.type === "unknown") {
    return rail.lookUps?.atOnce === false ? sent : rail.lookUp(order, refund.refundId);
  }
  if (sent.type === "unreached" || sent.type === "credentials_refused") {
    await endSend(deps, refund, nowMs);
    check.newestTryMs = earlierMs;
    return sent;
  }
  if (sent.type !== "rejected" || earlierMs === null) return sent;
  // The refusal says nothing about the earlier try.
  const outcome = await rail.lookUp(order, refund.refundId);
  if (outcome.type !== "not_found") return outcome;
  return nowMs - earlierMs >= quietMs ? sent : { type: "unknown", reason: "refused_on_resend" };
}
