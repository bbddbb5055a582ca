import * as z from "zod/mini";
import { eventTypes } from "../events/event-types.ts";

/** What an endpoint may listen to: the event types, or `*` for all, those of later versions too. */
export const webhookEventFilter = [...eventTypes, "*"] as const;

/** Body of `POST /v1/operators/webhooks`. Without `events` the endpoint gets every event. */
export const createWebhook = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  description: z.optional(z.string().check(z.maxLength(500))),
  events: z.optional(
    z
      .array(z.enum(webhookEventFilter))
      .check(z.minLength(1), z.maxLength(webhookEventFilter.length)),
  ),
});
export type CreateWebhook = z.infer<typeof createWebhook>;

/** How many endpoints an operator may have; disabled ones count. */
export const mostWebhookEndpoints = 16;

/**
 * A registered endpoint. `status`: `enabled`, or `disabled` with its reason: `gone` after it answered 410,
 * `failing` after days in which every try failed; open lists. Operators switch it on again.
 */
export const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.string()),
  status: z.string(),
  /** Since when every try has failed; null while it is well. */
  failingSince: z.nullable(z.string()),
  disabledReason: z.nullable(z.string()),
  /**
   * Since when deliveries to it time out. A slow endpoint gets one delivery at a time as a probe; the
   * others wait until a probe is answered in time. Null while it answers in time.
   */
  slowSince: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** Answer of registration: the only time that `secretKey` (`whsec_` + base64) is shown. */
export const createdWebhook = z.extend(webhook, { secretKey: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** Answer of `GET /v1/operators/webhooks`: all endpoints, newest first, without pages. */
export const webhookList = z.object({ data: z.array(webhook) });

/** Query of `DELETE /v1/operators/webhooks`. */
export const deleteWebhookQuery = z.object({ webhookId: z.string() });

/** Answer of `DELETE /v1/operators/webhooks`. */
export const deletedWebhook = z.object({ webhookId: z.string(), deleted: z.literal(true) });
