import * as z from "zod/mini";
import { eventTypes } from "../events/event-types.ts";

/** Event types, or `*` for all, including those of later versions. */
export const webhookEventFilter = [...eventTypes, "*"] as const;

/** Body of create. Without `events`, the endpoint gets every event. */
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

/** The limit for one operator, including disabled endpoints. */
export const maxWebhookEndpoints = 16;

/**
 * `status`: `enabled`, or `disabled` with a reason: `gone` after a 410, `failing` after days without a successful
 * delivery. Both lists are open. Operators can enable it again.
 */
export const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  events: z.array(z.string()),
  status: z.string(),
  /** Start of the current run of failed deliveries; null while they succeed. */
  failingSince: z.nullable(z.string()),
  disabledReason: z.nullable(z.string()),
  /**
   * Start of time-outs; null while the endpoint responds in time. A slow endpoint gets one delivery at a time as a
   * probe; the others wait until one gets a response in time.
   */
  slowSince: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** Response of registration, the only one with `secretKey` (`whsec_` + base64). */
export const createdWebhook = z.extend(webhook, { secretKey: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** All endpoints, newest first, not paginated. */
export const webhookList = z.object({ data: z.array(webhook) });

export const deleteWebhookQuery = z.object({ webhookId: z.string() });

export const deletedWebhook = z.object({ webhookId: z.string(), deleted: z.literal(true) });
