import * as z from "zod/mini";

/*
 * Protocol between Tessera and the sandbox's carrier, version 1. Calls carry `Authorization: Bearer <carrier key>`.
 *
 *   POST {base}/messages                    SmsMessage → 201 SentSms | 400 { error: { code } }
 *   GET  {base}/messages?to=+14155550123    → 200 { data: SentSms[] }, newest first (no key needed: an inbox)
 *
 * Numbers that end in 0000 get 400 `number_unreachable`; those that end in 0001 get 503.
 */

export const smsMessage = z.strictObject({
  /** E.164 */
  to: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  body: z.string().check(z.minLength(1), z.maxLength(1600)),
});
export type SmsMessage = z.infer<typeof smsMessage>;

/** A message that the carrier accepted. */
export const sentSms = z.object({
  messageId: z.string(),
  to: z.string(),
  body: z.string(),
  sentAt: z.string(),
});
export type SentSms = z.infer<typeof sentSms>;
