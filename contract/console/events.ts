/** Events as the console shows them next to their resource. */
import * as z from "zod/mini";

/** An event. Its deliveries contain the full body. */
export const eventSummary = z.object({
  eventId: z.string(),
  type: z.string(),
  status: z.string(),
  resourceId: z.string(),
  sequence: z.number(),
  createdAt: z.string(),
  /** `status`: `pending`, `delivered`, `dead` or `dropped`; an open list. */
  deliveries: z.array(
    z.object({ webhookId: z.string(), status: z.string(), attempts: z.number() }),
  ),
});
export type EventSummary = z.infer<typeof eventSummary>;
