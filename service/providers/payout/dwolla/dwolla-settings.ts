import * as z from "zod/mini";

const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));
const secret = z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/));

export const dwollaSettings = z.strictObject({
  key: secret,
  secret,
  accountId: id,
  /** The balance or bank account that payouts come from. */
  fundingSourceId: id,
  /** Secret of the webhook subscription. Without it, webhooks are refused. */
  webhookSecret: z.optional(secret),
  /** ACH, same-day ACH, or RTP and FedNow, if Dwolla has enabled it. */
  bankSpeed: z._default(z.enum(["standard", "same-day", "real-time"]), "standard"),
});
export type DwollaSettings = z.infer<typeof dwollaSettings>;
