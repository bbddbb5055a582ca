/**
 * Finds any of the operator's records by id, for the console's *Go to* dialog.
 *
 *   GET /console/api/find?q=   → findResults (own_account; only what the role may see)
 */
import * as z from "zod/mini";

/** The length of the shortest text that is searched. */
export const shortestFind = 2;

/** An id or its beginning, an external reference, or a customer's e-mail address or name. */
export const findQuery = z.object({
  q: z.string().check(z.trim(), z.minLength(shortestFind), z.maxLength(200)),
});

export const findResult = z.object({
  /**
   * `payment`, `refund`, `refund_batch`, `dispute`, `payout`, `settlement_batch`, `settlement_break`, `customer`; an
   * open list.
   */
  kind: z.string(),
  /** The matching id, for display. */
  id: z.string(),
  /** The id in its page's path: for a refund, the payment intent's. */
  pageId: z.string(),
  /** The operator's own id; for a customer, the name or else the e-mail address. */
  label: z.string(),
  /** Null for a customer, a settlement batch and a break. */
  status: z.nullable(z.string()),
  /** Null for a customer and a refund batch. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type FindResult = z.infer<typeof findResult>;

/** Search results: at most a few of each kind. */
export const findResults = z.object({ found: z.array(findResult) });
export type FindResults = z.infer<typeof findResults>;
