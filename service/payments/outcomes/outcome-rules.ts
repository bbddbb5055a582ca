import { totalOfParts } from "#contract/refund-parts";
import type { AttemptRecord, IntentRecord } from "../records.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { mayHaveCharged } from "../states/attempt-states.ts";
import type { OutcomeSubject } from "./records.ts";

/** How long an outcome must be unknown before staff can mark it (docs/payments/unknown-outcomes.md). */
export const unknownForMs = 60 * 60_000;
/** As {@link unknownForMs}, for a refund that the other party has accepted: those take days. */
export const acceptedForMs = 5 * 24 * 60 * 60_000;

/** Our own ACH files: their outcomes come from the bank's return files, never from a mark. */
const achName = "ach";

/** What staff can do about an unknown outcome. */
export interface OutcomeRule {
  /** From when on it can be marked. It also needs a look-up that brought no outcome. */
  readonly markableAtMs: number;
  readonly canMark: boolean;
  /** A wrong charge is being reversed: staff can only say that it did not happen. */
  readonly onlyFailed: boolean;
  /** Names what the staff member saw. A decision about another state is refused. */
  readonly seen: string;
}

/** The rule for a card payment whose outcome is unknown; null for any other. */
export function ruleOfPayment(attempt: AttemptRecord, nowMs: number): OutcomeRule | null {
  const { type, step, createdAtMs, checks, chargeNumber, processor, reversal } = attempt;
  if (type !== "card" || !mayHaveCharged(step)) return null;
  const markableAtMs = createdAtMs + unknownForMs;
  return {
    markableAtMs,
    canMark: checks > 0 && nowMs >= markableAtMs,
    onlyFailed: reversal === "due",
    seen: [step, chargeNumber, processor, reversal ?? "none"].join("."),
  };
}

/** The rule for a refund whose outcome is unknown; null for any other. */
export function ruleOfRefund(refund: RefundRecord, nowMs: number): OutcomeRule | null {
  const { step, sentAtMs, updatedAtMs, checks, processor, transfer, version } = refund;
  const isSent = step === "processing" || (step === "requested" && sentAtMs !== null);
  if (!isSent || (transfer?.provider ?? processor) === achName) return null;
  const markableAtMs = updatedAtMs + (step === "processing" ? acceptedForMs : unknownForMs);
  return {
    markableAtMs,
    canMark: checks > 0 && nowMs >= markableAtMs,
    onlyFailed: false,
    seen: `${step}.${version}`,
  };
}

/** The subject of a payment's mark. */
export function subjectOfPayment(intent: IntentRecord, attempt: AttemptRecord): OutcomeSubject {
  return {
    operatorId: intent.operatorId,
    type: "payment",
    id: attempt.paymentId,
    paymentIntentId: intent.paymentIntentId,
    paymentId: attempt.paymentId,
    externalCustomerId: intent.externalCustomerId,
    amountMinor: attempt.price.totalMinor,
    currency: intent.currency,
  };
}

/** The subject of a refund's mark. */
export function subjectOfRefund(refund: RefundRecord): OutcomeSubject {
  const { operatorId, refundId, paymentIntentId, paymentId, externalCustomerId } = refund;
  return {
    operatorId,
    type: "refund",
    id: refundId,
    paymentIntentId,
    paymentId,
    externalCustomerId,
    amountMinor: totalOfParts(refund.parts),
    currency: refund.currency,
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Together about 30 days. */
const pausesMs = [
  minuteMs,
  10 * minuteMs,
  hourMs,
  6 * hourMs,
  dayMs,
  2 * dayMs,
  4 * dayMs,
  7 * dayMs,
  16 * dayMs,
] as const;

/** When something that counts as ended is looked up again after `checks` look-ups; null: never again. */
export function nextLateCheckMs(checks: number, nowMs: number): number | null {
  const pauseMs = pausesMs[checks];
  return pauseMs === undefined ? null : nowMs + pauseMs;
}

/**
 * Whether a refund failed although a request may have arrived, so that it is looked up further. The other party's own
 * "failed" ends that.
 */
export function isFailedWithoutAnswer(refund: RefundRecord): boolean {
  return refund.step === "failed" && refund.settledAtMs === null && refund.nextCheckAtMs !== null;
}
