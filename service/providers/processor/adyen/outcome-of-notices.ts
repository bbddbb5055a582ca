/** What Adyen's notices say about a payment, a refund or a reversal. Order and repeats do not matter. */
import type {
  ChargeOutcome,
  ExpectedCharge,
  ExpectedRefund,
  RefundOutcome,
} from "../card-processor.ts";
import type { OutcomeNotice } from "../kit/notices.ts";
import { refusalCodeOf, refusalReasonOf } from "./refusal-reasons.ts";

/** Events after which a payment has no effect, unless {@link returns} follow. */
const reversals: ReadonlySet<string> = new Set([
  "CANCELLATION",
  "CANCEL_OR_REFUND",
  "TECHNICAL_CANCEL",
]);
/** Events of a refund, including one by reversal, that did not reach the customer. */
const returns: ReadonlySet<string> = new Set(["REFUND_FAILED", "REFUNDED_REVERSED"]);
/** Events after which an authorized payment is not captured. */
const lapses: ReadonlySet<string> = new Set(["CAPTURE_FAILED", "EXPIRE"]);

/**
 * The outcome of the payment with this key. One key is one payment, so a success overrides a refusal. Without a notice
 * the outcome stays unknown: silence proves nothing.
 */
export function chargeOutcomeOf(
  notices: readonly OutcomeNotice[],
  key: string,
  expected: ExpectedCharge,
  mcc?: string,
): ChargeOutcome {
  const own = notices.filter((notice) => notice.key === key && notice.event === "AUTHORISATION");
  const authorised = own.filter(({ succeeded }) => succeeded);
  const [charge] = authorised;
  if (!charge) {
    const refused = own.at(-1);
    return refused ? declineOf(refused, mcc) : { type: "unknown", reason: "no_notice_yet" };
  }
  const { reference: chargeId, facts } = charge;
  if (authorised.some(({ reference }) => reference !== chargeId)) {
    return { type: "unknown", reason: "several_charges" };
  }
  const about = notices.filter((notice) => isAbout(notice, chargeId) && notice.succeeded);
  if (about.some((notice) => reversals.has(notice.event) && !isReturned(notice, about))) {
    return { type: "reversed", chargeId };
  }
  if (!isOf(charge, expected)) return { type: "mismatch", chargeId, charged: true };
  if (about.some(({ event }) => lapses.has(event))) {
    return { type: "declined", chargeId, declineCode: "processing_error" };
  }
  return { type: "approved", chargeId, ...(facts && { facts }) };
}

function declineOf(refused: OutcomeNotice, mcc: string | undefined): ChargeOutcome {
  const code = refusalCodeOf(refused.reason ?? "");
  const facts = { ...refused.facts, ...(code === undefined ? {} : { vendorCode: code }) };
  return {
    type: "declined",
    chargeId: refused.reference,
    ...refusalReasonOf(code, mcc),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}

/**
 * The outcome of the refund with this key. `not_found` without a notice: while Adyen keeps the key, the request can be
 * sent again.
 */
export function refundOutcomeOf(
  notices: readonly OutcomeNotice[],
  key: string,
  expected: ExpectedRefund,
): RefundOutcome {
  const own = notices.filter((notice) => notice.key === key);
  const sent = own.filter(({ event }) => event === "REFUND");
  const refund = sent.find(({ succeeded }) => succeeded) ?? sent[0];
  const returned = own.find(({ event, succeeded }) => succeeded && returns.has(event));
  const known = refund ?? returned;
  if (!known) return { type: "not_found" };
  const refundId = known.reference;
  if (known.chargeId !== expected.chargeId || !isOf(known, expected)) {
    return { type: "mismatch", refundId };
  }
  const kind = "refund";
  if (returned) {
    const failureCode = returned.event === "REFUND_FAILED" ? "refund_failed" : "returned_by_bank";
    return { type: "failed", refundId, kind, failureCode };
  }
  return known.succeeded
    ? { type: "success", refundId, kind, arn: known.arn }
    : { type: "failed", refundId, kind, failureCode: "refund_failed" };
}

/**
 * A charge's reversal, if it happened, and how many with this key failed, even after a success: each failure needs a
 * new request.
 */
export function reversalOutcomeOf(
  notices: readonly OutcomeNotice[],
  chargeId: string,
  key: string,
) {
  const about = notices.filter((notice) => isAbout(notice, chargeId));
  const own = about.filter(({ event }) => reversals.has(event));
  const isDone = (notice: OutcomeNotice) => notice.succeeded && !isReturned(notice, about);
  const failed = own.filter((notice) => notice.key === key && !isDone(notice));
  return {
    reversalId: own.find(isDone)?.reference ?? null,
    failures: new Set(failed.map(({ reference }) => reference)).size,
  };
}

/** Whether a reversal was a refund that came back. `about`: the notices about its charge. */
function isReturned(reversal: OutcomeNotice, about: readonly OutcomeNotice[]): boolean {
  return about.some(
    ({ event, succeeded, reference }) =>
      succeeded && returns.has(event) && reference === reversal.reference,
  );
}

/** Whether a notice is about the charge. The charge's own notice can omit it. */
function isAbout({ chargeId, reference }: OutcomeNotice, wanted: string): boolean {
  return (chargeId ?? reference) === wanted;
}

function isOf(notice: OutcomeNotice, expected: ExpectedCharge): boolean {
  return notice.amountMinor === expected.amountMinor && notice.currency === expected.currency;
}
