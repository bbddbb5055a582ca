import * as z from "zod/mini";
import {
  type CardCapabilities,
  cardCapabilities,
  withNativeThreeDSecure,
} from "#contract/connectors/card-capabilities";

export const stripeSettings = z.strictObject({
  /** `sk_…`, or restricted `rk_…`. A test key moves no money; a live key does. */
  secretKey: z.string().check(z.maxLength(255), z.regex(/^(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]+$/)),
  /** The webhook endpoint's signing secret (`whsec_…`). */
  webhookSecret: z.string().check(z.maxLength(255), z.regex(/^[!-~]{8,}$/)),
  /** Identifies the account when keys change. */
  accountId: z.optional(z.string().check(z.regex(/^acct_[A-Za-z0-9]{1,100}$/))),
  /** Upload address for evidence, if not Stripe's own; only with another `url`. */
  filesUrl: z.optional(
    z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s/?#@]+(?:\/[^\s?#@]*[^\s/?#@])?$/)),
  ),
  /**
   * Who authenticates customers: `external`, our 3DS server (the account must be allowed to send its results), or
   * `native`, Stripe. Absent: `external` if there is a 3DS server.
   */
  threeDSecure: z.optional(z.enum(["external", "native"])),
  /**
   * The account's prefix on card statements. With it, a charge shows the payment descriptor after the prefix. Without it,
   * statements show only the account's own descriptor.
   */
  statementPrefix: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 .,&_-]{2,10}$/))),
});
export type StripeSettings = z.infer<typeof stripeSettings>;

export function stripeCapabilities({
  threeDSecure,
}: Pick<StripeSettings, "threeDSecure">): CardCapabilities {
  const { stripe } = cardCapabilities;
  return threeDSecure === "native" ? withNativeThreeDSecure(stripe) : stripe;
}

/** Whether the key belongs to the account's test mode, where no money moves. */
export function isTestKey({ secretKey }: Pick<StripeSettings, "secretKey">): boolean {
  return /^(?:sk|rk)_test_/.test(secretKey);
}

/** Stripe's address for everything but files. */
export const apiUrl = "https://api.stripe.com";
const uploadUrl = "https://files.stripe.com";

/** The address for uploads. If `url` is not Stripe's, for example a proxy, both are the same by default. */
export function filesUrlOf({
  filesUrl,
  url,
}: {
  filesUrl?: string | undefined;
  url?: string;
}): string {
  return filesUrl ?? (url === undefined || url === apiUrl ? uploadUrl : url);
}
