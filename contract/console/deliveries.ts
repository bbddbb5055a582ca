/**
 * Webhook deliveries, with every try.
 *
 *   GET  /console/api/deliveries?…                                  → deliveryList (deliveries.read)
 *   GET  /console/api/deliveries/{eventId}/{webhookId}              → deliveryDetail
 *   POST /console/api/deliveries/{eventId}/{webhookId}/resend       {} → deliverySummary (deliveries.resend);
 *                                                                   409 `conflicting_state` unless dead
 *   GET  /console/api/webhooks                                      → endpointList (deliveries.read)
 *   POST /console/api/webhooks/{webhookId}/enable                   {} → endpoint (deliveries.resend)
 */
import * as z from "zod/mini";
import { listOf, pageQuery, timeSorts } from "../lists.ts";

/** Statuses of a delivery. The list is open. */
export const deliveryStatuses = ["pending", "delivered", "dead", "dropped"] as const;

/** A delivery must match all filters. */
export const deliveryQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(deliveryStatuses)),
  type: z.optional(z.string().check(z.maxLength(60))),
  webhookId: z.optional(z.string().check(z.maxLength(40))),
  /** Id of the event or its resource. */
  id: z.optional(z.string().check(z.trim(), z.maxLength(128))),
  sort: z.optional(z.enum(timeSorts)),
});

export const deliverySummary = z.object({
  eventId: z.string(),
  webhookId: z.string(),
  url: z.string(),
  type: z.string(),
  eventStatus: z.string(),
  resourceId: z.string(),
  sequence: z.number(),
  status: z.string(),
  attempts: z.number(),
  /** Null if there was no response. */
  lastStatusCode: z.nullable(z.number()),
  /** When the next try is due; null unless pending. */
  nextAt: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type DeliverySummary = z.infer<typeof deliverySummary>;

/** Deliveries, newest first by default. */
export const deliveryList = listOf(deliverySummary);
export type DeliveryList = z.infer<typeof deliveryList>;

export const deliveryTry = z.object({
  attempt: z.number(),
  attemptedAt: z.string(),
  durationMs: z.number(),
  statusCode: z.nullable(z.number()),
  /** `timeout`, `connection`, …; an open list. */
  failure: z.nullable(z.string()),
  /** The first 2 KiB of the response. */
  answer: z.nullable(z.string()),
});
export type DeliveryTry = z.infer<typeof deliveryTry>;

/** Every try, oldest first, and the sent body as JSON text; null if it cannot be decrypted. */
export const deliveryDetail = z.object({
  delivery: deliverySummary,
  tries: z.array(deliveryTry),
  body: z.nullable(z.string()),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

/** `status`: `enabled`, `disabled` or `deleted`; an open list. */
export const endpoint = z.object({
  webhookId: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  /** The subscribed event types; null: all. */
  events: z.nullable(z.array(z.string())),
  status: z.string(),
  /** When deliveries became slow; since then the endpoint gets only probes. Null while it responds in time. */
  slowSince: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Endpoint = z.infer<typeof endpoint>;

/** Endpoints, newest first, without deleted ones. */
export const endpointList = z.object({ data: z.array(endpoint) });
export type EndpointList = z.infer<typeof endpointList>;
