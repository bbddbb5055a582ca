import * as z from "zod/mini";
import {
  type CardCapabilities,
  cardCapabilities,
  withNativeThreeDSecure,
} from "#contract/connectors/card-capabilities";

/** A Stripe account. */
export const stripeSettings = z.strictObject({
  /** Secret key (`sk_…`) or restricted key (`rk_…`). The key decides whether money moves. */
  secretKey: z.string().check(z.maxLength(255), z.regex(/^(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]+$/)),
  /** Signing secret of the webhook endpoint (`whsec_…`). */
  webhookSecret: z.string().check(z.maxLength(255), z.regex(/^[!-~]{8,}$/)),
  /** Id of the account, which identifies it when keys change. */
  accountId: z.optional(z.string().check(z.regex(/^acct_[A-Za-z0-9]{1,100}$/))),
  /** Where files of evidence are uploaded, if not at Stripe's own address; only with another `url`. */
  filesUrl: z.optional(
    z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s/?#@]+(?:\/[^\s?#@]*[^\s/?#@])?$/)),
  ),
  /**
   * Who authenticates customers: `external`, our 3DS server, whose results the account must be allowed to send, or
   * `native`, Stripe. Absent: `external` if there is a 3DS server.
   */
  threeDSecure: z.optional(z.enum(["external", "native"])),
  /**
   * The account's prefix on card statements. With it, charges have the payment's text as the suffix; without it, only
   * the account's own text shows.
   */
  statementPrefix: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 .,&_-]{2,10}$/))),
});
export type StripeSettings = z.infer<typeof stripeSettings>;

/** What the connector can do with these settings. */
export function stripeCapabilities({
  threeDSecure,
}: Pick<StripeSettings, "threeDSecure">): CardCapabilities {
  const { stripe } = cardCapabilities;
  return threeDSecure === "native" ? withNativeThreeDSecure(stripe) : stripe;
}

/** Whether the key is of the account's test mode, in which no money moves. */
export function isTestKey({ secretKey }: Pick<StripeSettings, "secretKey">): boolean {
  return /^(?:sk|rk)_test_/.test(secretKey);
}

/** Stripe's address for everything but files. */
export const apiUrl = "https://api.stripe.com";
const uploadUrl = "https://files.stripe.com";

/** Where files are uploaded. Behind another `url` than Stripe's, such as a proxy, both are the same by default. */
export function filesUrlOf({
  filesUrl,
  url,
}: {
  filesUrl?: string | undefined;
  url?: string;
}): string {
  return filesUrl ?? (url === undefined || url === apiUrl ? uploadUrl : url);
}
