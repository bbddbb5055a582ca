import * as z from "zod/mini";
import {
  createdPaymentIntent,
  createPaymentIntent,
  paymentIntent,
} from "#contract/api/payment-intents";
import { listOf, pageQuery } from "#contract/lists";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { type PollingGate, requireSlowPolling } from "../../platform/http/polling-gate.ts";
import { createIntent } from "../create-intent.ts";
import { expireIfDue } from "../expire-intents.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { presentIntent } from "../present.ts";
import { quoteIntent, quoteIntents } from "../quote-intents.ts";

const tags = ["Payment intents"];

export function registerPaymentIntentRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
  polling: PollingGate,
): void {
  app.post(
    "/v1/payment-intents",
    {
      config: forSecretKeys("payments"),
      schema: {
        tags,
        summary: "Create a payment intent",
        description:
          "The response contains the `clientSecretKey`, which is shown only here. " +
          "The customer has two hours to pay.",
        body: createPaymentIntent,
        response: { 201: createdPaymentIntent },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, (claim) =>
        createIntent(deps, callerOf(request).operatorId, request.body, claim),
      ),
  );

  app.get(
    "/v1/payment-intents",
    {
      config: forSecretKeys("read", "payments"),
      schema: {
        tags,
        summary: "List payment intents, newest first",
        description:
          "Each intent is the same as in its status response. Client secrets are not included.",
        querystring: pageQuery,
        response: { 200: listOf(paymentIntent) },
      },
    },
    async (request) => {
      const { page, size } = request.query;
      const { operatorId } = callerOf(request);
      const { intents, total } = await deps.store.list(operatorId, request.query);
      const nowMs = deps.clock.nowMs();
      const quotes = await quoteIntents(deps, operatorId, intents);
      const data = intents.map((intent, index) => presentIntent(intent, nowMs, quotes[index]));
      return { data, page, size, total };
    },
  );

  app.get(
    "/v1/payment-intents/:paymentIntentId/status",
    {
      config: forSecretKeys("read", "payments"),
      schema: {
        tags,
        summary: "Get the status of a payment intent and its payments",
        description:
          "A changed status is returned at once. If it is unchanged, ask at most every two " +
          "seconds; an earlier request gets 429 `polling_too_fast`.",
        params: z.object({ paymentIntentId: z.string() }),
        response: { 200: paymentIntent },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const found = await deps.store.read(request.params.paymentIntentId);
      if (found?.operatorId !== operatorId) throw new ApiError("resource_not_found");
      const intent = await expireIfDue(deps, found);
      requireSlowPolling(
        polling,
        operatorId,
        intent.paymentIntentId,
        `${intent.status} ${intent.version}`,
      );
      return presentIntent(intent, deps.clock.nowMs(), await quoteIntent(deps, intent));
    },
  );
}
