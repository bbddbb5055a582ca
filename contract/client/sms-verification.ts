/**
 * Verifies a phone number with a code by SMS: calls of the frame.
 *
 *   POST /v1/client/sms-verification          startSmsVerification → 200 smsVerification
 *   POST /v1/client/sms-verification/check    checkSmsCode → 200 smsVerification (approved)
 */
import * as z from "zod/mini";

/**
 * Sends a code, or the same one again. `phoneNumber` replaces the number on file once verified. `language` is that of
 * the message.
 */
export const startSmsVerification = z.strictObject({
  phoneNumber: z.optional(z.string().check(z.minLength(4), z.maxLength(40))),
  language: z.optional(z.string().check(z.maxLength(35))),
});

/** `code`: six digits; spaces and dashes are removed. */
export const checkSmsCode = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
});

/** The number is masked: `•••• 34`. */
export const smsVerification = z.object({
  smsVerificationId: z.string(),
  /** `pending` or `approved`; an open list. */
  status: z.string(),
  phoneNumber: z.string(),
  expiresAt: z.string(),
  /** When the code can be sent again. */
  resendAt: z.string(),
  attemptsLeft: z.number(),
});
export type SmsVerification = z.infer<typeof smsVerification>;

/** The refusal `sms_code_wrong`, with `attemptsLeft`. */
export const wrongSmsCode = z.looseObject({
  message: z.string(),
  errorCode: z.optional(z.string()),
  attemptsLeft: z.optional(z.number()),
});
export type WrongSmsCode = z.infer<typeof wrongSmsCode>;
