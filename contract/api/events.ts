/**
 * Events for the command line and for tests (docs/integrate/cli.md).
 *
 *   POST /v1/events/{eventId}/resend   resendEvent → resentEvent
 *   GET  /v1/sandbox/events            server-sent events; eventTypesQuery
 *   GET  /v1/sandbox/requests          server-sent events
 *
 * Messages of the streams. A reader that lost its connection sends the newest `id` as `Last-Event-ID`. A message can
 * lack an `id`, because one resource's events come in order of `sequence`. A reader must skip events since the newest
 * `id` when they come again.
 *
 *   event: ready      data: {"resumed":true}    first; false if the stream starts now
 *   event: payment    data: the body that an endpoint gets. `event` is the event's type
 *   event: request    data: see requestLogEntry
 */
import * as z from "zod/mini";
import { type EventType, eventTypes } from "../events/event-types.ts";

/** Query of the stream of events: `types=payment,refund`. Default: all. */
export const eventTypesQuery = z.object({
  types: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(new RegExp(`^(${eventTypes.join("|")})(,(${eventTypes.join("|")}))*$`)),
          z.maxLength(200),
        ),
      z.transform((text: string) => text.split(",") as EventType[]),
    ),
  ),
});

/** Without `webhookId`, the event goes to all endpoints that subscribed. */
export const resendEvent = z.strictObject({
  webhookId: z.optional(z.string().check(z.maxLength(64))),
});

/** How many deliveries were queued again. */
export const resentEvent = z.object({ eventId: z.string(), deliveries: z.int() });
export type ResentEvent = z.infer<typeof resentEvent>;

/** One line of the request log. */
export const requestLogEntry = z.object({
  requestId: z.string(),
  method: z.string(),
  /** Operators' customer ids can be personal, so the path shows them as `{externalCustomerId}`. */
  path: z.string(),
  statusCode: z.int(),
  /** Null if the request was not refused. */
  errorCode: z.nullable(z.string()),
  durationMs: z.int(),
  receivedAt: z.string(),
});
export type RequestLogEntry = z.infer<typeof requestLogEntry>;
