import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import { customerPage } from "../../kit/customer-redirect.ts";
import type {
  ChallengeEnd,
  ChargeOutcome,
  ExpectedCharge,
  PrepareOutcome,
} from "../card-processor.ts";
import { keyName } from "./payment-forms.ts";
import { authenticationOf, factsOfCharge, reasonOfError } from "./stripe-facts.ts";
import {
  errorObject,
  type PaymentError,
  type PaymentIntent,
  paymentIntent,
  type StripeCharge,
} from "./stripe-objects.ts";

export interface RequestedCharge {
  readonly key: string;
  readonly reference: string;
  readonly expected: ExpectedCharge;
  /** Stripe's address. */
  readonly url: string;
}

/** Our cancellation reason when a challenge ends. The payment intent keeps it. */
export const cancellationReasons = {
  canceled: "requested_by_customer",
  timed_out: "abandoned",
} as const satisfies Readonly<Record<ChallengeEnd, string>>;

/** A canceled payment intent's reason. Without our cancellation reason, it was canceled at Stripe. */
const reasonByCancellation: Readonly<Record<string, string>> = {
  [cancellationReasons.canceled]: "authentication_canceled",
  [cancellationReasons.timed_out]: "authentication_timed_out",
};

/** Statuses of refusals before the request had an effect. */
const refusals = new Set([400, 401, 403, 404]);

/**
 * Types and codes of refusals that say nothing about the charge: another request with this key was or is in progress,
 * or the payment intent has moved on.
 */
const openErrors = new Set([
  "idempotency_error",
  "payment_intent_unexpected_state",
  "lock_timeout",
]);

/** The code of a request that certainly had no effect; null if that is not certain. */
export function refusalOf(response: OutgoingResponse): string | null {
  if (!refusals.has(response.statusCode)) return null;
  const parsed = errorObject.safeParse(parseJson(response.text));
  if (!parsed.success) return response.statusCode === 401 ? "status_401" : null;
  const { type, code } = parsed.data.error;
  if (openErrors.has(type) || openErrors.has(code ?? "")) return null;
  const word = code ?? type;
  return /^[a-z0-9_]{1,64}$/.test(word) ? word : `status_${response.statusCode}`;
}

/** Reads the response to a payment intent's creation. Nothing was charged, whatever it says. */
export function readPrepared(
  response: OutgoingResponse,
  key: string,
  expected: ExpectedCharge,
): PrepareOutcome {
  if (response.statusCode !== 200) {
    const refusal = refusalOf(response);
    return refusal === null ? { type: "unreached" } : { type: "rejected", reason: refusal };
  }
  const parsed = paymentIntent.safeParse(parseJson(response.text));
  const isOurs =
    parsed.success &&
    parsed.data.metadata?.[keyName] === key &&
    parsed.data.status === "requires_payment_method" &&
    isExpected(parsed.data, expected);
  return isOurs ? { type: "prepared", reference: parsed.data.id } : { type: "unreached" };
}

/** Reads the response to a confirmation. */
export function readConfirmed(
  response: OutgoingResponse,
  requested: RequestedCharge,
): ChargeOutcome {
  const unknown = { type: "unknown", reason: `status_${response.statusCode}` } as const;
  if (response.statusCode === 200) {
    const outcome = readIntent(response, requested);
    // A confirmed payment intent must have an outcome.
    return outcome.type === "not_found" ? { type: "unknown", reason: "malformed" } : outcome;
  }
  if (response.statusCode === 402) return readDecline(response, requested) ?? unknown;
  const refusal = refusalOf(response);
  if (refusal === null || hasMoved(response)) return unknown;
  return { type: "rejected", reason: refusal };
}

export function readIntent(response: OutgoingResponse, requested: RequestedCharge): ChargeOutcome {
  if (response.statusCode !== 200)
    return { type: "unknown", reason: `status_${response.statusCode}` };
  const parsed = paymentIntent.safeParse(parseJson(response.text));
  if (!parsed.success || !isRequested(parsed.data, requested)) {
    return { type: "unknown", reason: "malformed" };
  }
  return outcomeOf(parsed.data, requested);
}

/**
 * Reads a payment intent after the end of its challenge. A browser has its client secret from Stripe's page and can
 * confirm it again, with any card, until it is canceled. Before that, only a charge is certain.
 */
export function readEnded(response: OutgoingResponse, requested: RequestedCharge): ChargeOutcome {
  const outcome = readIntent(response, requested);
  const isCharged = outcome.type === "approved" || (outcome.type === "mismatch" && outcome.charged);
  if (isCharged || outcome.type === "reversed" || outcome.type === "pending") return outcome;
  const parsed = paymentIntent.safeParse(parseJson(response.text));
  const isCanceled = parsed.success && parsed.data.status === "canceled";
  return isCanceled || outcome.type === "unknown"
    ? outcome
    : { type: "unknown", reason: "not_canceled" };
}

function outcomeOf(intent: PaymentIntent, { expected, url }: RequestedCharge): ChargeOutcome {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const chargeId = charge?.id ?? intent.id;
  const facts = factsOfCharge(charge ?? undefined, intent.last_payment_error);
  const authentication = authenticationOf(charge);
  const known = { ...(facts && { facts }), ...(authentication && { authentication }) };
  switch (intent.status) {
    case "succeeded": {
      if (!charge) return { type: "unknown", reason: "malformed" };
      if (charge.refunded) return { type: "reversed", chargeId };
      const isOurs =
        isExpected(intent, expected) &&
        isExpected(charge, expected) &&
        isSameCard(charge, expected) &&
        intent.amount_received === expected.amountMinor;
      return isOurs
        ? { type: "approved", chargeId, ...approvedFacts(charge) }
        : { type: "mismatch", chargeId, charged: true };
    }
    case "processing":
      return { type: "pending", chargeId };
    case "requires_payment_method":
      return intent.last_payment_error
        ? { type: "declined", chargeId, ...reasonOfError(intent.last_payment_error), ...known }
        : { type: "not_found" };
    case "requires_confirmation":
      return { type: "not_found" };
    case "requires_action": {
      const { type, redirect_to_url: page } = intent.next_action ?? {};
      const challengeUrl = type === "redirect_to_url" ? customerPage(page?.url, url) : null;
      if (challengeUrl !== null) {
        return isExpected(intent, expected)
          ? { type: "challenge", url: challengeUrl }
          : { type: "mismatch", chargeId, charged: false };
      }
      // Only the customer could continue, and we never send them to this page: nothing is charged.
      return { type: "declined", chargeId, declineCode: "authentication_required", ...known };
    }
    case "canceled": {
      const declineCode =
        reasonByCancellation[intent.cancellation_reason ?? ""] ?? "processing_error";
      // The failure before the cancellation is more specific.
      const { last_payment_error: error } = intent;
      return {
        type: "declined",
        chargeId,
        ...(error ? reasonOfError(error) : { declineCode }),
        ...known,
      };
    }
    default:
      return { type: "unknown", reason: "unknown_outcome" };
  }
}

function approvedFacts(charge: StripeCharge) {
  const facts = factsOfCharge(charge);
  const authentication = authenticationOf(charge);
  return { ...(facts && { facts }), ...(authentication && { authentication }) };
}

/** A card error, with the payment intent that it left. Null if it is not certainly our charge's. */
function readDecline(response: OutgoingResponse, requested: RequestedCharge): ChargeOutcome | null {
  const parsed = errorObject.safeParse(parseJson(response.text));
  if (!parsed.success) return null;
  const { payment_intent: intent, ...error } = parsed.data.error;
  if (error.type !== "card_error" || !intent || !isRequested(intent, requested)) return null;
  if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
    return null;
  }
  const latest = typeof intent.latest_charge === "string" ? intent.latest_charge : null;
  return declineOf(error, error.charge ?? latest ?? intent.id);
}

/** The outcome of a card error that no charge followed. */
export function declineOf(error: PaymentError, chargeId: string): ChargeOutcome {
  const facts = factsOfCharge(undefined, error);
  return { type: "declined", chargeId, ...reasonOfError(error), ...(facts && { facts }) };
}

/** Whether an error shows a payment intent that charged or may charge. */
function hasMoved(response: OutgoingResponse): boolean {
  const parsed = errorObject.safeParse(parseJson(response.text));
  const status = parsed.success ? parsed.data.error.payment_intent?.status : undefined;
  return status !== undefined && status !== "requires_payment_method";
}

function isRequested(intent: PaymentIntent, { reference, key }: RequestedCharge): boolean {
  return intent.id === reference && intent.metadata?.[keyName] === key;
}

function isSameCard(charge: StripeCharge, { last4 }: ExpectedCharge): boolean {
  const charged = charge.payment_method_details?.card?.last4;
  return last4 === undefined || !charged || charged === last4;
}

function isExpected(
  { amount, currency }: Pick<PaymentIntent, "amount" | "currency">,
  expected: ExpectedCharge,
): boolean {
  return amount === expected.amountMinor && currency.toUpperCase() === expected.currency;
}
