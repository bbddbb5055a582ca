import * as z from "zod/mini";
import { eventTypes } from "../events/event-types.ts";

/**
 * What an endpoint can subscribe to: event types, or `*` for all, including those of later
 * versions.
 */
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

/** Maximum number of endpoints for an operator, including disabled ones. */
export const mostWebhookEndpoints = 16;

/**
 * A registered endpoint. `status`: `enabled`, or `disabled` with a reason: `gone` after a 410
 * response, `failing` after days without a successful delivery. Both lists are open. Operators can
 * enable it again.
 */
export const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.string()),
  status: z.string(),
  /** When the current run of failed deliveries began; null while deliveries succeed. */
  failingSince: z.nullable(z.string()),
  disabledReason: z.nullable(z.string()),
  /**
   * When deliveries began to time out; null while the endpoint responds in time. A slow endpoint
   * gets one delivery at a time as a probe; the others wait until a probe is answered in time.
   */
  slowSince: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** Response of registration, the only one that includes `secretKey` (`whsec_` + base64). */
export const createdWebhook = z.extend(webhook, { secretKey: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** Response of `GET /v1/operators/webhooks`: all endpoints, newest first, not paginated. */
export const webhookList = z.object({ data: z.array(webhook) });

/** Query of `DELETE /v1/operators/webhooks`. */
export const deleteWebhookQuery = z.object({ webhookId: z.string() });

/** Response of `DELETE /v1/operators/webhooks`. */
export const deletedWebhook = z.object({ webhookId: z.string(), deleted: z.literal(true) });
