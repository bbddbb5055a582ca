import * as z from "zod/mini";

/** The operator as the customer sees it. */
export const shownOperator = z.object({
  name: z.string(),
  /** The logo's path at the service. Shown beside the name, never instead of it. */
  logo: z.optional(z.string()),
});
