import { createHash } from "node:crypto";
import type { ChargeRequest } from "#contract/connectors/processor";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { isLuhnValid } from "../../catalogue/luhn.ts";
import { faultyResponse } from "../../http/faulty-response.ts";
import { json, type SandboxResponse, type Silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import type { IssuerParts } from "../../issuer/issue-authentication.ts";
import { bookCharge } from "../../processors/book-charge.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { type ChargeDecision, decideCharge } from "../../processors/decide-charge.ts";
import type { FaultOrder } from "../../processors/faults.ts";
import { acquirerReferenceNumber, planRefund } from "../../processors/plan-refund.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";
import { hasCleared, settleCharge } from "../../processors/settle-charge.ts";
import { announceSoon, webhookRoutes } from "../kit/vendor-webhooks.ts";
import { error, Idempotency } from "./idempotency.ts";
import { createStripeAuthentications } from "./stripe-authentication.ts";
import { stripeDisputeRoutes } from "./stripe-disputes.ts";
import {
  afterExecution,
  badRequest,
  beforeExecution,
  type Fault,
  read,
  serverError,
} from "./stripe-responses.ts";
import type { StripeWebhooks } from "./stripe-webhooks.ts";
import {
  authenticationError,
  type CardForm,
  cancelForm,
  cardError,
  cardForm,
  chargeOf,
  confirmForm,
  type Intent,
  intentForm,
  intentJson,
  refundForm,
  refundJson,
} from "./stripe-wire.ts";

const base = "/vendors/stripe";
const name = "stripe";

/** A charge is in the books under the key of its payment intent. */
const profile = (intent: Intent) =>
  ({ name, settles: "at_once", chargeId: () => intent.id.replace(/^pi_/, "ch_") }) as const;

/**
 * The part of Stripe's API that the connector uses, with the test cards, books and faults of the sandbox's own
 * processors. Payment intents and cards are in memory; charges and refunds are in the books. Events are signed: `POST
 * /admin/stripe/webhook` `{ url }` sets their address, `GET /admin/stripe/events` returns them all.
 */
export function stripeRoutes(
  parts: ProcessorParts & IssuerParts,
  webhooks: StripeWebhooks,
): Route[] {
  const { deps, book, refunds, faults } = parts;
  const intents = new Map<string, Intent>();
  const cards = new Map<string, CardForm>();
  const idempotency = new Idempotency(deps);
  const newId = (prefix: string) => `${prefix}_${deps.randomBytes(12).toString("hex")}`;

  const authentications = createStripeAuthentications(parts, base, (intentId) => {
    const intent = intents.get(intentId);
    if (intent) finishChallenge(intent);
    announceLater();
  });

  const chargeOfIntent = (intent: Intent): BookedCharge | undefined => {
    finishChallenge(intent);
    const booked = book.find(name, intent.key);
    return booked && settleCharge(book, booked, deps.now());
  };
  const shownIntent = (intent: Intent, isExpanded = false) => {
    const charge = chargeOfIntent(intent);
    return intentJson(intent, charge, {
      isExpanded,
      challengeUrl: authentications.urlOf(intent.id),
    });
  };

  function announceDue(): void {
    for (const intent of intents.values()) {
      const charge = chargeOfIntent(intent);
      const event = eventOf(intent, charge);
      if (event === undefined) continue;
      webhooks.announce(`${intent.id} ${event}`, `payment_intent.${event}`, shownIntent(intent));
    }
    for (const booked of refunds.all().filter(({ processor }) => processor === name)) {
      const refund = refunds.settle(booked, deps.now());
      const state = `${refund.status} ${refund.arn ?? ""}`;
      const type = refund.status === "failed" ? "refund.failed" : "refund.updated";
      webhooks.announce(`${refund.refundId} ${state}`, type, refundJson(refund));
    }
  }
  const announceLater = () => announceSoon(deps, announceDue);

  const sent = (exchange: Exchange, response: SandboxResponse, fault: Fault) =>
    afterExecution({ deps, idempotency }, exchange, response, fault);

  function create(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const form = read(intentForm, exchange.body);
    if (!form) return badRequest("parameter_unknown");
    const key = form.metadata?.["tessera_key"] ?? newId("key");
    const fault = faults.take(name, "prepare", key);
    const before = beforeExecution(fault);
    if (before) return before;
    const intent: Intent = {
      id: newId("pi"),
      key,
      amountMinor: Number(form.amount),
      currency: form.currency.toUpperCase(),
      metadata: form.metadata ?? {},
      descriptor: form.statement_descriptor_suffix ?? "",
      createdAtMs: deps.now(),
      isCanceled: false,
    };
    intents.set(intent.id, intent);
    return sent(exchange, json(200, intentJson(intent, undefined)), fault);
  }

  function createCard(exchange: Exchange): SandboxResponse {
    const form = read(cardForm, exchange.body);
    if (!form) return badRequest("parameter_unknown");
    if (!isLuhnValid(form.card.number)) {
      const message = "Your card number is incorrect.";
      return error(402, { type: "card_error", code: "incorrect_number", message });
    }
    const id = newId("pm");
    cards.set(id, form);
    return json(200, { id, object: "payment_method", type: "card", livemode: false });
  }

  function confirm(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const intent = intents.get(exchange.params["intent"] ?? "");
    if (!intent) return error(404, { type: "invalid_request_error", code: "resource_missing" });
    const form = read(confirmForm, exchange.body);
    const made = form && cards.get(form.payment_method);
    if (!form || !made) return badRequest("parameter_unknown");
    if (chargeOfIntent(intent) || intent.isCanceled) return unexpectedState(intent);
    const order = chargeOf(intent, form, made);
    const ordered = faults.take(name, "charge", intent.key);
    const early = beforeExecution(ordered);
    if (early) return early;
    // A customer whose authentication failed or is pending can be confirmed again, with another card too.
    delete intent.authentication;
    const isNative = form.return_url !== undefined && form.error_on_requires_action !== "true";
    const begun = isNative ? authentications.begin(intent, form, { made, request: order }) : null;
    if (begun?.type === "challenge" || begun?.type === "failed") {
      intent.authentication = begun.type === "failed" ? "failed" : "awaited";
      announceLater();
      const shown = shownIntent(intent);
      const response =
        begun.type === "failed"
          ? error(402, { ...authenticationError, payment_intent: shown })
          : json(200, shown);
      return sent(exchange, response, ordered);
    }
    const request = begun?.proof ? { ...order, threeDSecure: begun.proof } : order;
    if (begun) intent.threeDSecure = begun.threeDSecure;
    const decision = decideCharge(request, parts.isGenuineProof);
    const fault = ordered ?? decision.fault;
    const before = beforeExecution(fault);
    if (before) return before;
    const booked = bookFor(intent, request, decision);
    const isOther = fault === "wrong_amount" || fault === "wrong_currency";
    const charge = isOther ? makeOther(booked, fault) : booked;
    const isDeclined = charge.status === "declined";
    const shown = intentJson(intent, charge, { isExpanded: !isDeclined });
    const response = isDeclined
      ? error(402, { ...cardError(charge), payment_intent: shown })
      : json(200, shown);
    announceLater();
    return sent(exchange, response, isOther ? undefined : fault);
  }

  const bookFor = (intent: Intent, request: ChargeRequest, decision: ChargeDecision) =>
    bookCharge(profile(intent), parts, {
      request,
      key: intent.key,
      fingerprint: createHash("sha256").update(JSON.stringify(request)).digest("base64url"),
      decision,
    });

  /** Charges, or fails, once the issuer has reported the challenge's end. */
  function finishChallenge(intent: Intent): void {
    if (intent.authentication !== "awaited" || intent.isCanceled) return;
    const result = authentications.resultOf(intent.id);
    if (!result) return;
    if (result.type === "failed") {
      intent.authentication = "failed";
      return;
    }
    delete intent.authentication;
    intent.threeDSecure = result.threeDSecure;
    const { request, proof } = result;
    const authenticated = proof ? { ...request, threeDSecure: proof } : request;
    bookFor(intent, authenticated, decideCharge(authenticated, parts.isGenuineProof));
  }

  function cancel(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const intent = intents.get(exchange.params["intent"] ?? "");
    if (!intent) return error(404, { type: "invalid_request_error", code: "resource_missing" });
    const form = read(cancelForm, exchange.body);
    if (!form) return badRequest("parameter_unknown");
    const fault = faults.take(name, "cancel", intent.key);
    const before = beforeExecution(fault);
    if (before) return before;
    const charge = chargeOfIntent(intent);
    if (intent.isCanceled || (charge && charge.status !== "declined")) {
      return unexpectedState(intent);
    }
    intent.isCanceled = true;
    intent.cancellationReason = form.cancellation_reason;
    announceLater();
    return sent(exchange, json(200, shownIntent(intent)), fault);
  }

  function unexpectedState(intent: Intent): SandboxResponse {
    const payment_intent = shownIntent(intent);
    const code = "payment_intent_unexpected_state";
    return error(400, { type: "invalid_request_error", code, payment_intent });
  }

  /** Changes the charge's amount or currency in the books: the processor charged something else. */
  function makeOther(charge: BookedCharge, fault: "wrong_amount" | "wrong_currency"): BookedCharge {
    const other =
      fault === "wrong_amount"
        ? { ...charge, amountMinor: charge.amountMinor + 1 }
        : { ...charge, currency: charge.currency === "JPY" ? "USD" : "JPY" };
    book.save(other);
    return other;
  }

  function retrieve(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const intent = intents.get(exchange.params["intent"] ?? "");
    const fault = faults.take(name, "look_up", intent?.key);
    const before = beforeExecution(fault);
    if (before) return before;
    if (!intent) return error(404, { type: "invalid_request_error", code: "resource_missing" });
    const isExpanded = exchange.url.searchParams.getAll("expand[]").includes("latest_charge");
    return faultyResponse(deps, json(200, shownIntent(intent, isExpanded)), fault);
  }

  function list(): SandboxResponse {
    if (parts.unhealthy.has(name) || faults.take(name, "health")) return serverError();
    return json(200, { object: "list", data: [], has_more: false });
  }

  function refund(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const form = read(refundForm, exchange.body);
    const charge = book.findById(name, form?.charge ?? "");
    if (!form || !charge) {
      return error(form ? 404 : 400, { type: "invalid_request_error", code: "resource_missing" });
    }
    const key = form.metadata?.["tessera_key"] ?? newId("key");
    const isReversal = key.endsWith("-reversal");
    const refusal = refusalOf(charge, Number(form.amount ?? leftOf(charge)));
    if (refusal) return badRequest(refusal);
    const script = charge.refunds ?? { outcome: { status: "success" as const } };
    const { outcome } = isReversal ? { outcome: { status: "success" as const } } : script;
    if (outcome.status === "refused") return badRequest("charge_not_refundable");
    const call: FaultOrder["call"] = isReversal ? "reversal" : "refund";
    const fault = faults.take(name, call, key) ?? (isReversal ? undefined : script.fault);
    const before = beforeExecution(fault);
    if (before) return before;
    const made = bookRefund(charge, {
      key,
      id: exchange.headers["idempotency-key"] ?? key,
      amountMinor: Number(form.amount ?? leftOf(charge)),
      outcome,
      reason: form.reason ?? "other",
    });
    if (isReversal) {
      const reversedAt = made.createdAt;
      const reversal = { reversalId: made.refundId, idempotencyKey: key, reason: "", reversedAt };
      book.save({ ...charge, reversal });
    }
    announceLater();
    return sent(exchange, json(200, refundJson(made)), fault);
  }

  const leftOf = (charge: BookedCharge) =>
    charge.amountMinor - refunds.returnedMinor(charge, deps.now());

  function refusalOf(charge: BookedCharge, amountMinor: number): string | undefined {
    if (charge.status !== "approved") return "charge_not_refundable";
    if (parts.disputes.isDisputed(charge)) return "charge_disputed";
    if (leftOf(charge) === 0) return "charge_already_refunded";
    return amountMinor > leftOf(charge) ? "amount_too_large" : undefined;
  }

  function bookRefund(
    charge: BookedCharge,
    order: {
      readonly key: string;
      readonly id: string;
      readonly amountMinor: number;
      readonly outcome: Parameters<typeof planRefund>[0];
      readonly reason: string;
    },
  ): BookedRefund {
    const nowMs = deps.now();
    const { amountMinor } = order;
    const isWhole = amountMinor === charge.amountMinor;
    const kind = isWhole && !hasCleared(charge, nowMs) ? "void" : "refund";
    const arn = acquirerReferenceNumber("477007", nowMs, refunds.size + 1);
    const refund: BookedRefund = {
      processor: name,
      refundId: newId("re"),
      chargeId: charge.chargeId,
      idempotencyKey: order.id,
      fingerprint: order.id,
      // The books have our key here: a second request for it is a second refund.
      merchantReference: order.key,
      amountMinor,
      currency: charge.currency,
      surchargeMinor: 0,
      reason: order.reason,
      kind,
      ...planRefund(order.outcome, { nowMs, kind, settlesLater: false, arn }),
      createdAt: new Date(nowMs).toISOString(),
    };
    refunds.save(refund);
    return refund;
  }

  function listRefunds(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const charge = book.findById(name, exchange.url.searchParams.get("charge") ?? "");
    const fault = faults.take(name, "refund_look_up");
    const before = beforeExecution(fault);
    if (before) return before;
    const found = charge ? refunds.ofCharge(charge).reverse() : [];
    const data = found.map((refund) => refundJson(refunds.settle(refund, deps.now())));
    return faultyResponse(deps, json(200, { object: "list", data, has_more: false }), fault);
  }

  const guarded = (handler: Handler): Handler => {
    return (exchange) =>
      exchange.headers["authorization"] === `Bearer ${sandboxCredentials.stripe}`
        ? handler(exchange)
        : error(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
  };
  /** Counts requests, repeats included. */
  const counted = (handler: Handler): Handler => {
    return (exchange) => {
      const intent = intents.get(exchange.params["intent"] ?? "");
      if (intent) book.countRequest(name, intent.key);
      return handler(exchange);
    };
  };
  const keyed = (handler: Handler): Handler => guarded(idempotency.around(handler));

  /** Stripe also accepts requests without a key. */
  const unkeyed = (handler: Handler): Handler => {
    const once = idempotency.around(handler);
    return (exchange) =>
      (exchange.headers["idempotency-key"] === undefined ? handler : once)(exchange);
  };

  return [
    [`POST ${base}/v1/payment_intents`, keyed(create)],
    [`GET ${base}/v1/payment_intents`, guarded(list)],
    [`GET ${base}/v1/payment_intents/:intent`, guarded(retrieve)],
    [`POST ${base}/v1/payment_intents/:intent/confirm`, counted(keyed(confirm))],
    [`POST ${base}/v1/payment_intents/:intent/cancel`, guarded(unkeyed(cancel))],
    [`POST ${base}/v1/payment_methods`, keyed(createCard)],
    [`POST ${base}/v1/refunds`, keyed(refund)],
    [`GET ${base}/v1/refunds`, guarded(listRefunds)],
    ...webhookRoutes(name, webhooks, announceDue),
    ...authentications.routes,
    ...stripeDisputeRoutes(parts, webhooks, idempotency, guarded),
    ["GET /admin/stripe/payment-intents", () => json(200, { data: [...intents.values()] })],
  ];
}

/** The event that Stripe sends about an intent in this state; undefined if it sends none. */
function eventOf(intent: Intent, charge: BookedCharge | undefined): string | undefined {
  if (intent.isCanceled) return "canceled";
  if (intent.authentication === "failed") return "payment_failed";
  if (charge?.status === "approved") return "succeeded";
  return charge?.status === "declined" ? "payment_failed" : undefined;
}
