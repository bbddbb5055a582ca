import * as z from "zod/mini";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

export const adyenSettings = z.strictObject({
  /** API key of a web service user. */
  apiKey: z.string().check(z.maxLength(500), z.regex(/^[!-~]+$/)),
  /** The merchant account that receives the money. */
  merchantAccount: z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/)),
  /** Signs the notices: 64 hexadecimal digits. */
  hmacKey: z.string().check(z.regex(/^[0-9A-Fa-f]{64}$/)),
  /** User name and password of the notices (HTTP Basic), if the webhook has them. */
  webhookUser: z.optional(z.string().check(z.maxLength(100), z.regex(/^[^:\s]+$/))),
  webhookPassword: z.optional(text(200)),
  /** Start of the live host, as the Customer Area shows it; only without `url`. */
  livePrefix: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/), z.maxLength(63)),
  ),
  /** Merchant category code, if the account may send one per payment. */
  mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** No money moves; without `url` it chooses the vendor's address. */
  test: z.optional(z.boolean()),
});
export type AdyenSettings = z.infer<typeof adyenSettings>;
