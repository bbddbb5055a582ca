import * as z from "zod/mini";

/** Who the customer deals with. */
export const shownOperator = z.object({
  name: z.string(),
  /** Path at the service. Shown beside the name, never instead of it. */
  logo: z.optional(z.string()),
});
