import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { createRefund as createRefundBody, type Refund, refund } from "#contract/api/refunds";
import { listOf, type PageQuery, pageQuery } from "#contract/lists";
import { apiActorOf } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerHasScope, callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { cancelRefund } from "./cancel-refund.ts";
import { createRefund } from "./create-refund.ts";
import { renewLink } from "./destination/renew-link.ts";
import { presentRefund, showRefund } from "./present-refund.ts";
import { findRefund, listRefunds } from "./read-refunds.ts";
import type { RefundRecord } from "./records.ts";

const tags = ["Refunds"];
const intentPath = z.object({ paymentIntentId: z.string() });
const refundPath = z.object({ refundId: z.string() });

export function registerRefundRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.post(
    "/v1/payment-intents/:paymentIntentId/refunds",
    {
      config: forSecretKeys("refunds"),
      schema: {
        tags,
        summary: "Refund a payment",
        description:
          "Returns `amount` of the base amount, or everything that is left. Surcharge and sales tax " +
          "are returned in proportion. The refund is sent in the background; webhooks report its " +
          "outcome. A `note` about an erased customer is 400 `invalid_value`.",
        params: intentPath,
        body: createRefundBody,
        response: { 201: refund },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { paymentIntentId } = request.params;
        const requester = { operatorId, paymentIntentId, requestedBy: apiActorOf(request) };
        const refund = await createRefund(deps, requester, request.body, {
          alsoWrite: (tx, shown) => claim.store(tx, { statusCode: 201, body: shown }),
        });
        return { statusCode: 201, body: showRefund(deps, refund) };
      }),
  );

  app.get(
    "/v1/payment-intents/:paymentIntentId/refunds",
    {
      config: forSecretKeys("read", "payments", "refunds"),
      schema: {
        tags,
        summary: "List the refunds of a payment intent, newest first",
        params: intentPath,
        querystring: pageQuery,
        response: { 200: listOf(refund) },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { paymentIntentId } = request.params;
      const intent = await deps.store.read(paymentIntentId);
      if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
      return page(deps, request, { ...request.query, paymentIntentId });
    },
  );

  app.get(
    "/v1/refunds",
    {
      config: forSecretKeys("read", "payments", "refunds"),
      schema: {
        tags,
        summary: "List refunds, newest first",
        querystring: pageQuery,
        response: { 200: listOf(refund) },
      },
    },
    (request) => page(deps, request, request.query),
  );

  app.get(
    "/v1/refunds/:refundId",
    {
      config: forSecretKeys("read", "payments", "refunds"),
      schema: { tags, summary: "Read a refund", params: refundPath, response: { 200: refund } },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const refund = await findRefund(deps.database.kysely, operatorId, request.params.refundId);
      if (!refund) throw new ApiError("resource_not_found");
      await deps.keyring.load(operatorId);
      return shownTo(deps, request, refund);
    },
  );

  app.post(
    "/v1/refunds/:refundId/link",
    {
      config: forSecretKeys("refunds"),
      schema: {
        tags,
        summary: "Create a new link for the customer",
        description:
          "Returns the refund with a new `refundUrl`, valid for seven days. The previous link stops " +
          "working. Only with the status `requires-destination`; otherwise 409 `conflicting_state`.",
        params: refundPath,
        response: { 200: refund },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { refundId } = request.params;
        const renewed = await renewLink(
          deps,
          { operatorId, refundId, actor: apiActorOf(request) },
          (tx, fresh) => claim.store(tx, { statusCode: 200, body: showRefund(deps, fresh) }),
        );
        return { statusCode: 200, body: showRefund(deps, renewed) };
      }),
  );

  app.post(
    "/v1/refunds/:refundId/cancel",
    {
      config: forSecretKeys("refunds"),
      schema: {
        tags,
        summary: "Cancel a refund",
        description: "Only before it is sent; afterwards 409 `refund_not_cancelable`.",
        params: refundPath,
        response: { 200: refund },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { refundId } = request.params;
        const canceled = await cancelRefund(
          deps,
          { operatorId, refundId, actor: apiActorOf(request) },
          (tx, shown) => claim.store(tx, { statusCode: 200, body: shown }),
        );
        return { statusCode: 200, body: presentRefund(canceled) };
      }),
  );
}

async function page(
  deps: PaymentsDeps,
  request: FastifyRequest,
  query: PageQuery & { paymentIntentId?: string },
) {
  const { operatorId } = callerOf(request);
  const { refunds, total } = await listRefunds(deps.database.kysely, operatorId, query);
  await deps.keyring.load(operatorId);
  const data = refunds.map((refund) => shownTo(deps, request, refund));
  return { data, page: query.page, size: query.size, total };
}

/** The link acts for the customer, so keys that cannot refund do not get it. */
function shownTo(deps: PaymentsDeps, request: FastifyRequest, refund: RefundRecord): Refund {
  return callerHasScope(request, "refunds") ? showRefund(deps, refund) : presentRefund(refund);
}
