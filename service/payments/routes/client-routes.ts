import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  type ClientDisbursementStatus,
  clientDisbursementStatus,
  type DisbursementSession,
  disbursementSession,
} from "#contract/client/disbursements";
import {
  type ClientStatus,
  clientPayment,
  clientStatus,
  continuePayment as continueBody,
  submitPayment as submitBody,
} from "#contract/client/payments";
import { type ClientSession, clientSession, quote, quoteRequest } from "#contract/client/session";
import { toMajor } from "#contract/money";
import { loadRequirements } from "../../customers/requirements/index.ts";
import { presentOperator } from "../../operators/accounts/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { callerOf, grantOf } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { type PollingGate, requireSlowPolling } from "../../platform/http/polling-gate.ts";
import { expireIfDue } from "../expire-intents.ts";
import { answerRepeat } from "../flow/answer-repeat.ts";
import { submitPayment } from "../flow/submit-payment.ts";
import { continuePayment } from "../methods/card/continue-payment.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../payments-deps.ts";
import { clientViewOf, presentClientPayment, presentClientStatus } from "../present.ts";
import { toBreakdown } from "../pricing/index.ts";
import { shownPrice } from "../quote-intents.ts";
import { type IntentRecord, newestAttempt } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";
import { intentStatus } from "../states/intent-status.ts";

const tags = ["Client"];

/** The responses for a payout's client secret. */
export interface PayoutReads {
  session(request: FastifyRequest): Promise<DisbursementSession>;
  status(request: FastifyRequest): Promise<ClientDisbursementStatus>;
  noticed(provider: string, payoutIds: readonly string[], keys: readonly string[]): Promise<void>;
}

/** The frame calls these `/v1/client/*` routes with an intent's client secret. */
export function registerClientRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
  polling: PollingGate,
  payouts: PayoutReads,
): void {
  const config = { access: "client_secret" } as const;
  const leaseMs = handlerLeaseMs(deps.times);

  app.get(
    "/v1/client/session",
    {
      config,
      schema: {
        tags,
        summary: "Load what the widget needs to start",
        description:
          "The intent, its price, the offered and saved payment methods, and what the customer must complete first. Accepts the secret of a payment or a payout.",
        response: { 200: z.union([clientSession, disbursementSession]) },
      },
    },
    async (request): Promise<ClientSession | DisbursementSession> => {
      if (isOfPayout(request)) return payouts.session(request);
      const intent = await readOwn(deps, request);
      await deps.locations.recordSeen(intent.operatorId, intent.externalCustomerId, request.ip);
      return presentSession(deps, intent);
    },
  );

  app.post(
    "/v1/client/quote",
    {
      config,
      schema: {
        tags,
        summary: "Get the price for a payment method",
        description:
          "Fees and sales tax depend on the method and the card: show `total` before the customer confirms. A crypto quote holds its rate until it expires.",
        body: quoteRequest,
        response: { 200: quote },
      },
    },
    async (request) => {
      const intent = intentOf(request);
      const { body } = request;
      const handler = deps.methods.handlerFor(intent, body.type);
      if (!handler) throw fieldRefusal("payment_method_type_not_enabled", "type");
      const card = await handler.pricedAs?.(intent, body);
      const price = await deps.pricing.priceFor({ ...intent, ...(card && { card }) });
      return { breakdown: toBreakdown(price), ...(await handler.quote?.(intent, body, price)) };
    },
  );

  app.post(
    "/v1/client/payments",
    {
      config,
      schema: {
        tags,
        summary: "Pay",
        description:
          "Starts an attempt. `total` must be the amount that the customer saw; otherwise 409 `amount_changed`. `nextAction` says what the customer must do next, if anything.",
        body: submitBody,
        response: { 201: clientPayment },
      },
    },
    (request, reply) =>
      idempotency.withLease(
        request,
        reply,
        (claim) =>
          submitPayment(
            deps,
            {
              intent: intentOf(request),
              body: request.body,
              acceptHeader: request.headers.accept ?? "",
              ipAddress: request.ip || null,
            },
            claim,
          ),
        {
          // Cards, accounts and CVCs stay out of request fingerprints.
          leaveOut: ["card", "cvc", "bankAccount"],
          leaseMs,
          readStarted(paymentId) {
            const { paymentIntentId } = intentOf(request);
            return answerRepeat({ deps, paymentIntentId, paymentId, successCode: 201 });
          },
        },
      ),
  );

  app.post(
    "/v1/client/payments/:paymentId/continue",
    {
      config,
      schema: {
        tags,
        summary: "Continue after a step of 3-D Secure, or cancel a redirect to the bank",
        description:
          "Call this after the 3DS method, after the challenge, or when the customer comes back without paying.",
        params: z.object({ paymentId: z.string() }),
        body: continueBody,
        response: { 200: clientPayment },
      },
    },
    (request, reply) =>
      idempotency.withLease(
        request,
        reply,
        (claim) =>
          continuePayment(deps, {
            intent: intentOf(request),
            paymentId: request.params.paymentId,
            body: request.body,
            claim,
          }),
        {
          leaveOut: ["cvc"],
          leaseMs,
          readStarted(paymentId) {
            const { paymentIntentId } = intentOf(request);
            return answerRepeat({ deps, paymentIntentId, paymentId, successCode: 200 });
          },
        },
      ),
  );

  app.get(
    "/v1/client/status",
    {
      config,
      schema: {
        tags,
        summary: "Get the status of the intent, and of its newest payment or its disbursement",
        description:
          "For polling. If the status is unchanged, ask at most every two seconds; an earlier request gets 429 `polling_too_fast`.",
        response: { 200: z.union([clientStatus, clientDisbursementStatus]) },
      },
    },
    async (request): Promise<ClientStatus | ClientDisbursementStatus> => {
      if (isOfPayout(request)) return payouts.status(request);
      const intent = await readOwn(deps, request);
      requireSlowPolling(
        polling,
        `client ${intent.paymentIntentId}`,
        intent.paymentIntentId,
        `${intent.status} ${intent.version}`,
      );
      return presentClientStatus(intent, clientViewOf(deps));
    },
  );
}

/** Whether the client secret is a payout's (`di_…`). */
function isOfPayout(request: FastifyRequest): boolean {
  return callerOf(request).subject.startsWith("di_");
}

/** Returns the intent as this process last saw it. Throws like {@link grantOf}. */
function intentOf(request: FastifyRequest): IntentRecord {
  return grantOf(request, "pi");
}

async function readOwn(deps: PaymentsDeps, request: FastifyRequest): Promise<IntentRecord> {
  const intent = await deps.store.read(callerOf(request).subject);
  if (!intent) throw new ApiError("resource_not_found");
  return expireIfDue(deps, intent);
}

async function presentSession(deps: PaymentsDeps, intent: IntentRecord): Promise<ClientSession> {
  const newest = newestAttempt(intent);
  // A pending or successful attempt keeps the price that the customer saw, even while no tax can be computed.
  const isAgreed = newest && attemptStatus(newest.step) !== "failed";
  const isPayable = deps.clock.nowMs() < intent.expiresAtMs;
  const [operator, requirements, price, ofMethods] = await Promise.all([
    deps.operators.get(intent.operatorId),
    loadRequirements(deps, intent, "payment"),
    isAgreed ? newest.price : shownPrice(deps, intent, isPayable),
    Promise.all(deps.methods.handlers().map((handler) => handler.session?.(intent))),
  ]);
  const view = clientViewOf(deps);
  return {
    intent: {
      paymentIntentId: intent.paymentIntentId,
      status: intentStatus(intent, view.nowMs),
      amount: toMajor(intent.amountMinor, intent.currency),
      currency: intent.currency,
      description: intent.description,
      paymentDescriptor: intent.paymentDescriptor,
      expiresAt: toIsoTime(intent.expiresAtMs),
    },
    operator: presentOperator(operator),
    breakdown: toBreakdown(price),
    paymentMethodTypes: intent.paymentMethodTypes.filter((type) =>
      deps.methods.isOffered(intent, type),
    ),
    savedPaymentMethods: [],
    canSavePaymentMethod: false,
    cryptoAssets: [],
    ...Object.assign({}, ...ofMethods),
    requirements,
    payment: newest ? presentClientPayment(intent, newest, view) : null,
    serverTime: toIsoTime(view.nowMs),
  };
}
