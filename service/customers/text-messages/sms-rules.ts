/**
 * Lifetimes and limits of codes by text message (NIST SP 800-63B; Twilio Verify).
 * States: pending → approved | failed (too many wrong codes) | expired | canceled (the number changed). The last four
 * are final.
 */
import { messageIn } from "./message-texts.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** `payout`: to receive a payout. `w9`: to open a prefilled form. */
export type SmsPurpose = "payout" | "w9";

/** A code's lifetime. Sending it again does not extend it. */
export const codeLifeMs = 10 * minuteMs;

/** A verification fails after this many wrong codes. */
export const maxChecks = 5;

/**
 * After this many wrong codes for one customer and purpose within {@link lockMs}, in any verifications, codes are
 * neither sent nor checked. NIST allows 100 in a row in 30 days.
 */
export const maxWrongCodes = 15;
export const lockMs = 24 * hourMs;

/** The wait before the next message. It doubles with each message, up to eight minutes. */
export function resendDelayMs(sends: number): number {
  return Math.min(30 * secondMs * 2 ** Math.max(0, sends - 1), 8 * minuteMs);
}

export interface SendLimit {
  count: number;
  windowMs: number;
}

export type SendLimitName = "number" | "block" | "customer" | "address";

/**
 * Limits on messages of all purposes together. Those on a number and on its block of ten thousand neighbors
 * (fraudsters use whole blocks) are silent: the service answers as if it had sent the message. An error would reveal
 * that somebody else requests codes for them. The limit on the address says when the next message is possible.
 */
export const sharedLimits: Partial<Record<SendLimitName, readonly SendLimit[]>> = {
  number: [
    { count: 5, windowMs: 10 * minuteMs },
    { count: 10, windowMs: 24 * hourMs },
  ],
  block: [{ count: 20, windowMs: hourMs }],
  address: [{ count: 30, windowMs: hourMs }],
};

/**
 * Limits on messages of one purpose. The limit on the customer says when the next message is possible. Anyone can
 * forward a W-9 link, so its codes use only part of the other limits, and leave the rest for payouts.
 */
export const purposeLimits: Record<
  SmsPurpose,
  Partial<Record<SendLimitName, readonly SendLimit[]>>
> = {
  payout: { customer: [{ count: 10, windowMs: 24 * hourMs }] },
  w9: {
    customer: [{ count: 10, windowMs: 24 * hourMs }],
    number: [
      { count: 3, windowMs: 10 * minuteMs },
      { count: 5, windowMs: 24 * hourMs },
    ],
    block: [{ count: 10, windowMs: hourMs }],
    address: [{ count: 15, windowMs: hourMs }],
  },
};

/** No limit counts older messages. */
export const longestWindowMs = 24 * hourMs;

/** The block of all numbers that differ only in the last four digits. */
export function blockOf(e164: string): string {
  return e164.slice(0, -4);
}

/** `•••• 34`: enough for the owner, too little for anyone else. */
export function maskPhoneNumber(e164: string): string {
  return `•••• ${e164.slice(-2)}`;
}

/**
 * Begins with the code, because notifications show the beginning. Names the purpose, so that customers notice when
 * someone asks for the code for something else. The last line is for WebOTP: Chrome fills in the code, even in a frame
 * (`@page #code @frame`).
 */
export function messageText(options: {
  code: string;
  purpose: SmsPurpose;
  operatorName: string;
  language: string | undefined;
  /** The host name of the page. */
  pageHost: string | undefined;
  frameHost: string;
}): string {
  const { code, purpose, operatorName, language, pageHost, frameHost } = options;
  const text = messageIn(language)(code, purpose, operatorName);
  const origin =
    pageHost === undefined ? `@${frameHost} #${code}` : `@${pageHost} #${code} @${frameHost}`;
  return `${text}\n\n${origin}`;
}

/** In both languages, because we do not know the reader's. */
export function replacedNumberText(operatorName: string): string {
  return (
    `${operatorName}: this phone number was removed from your account. ` +
    `If you did not ask for this, contact ${operatorName}.\n\n` +
    "Este número se ha quitado de su cuenta. " +
    `Si no lo pidió, avise a ${operatorName}.`
  );
}

/**
 * Whether the customer needs a code, by the operator setting `smsVerification`. `isVerifiedForPayout`: a code for this
 * payout verified the number on file.
 */
export function isSmsDue(
  policy: "off" | "first_payout" | "every_payout",
  customer: { phoneVerifiedAt: string | null },
  isVerifiedForPayout: boolean,
): boolean {
  if (policy === "off") return false;
  if (customer.phoneVerifiedAt === null) return true;
  return policy === "every_payout" && !isVerifiedForPayout;
}
