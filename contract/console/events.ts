/** Events as the console shows them beside what they are about. */
import * as z from "zod/mini";

/** One event; its whole body is with its deliveries. */
export const eventSummary = z.object({
  eventId: z.string(),
  type: z.string(),
  status: z.string(),
  resourceId: z.string(),
  sequence: z.number(),
  createdAt: z.string(),
  /** To whom it went. `status`: `pending`, `delivered`, `dead` or `dropped`; open. */
  deliveries: z.array(
    z.object({ webhookId: z.string(), status: z.string(), attempts: z.number() }),
  ),
});
export type EventSummary = z.infer<typeof eventSummary>;
