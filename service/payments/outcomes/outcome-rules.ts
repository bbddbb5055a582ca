import { totalOfParts } from "#contract/refund-parts";
import type { AttemptRecord, IntentRecord } from "../records.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { mayHaveCharged } from "../states/attempt-states.ts";
import type { OutcomeSubject } from "./records.ts";

/** An outcome must be unknown for this long before staff can mark it (docs/payments/unknown-outcomes.md). */
export const unknownForMs = 60 * 60_000;
/** Like {@link unknownForMs}, for a refund that the other party has accepted: that takes days. */
export const acceptedForMs = 5 * 24 * 60 * 60_000;

/** Only the bank's return files decide about our ACH files. */
const achName = "ach";

export interface OutcomeRule {
  /** When staff can mark the outcome at the earliest. Marking also needs a look-up without an outcome. */
  readonly markableAtMs: number;
  readonly canMark: boolean;
  /** Whether staff can only mark a failure, because a wrong charge is being reversed. */
  readonly onlyFailed: boolean;
  /** Identifies the state that the staff member saw. */
  readonly seen: string;
}

/** How staff can enter a payment's outcome; null unless it is unknown. */
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

/** How staff can enter a refund's outcome; null unless it is unknown. */
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
/** The pauses add up to about 30 days. */
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

/** When to look up an ended payment or refund again, after `checks` look-ups; null means never. */
export function nextLateCheckMs(checks: number, nowMs: number): number | null {
  const pauseMs = pausesMs[checks];
  return pauseMs === undefined ? null : nowMs + pauseMs;
}

/** Whether a request may have arrived, so that look-ups continue until the other party answers "failed". */
export function isFailedWithoutResponse(refund: RefundRecord): boolean {
  return refund.step === "failed" && refund.settledAtMs === null && refund.nextCheckAtMs !== null;
}
