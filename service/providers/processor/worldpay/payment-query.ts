/** Reads the responses of Worldpay's Payment Queries API (version 1). */
import * as z from "zod/mini";
import type {
  ChargeOutcome,
  ExpectedCharge,
  ExpectedRefund,
  RefundOutcome,
} from "../card-processor.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { reasonOf } from "../kit/reasons.ts";

const value = z.object({ currency: z.string(), amount: z.int() });

const paymentEvent = z.object({
  eventName: z.string(),
  commandId: z.optional(z.string()),
  /** For a refusal: an ISO 8583 response code. */
  code: z.optional(z.string()),
  refundReference: z.optional(z.string()),
  value: z.optional(value),
  error: z.optional(z.object({ name: z.string() })),
});
type PaymentEvent = z.infer<typeof paymentEvent>;

/** A payment with its events, oldest first. */
export const queriedPayment = z.object({
  paymentId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/)),
  transactionReference: z.string(),
  value,
  events: z.array(paymentEvent),
  _links: z.optional(z.record(z.string(), z.object({ href: z.string() }))),
});
export type QueriedPayment = z.infer<typeof queriedPayment>;

/** Payments with one reference. */
export const foundPayments = z.object({
  _embedded: z.object({
    payments: z.array(z.pick(queriedPayment, { paymentId: true, transactionReference: true })),
  }),
});

/**
 * The path of an action that is possible now, such as `partialRefund`; null if it is not. Only the path is used: a call
 * never goes to a host that a response names.
 */
export function actionPath(payment: QueriedPayment, action: string): string | null {
  const href = payment._links?.[`cardPayments:${action}`]?.href ?? "";
  return /\/payments\/[a-z]+\/[a-z/]+\/[A-Za-z0-9%._~:+=-]{1,4000}$/.exec(href)?.[0] ?? null;
}

/**
 * A payment's outcome. A reversed or canceled payment is `reversed`; refunds do not count. Authorized money that was
 * not sent for settlement is not charged yet. A decline is final for us, so a success overrides a refusal or time-out;
 * of two settlement events the newer one decides.
 */
export function chargeOutcomeOf(
  payment: QueriedPayment,
  expected: ExpectedCharge,
  mcc?: string,
): ChargeOutcome {
  const { paymentId: chargeId, events } = payment;
  const has = (...names: string[]) => events.some(({ eventName }) => names.includes(eventName));
  const find = (...names: string[]) => events.find(({ eventName }) => names.includes(eventName));

  if (isReversed(payment)) return { type: "reversed", chargeId };
  const isSale = has("saleSucceeded");
  if (!isSale && !has("authorizationSucceeded")) {
    const refused = find("authorizationRefused", "saleRefused");
    if (refused) {
      const facts = factsOf({ networkDeclineCode: refused.code });
      const reason = reasonOf("iso", refused.code ?? "", mcc);
      return { type: "declined", chargeId, ...reason, ...(facts && { facts }) };
    }
    const ended = has("authorizationFailed", "saleFailed", "authorizationTimedOut", "saleTimedOut");
    if (ended) return { type: "declined", chargeId, declineCode: "processing_error" };
    return { type: "pending", chargeId };
  }
  const { amount, currency } = payment.value;
  if (amount !== expected.amountMinor || currency !== expected.currency) {
    return { type: "mismatch", chargeId, charged: true };
  }
  if (isSale) return { type: "approved", chargeId };
  const settlement = events.findLast(({ eventName }) => eventName.startsWith("settlementRequest"));
  if (settlement === undefined) return { type: "pending", chargeId };
  if (settlement.eventName === "settlementRequestSubmissionFailed") {
    return { type: "declined", chargeId, declineCode: "processing_error" };
  }
  return { type: "approved", chargeId };
}

/** Whether a reversal or cancellation gave the whole payment back. */
export function isReversed({ events }: QueriedPayment): boolean {
  const names = events.map(({ eventName }) => eventName);
  return ["reversalRequestSubmitted", "cancellationRequestSubmitted"].some((name) =>
    names.includes(name),
  );
}

/** Whether a reversal or cancellation was requested and has not failed. */
export function isBeingReversed({ events }: QueriedPayment): boolean {
  const last = events.findLast(({ eventName }) =>
    /^(reversal|cancellation)Request/.test(eventName),
  );
  return last !== undefined && !last.eventName.endsWith("SubmissionFailed");
}

/**
 * The refund with our reference. Its events share a `commandId` with the request. One that only a later event names,
 * without its amount, is a `mismatch`: it exists, so it must not be sent again.
 */
export function refundOutcomeOf(
  payment: QueriedPayment,
  key: string,
  expected: ExpectedRefund,
): RefundOutcome {
  const own = payment.events.filter(({ refundReference }) => refundReference === key);
  const requested = own.find(({ eventName }) => eventName === "refundRequested") ?? own[0];
  if (!requested) return { type: "not_found" };
  const { amount, currency } = requested.value ?? {};
  if (amount !== expected.amountMinor || currency !== expected.currency) {
    return { type: "mismatch", refundId: key };
  }
  const common = { refundId: key, kind: "refund" } as const;
  switch (lastEventOf(payment.events, requested)) {
    case "refundRequestSubmitted":
      return { type: "success", ...common, arn: null };
    case "refundRequestSubmissionFailed":
      return { type: "failed", ...common, failureCode: "refund_failed" };
    default:
      return { type: "pending", ...common, arn: null };
  }
}

function lastEventOf(events: readonly PaymentEvent[], { commandId }: PaymentEvent): string {
  const own = events.filter((event) => commandId !== undefined && event.commandId === commandId);
  return own.at(-1)?.eventName ?? "refundRequested";
}
