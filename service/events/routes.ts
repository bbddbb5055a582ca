import {
  createdWebhook,
  createWebhook,
  deletedWebhook,
  deleteWebhookQuery,
  webhookList,
} from "#contract/api/webhooks";
import { apiActorOf } from "../operators/audit/index.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../platform/http/authentication.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import { deleteEndpoint, listEndpointRows } from "./endpoint-store.ts";
import { createEndpoint, type EndpointDeps, toWebhook, type UrlPolicy } from "./endpoints.ts";

const path = "/v1/operators/webhooks";
const tags = ["Webhooks"];

export function registerWebhookRoutes(
  app: HttpServer,
  deps: EndpointDeps & { idempotency: Idempotency },
  policy: UrlPolicy,
): void {
  app.post(
    path,
    {
      config: forSecretKeys(),
      schema: {
        summary: "Register a webhook endpoint; the secret is shown once",
        description:
          "`events` lists the event types to send; without it, all types. In production the " +
          "URL must be https and must not resolve to a private network. An operator has at most 16 " +
          "endpoints; disabled ones count.",
        tags,
        body: createWebhook,
        response: { 201: createdWebhook },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const body = await createEndpoint(
          deps,
          policy,
          { operatorId, actor: apiActorOf(request) },
          request.body,
          (tx, created) => claim.store(tx, { statusCode: 201, body: created }),
        );
        return { statusCode: 201, body };
      }),
  );

  app.get(
    path,
    {
      config: forSecretKeys("read"),
      schema: {
        summary: "List webhook endpoints",
        description:
          "Lists all endpoints, without their secrets. An endpoint that answered 410 is disabled. One that " +
          "repeatedly needs more than five seconds is slow since `slowSince`: it gets one delivery at a time " +
          "until it answers in time.",
        tags,
        response: { 200: webhookList },
      },
    },
    async (request) => {
      const rows = await listEndpointRows(deps, callerOf(request).operatorId);
      return { data: rows.map(toWebhook) };
    },
  );

  app.delete(
    path,
    {
      config: forSecretKeys(),
      schema: {
        summary: "Delete a webhook endpoint and drop its queued deliveries",
        description: "`webhookId` in the query names the endpoint.",
        tags,
        querystring: deleteWebhookQuery,
        response: { 200: deletedWebhook },
      },
    },
    async (request) => {
      const { webhookId } = request.query;
      const isDeleted = await deleteEndpoint(
        deps,
        callerOf(request).operatorId,
        webhookId,
        apiActorOf(request),
      );
      if (!isDeleted) throw new ApiError("resource_not_found");
      return { webhookId, deleted: true as const };
    },
  );
}
