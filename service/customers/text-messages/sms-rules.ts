/**
 * Lifetimes and limits of codes by text message (facts: kyc §4; NIST SP 800-63B, Twilio Verify).
 * The states: pending → approved | failed (too many wrong codes) | expired | canceled (another
 * number). None of the last four is ever left.
 */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** What a code is for: to receive a payout, or to open a prefilled W-9. */
export type SmsPurpose = "payout" | "w9";

/** A code lives so long, however often it is sent again. */
export const codeLifeMs = 10 * minuteMs;

/** Wrong codes until a verification is dead. */
export const mostChecks = 5;

/**
 * Wrong codes of one customer and purpose in {@link lockMs}, whatever became of the verifications, until
 * nothing is sent or checked any more. NIST allows 100 in 30 days in a row without a right one.
 */
export const mostWrongCodes = 15;
export const lockMs = 24 * hourMs;

/** How long until the code can be sent again, after so many messages: it grows. */
export function resendDelayMs(sends: number): number {
  return Math.min(30 * secondMs * 2 ** Math.max(0, sends - 1), 8 * minuteMs);
}

/** At most `count` messages in `windowMs`. */
export interface SendLimit {
  count: number;
  windowMs: number;
}

/** What messages are counted by. */
export type SendLimitName = "number" | "block" | "customer" | "address";

/**
 * Limits on messages of all purposes together. Those on a number and on its block of ten thousand neighbours
 * (fraudsters pump whole blocks) are silent: the answer is as if the message had been sent, because it must
 * not tell who else asks for codes there. The limit on the address says when the next message is possible.
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
 * Limits on the messages of one purpose. The one on the customer says when the next message is possible. A
 * W-9 link is e-mailed and can be forwarded, so its codes may use up only a part of what a number, a block
 * and an address get in all: the rest stays for payouts.
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

/** The longest window: older messages count for nothing. */
export const longestWindowMs = 24 * hourMs;

/** The ten thousand numbers that differ in their last four digits only. */
export function blockOf(e164: string): string {
  return e164.slice(0, -4);
}

/** `•••• 34`: enough to know one's own number by, too little for anybody else. */
export function maskPhoneNumber(e164: string): string {
  return `•••• ${e164.slice(-2)}`;
}

/**
 * The text of a message. The code comes first, because notifications show the beginning. The text names
 * the purpose, so that a customer who is asked for the code notices when it is for something else. The
 * last line is for WebOTP (Chrome fills the code in, also inside a frame: `@page #code @frame`).
 */
export function messageText(options: {
  code: string;
  purpose: SmsPurpose;
  operatorName: string;
  language: string | undefined;
  /** Host names; undefined where there is none */
  pageHost: string | undefined;
  frameHost: string;
}): string {
  const { code, purpose, operatorName, language, pageHost, frameHost } = options;
  const text = isSpanish(language)
    ? `${code} es su código para ${spanishPurposes[purpose]} de ${operatorName}. Vale 10 minutos. No lo comparta.`
    : `${code} is your code for ${englishPurposes[purpose]} from ${operatorName}. It is good for 10 minutes. Don't share it.`;
  const origin =
    pageHost === undefined ? `@${frameHost} #${code}` : `@${pageHost} #${code} @${frameHost}`;
  return `${text}\n\n${origin}`;
}

const englishPurposes: Readonly<Record<SmsPurpose, string>> = {
  payout: "a payout",
  w9: "a tax form",
};
const spanishPurposes: Readonly<Record<SmsPurpose, string>> = {
  payout: "un pago",
  w9: "un formulario fiscal",
};

/** The notice to a verified number that was replaced. Both languages: the reader's is unknown. */
export function replacedNumberText(operatorName: string): string {
  return (
    `${operatorName}: this phone number was removed from your account. ` +
    `If you did not ask for this, contact ${operatorName}.\n\n` +
    "Este número se ha quitado de su cuenta. " +
    `Si no lo pidió, avise a ${operatorName}.`
  );
}

function isSpanish(language: string | undefined): boolean {
  return language?.toLowerCase().startsWith("es") ?? false;
}

/**
 * Whether a payout still needs a code (operator setting `smsVerification`). `isProvedForPayout`: a code
 * sent for this very payout proved the number on file.
 */
export function isSmsDue(
  policy: "off" | "first_payout" | "every_payout",
  customer: { phoneVerifiedAt: string | null },
  isProvedForPayout: boolean,
): boolean {
  if (policy === "off") return false;
  if (customer.phoneVerifiedAt === null) return true;
  return policy === "every_payout" && !isProvedForPayout;
}
