import * as z from "zod/mini";

const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));
const secret = z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/));

/** An application at Dwolla, its account and the funding source of payouts. */
export const dwollaSettings = z.strictObject({
  key: secret,
  secret,
  accountId: id,
  /** The balance or bank account that payouts are taken from. */
  fundingSourceId: id,
  /** Secret of the webhook subscription. Without it no webhooks are taken. */
  webhookSecret: z.optional(secret),
  /** How bank accounts are paid, if Dwolla has enabled it: ACH, same-day ACH, or RTP and FedNow. */
  bankSpeed: z._default(z.enum(["standard", "same-day", "real-time"]), "standard"),
});
export type DwollaSettings = z.infer<typeof dwollaSettings>;
