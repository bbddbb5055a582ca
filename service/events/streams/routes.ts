import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { eventTypesQuery, resendEvent, resentEvent } from "#contract/api/events";
import { idSchema } from "#contract/ids";
import { apiActorOf } from "../../operators/audit/index.ts";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import {
  type ApiKeyDirectory,
  callerOf,
  callingKeyOf,
  forSecretKeys,
} from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { requireAdmission } from "../../platform/http/key-restrictions.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { type EventCursor, parseCursor } from "./event-cursor.ts";
import { requestSource, requestsPath } from "./request-log.ts";
import { resendEventOnce } from "./resend-event.ts";
import { runStream, type StreamSource } from "./run-stream.ts";
import { sendEvents } from "./server-sent.ts";
import { eventSource } from "./stream-events.ts";
import { closeStream, openStream } from "./stream-leases.ts";

export type StreamDeps = Pick<
  PlatformDeps,
  "database" | "keyring" | "clock" | "machineClock" | "random" | "log"
> & { idempotency: Idempotency; operators: Pick<ApiKeyDirectory, "find"> };

const eventParams = z.object({ eventId: idSchema("event") });

/** Registers the resend route, which every environment has. `wake` starts the delivery job. */
export function registerResendRoute(app: HttpServer, deps: StreamDeps, wake: () => void): void {
  app.post(
    "/v1/events/:eventId/resend",
    {
      config: forSecretKeys(),
      schema: {
        summary: "Send an event again",
        description:
          "Sends an event again to your enabled endpoints that subscribed to it when it happened, or to one of them. " +
          "Deliveries that still wait are not changed. In the sandbox, open streams get it, too.",
        tags: ["Webhooks"],
        params: eventParams,
        body: z.optional(resendEvent),
        response: { 200: resentEvent },
      },
    },
    async (request, reply) => {
      const body = await deps.idempotency.respondOnce(request, reply, (claim) =>
        resendEventOnce(deps, claim, {
          operatorId: callerOf(request).operatorId,
          actor: apiActorOf(request),
          eventId: request.params.eventId,
          webhookId: request.body?.webhookId,
        }),
      );
      wake();
      return body;
    },
  );
}

/** Registers the streams' routes, only in the sandbox. */
export function registerStreamRoutes(app: HttpServer, deps: StreamDeps): void {
  const open = new Set<AbortController>();
  app.addHook("preClose", (done) => {
    for (const leave of open) leave.abort();
    done();
  });

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: "events" | "requests",
    sourceAt: (operatorId: string, wanted: EventCursor | undefined) => Promise<StreamSource>,
  ) => {
    const { operatorId } = callerOf(request);
    const wanted = cursorOf(request);
    const streamId = await openStream(deps, operatorId, kind);
    const leave = new AbortController();
    open.add(leave);
    const end = async () => {
      open.delete(leave);
      await closeStream(deps, operatorId, streamId).catch((error: unknown) =>
        deps.log.warn("a stream was not closed", { operatorId, error }),
      );
    };
    try {
      const source = await sourceAt(operatorId, wanted);
      const { signal } = leave;
      const isAllowed = stillAllowed(deps, request);
      const stream = { operatorId, streamId, signal, isAllowed };
      const parts = withEnd(runStream(deps, source, stream), end);
      return sendEvents(reply, parts, leave);
    } catch (error) {
      await end();
      throw error;
    }
  };

  app.get(
    "/v1/sandbox/events",
    {
      config: forSecretKeys(),
      schema: {
        summary: "Stream your events",
        description:
          "Server-sent events from now on, or after `Last-Event-ID`: each has the body that an endpoint gets, " +
          "unsigned. `npx tessera listen` forwards them. The connection ends after 15 minutes; reconnect. An " +
          "operator has at most 4 streams.",
        tags: ["Sandbox"],
        querystring: eventTypesQuery,
      },
    },
    (request, reply) =>
      answer(request, reply, "events", (operatorId, wanted) =>
        eventSource(deps, operatorId, { wanted, types: request.query.types }),
      ),
  );

  app.get(
    requestsPath,
    {
      config: forSecretKeys("read"),
      schema: {
        summary: "Stream your API requests",
        description:
          "Server-sent events, one for each request of your servers and widgets: method, path, status, error code, " +
          "request id. Queries, bodies and your own identifiers are left out. At most 4 streams.",
        tags: ["Sandbox"],
      },
    },
    (request, reply) =>
      answer(request, reply, "requests", (operatorId, wanted) =>
        requestSource(deps.database, operatorId, wanted),
      ),
  );
}

/** Whether the key still allows the stream, which must not outlive a revoked or restricted key. */
function stillAllowed(
  { operators, machineClock }: StreamDeps,
  request: FastifyRequest,
): () => Promise<boolean> {
  const { keyId } = callingKeyOf(request);
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const keyHash = hashSecret(token);
  return async () => {
    const key = await operators.find(keyHash);
    if (key?.keyId !== keyId) return false;
    try {
      requireAdmission(key, request, machineClock.nowMs());
      return true;
    } catch {
      return false;
    }
  };
}

function cursorOf(request: FastifyRequest): EventCursor | undefined {
  const text = request.headers["last-event-id"];
  if (text === undefined || text === "") return undefined;
  const cursor = typeof text === "string" ? parseCursor(text) : undefined;
  if (!cursor) {
    throw fieldRefusal("invalid_value", "Last-Event-ID", "This is not an `id` of the stream.");
  }
  return cursor;
}

async function* withEnd(
  parts: AsyncGenerator<string>,
  end: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield* parts;
  } finally {
    await end();
  }
}
