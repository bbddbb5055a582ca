import * as z from "zod/mini";

export const worldpaySettings = z.strictObject({
  /** User name and password of the Access API (HTTP Basic). */
  username: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^:\s]+$/)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The secret of `Event-Signature`, which signs events; without it notices are refused. */
  eventSecret: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,400}$/))),
  /** Worldpay's name for the entity that receives the money. */
  entity: z.string().check(z.maxLength(32), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ]*$/)),
  /** Merchant category code, if the account may send one per payment. */
  mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** The account is for tests: no money moves. Without `url`, selects the vendor's test address. */
  test: z.optional(z.boolean()),
});
export type WorldpaySettings = z.infer<typeof worldpaySettings>;
