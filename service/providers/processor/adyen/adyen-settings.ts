import * as z from "zod/mini";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** An Adyen account. */
export const adyenSettings = z.strictObject({
  /** API key of a web service user. */
  apiKey: z.string().check(z.maxLength(500), z.regex(/^[!-~]+$/)),
  /** The merchant account that receives the money. */
  merchantAccount: z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/)),
  /** Key that signs the notices: 64 hexadecimal digits. */
  hmacKey: z.string().check(z.regex(/^[0-9A-Fa-f]{64}$/)),
  /** User name and password of the notices (HTTP Basic), if the webhook has them. */
  webhookUser: z.optional(z.string().check(z.maxLength(100), z.regex(/^[^:\s]+$/))),
  webhookPassword: z.optional(text(200)),
  /** Merchant category code, only if the account may send one per payment. */
  mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
});
export type AdyenSettings = z.infer<typeof adyenSettings>;
