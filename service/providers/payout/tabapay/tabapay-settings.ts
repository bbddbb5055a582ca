import * as z from "zod/mini";

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

export const tabapaySettings = z.strictObject({
  /** ClientID, or ClientID_SubClientID. */
  clientId: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(_\d{1,6})?$/)),
  token: z.string().check(z.regex(/^[\x21-\x7e]{16,4000}$/)),
  /** The account from which payouts are taken. */
  settlementAccountId: id,
  /** RTP, or ACH on the same or the next day, if TabaPay has enabled it. */
  bankSpeed: z._default(z.enum(["real-time", "same-day", "next-day"]), "next-day"),
  /** A client for tests: no money moves. Its address does not show that. */
  test: z.optional(z.boolean()),
  /** Per process. TabaPay advises 1, and agrees up to 5 for all of them. */
  requestsPerSecond: z._default(z.number().check(z.gte(0.1), z.lte(5)), 1),
});
export type TabapaySettings = z.infer<typeof tabapaySettings>;
