/**
 * Identifiers: a prefix that names the kind, then 24 characters. The first nine hold the time of
 * creation in milliseconds, so that ids sort by creation; the other fifteen are random (87 bits).
 */
import * as z from "zod/mini";

/** Kind of resource → prefix of its identifiers. */
export const idPrefixes = {
  paymentIntent: "pi",
  payment: "pay",
  disbursementIntent: "di",
  disbursement: "dis",
  kycVerification: "kyc",
  kycUpload: "kup",
  kycHandoff: "kho",
  w9: "w9",
  prize: "prz",
  savedPaymentMethod: "pm",
  webhookEndpoint: "we",
  event: "evt",
  smsVerification: "sms",
  smsNotice: "smn",
  operator: "op",
  customer: "cus",
  apiKey: "key",
  achEntry: "ach",
  achFile: "acf",
  bankLogin: "blg",
  taxFiling: "txf",
  cryptoQuote: "cqt",
  cryptoDeposit: "cdp",
  staff: "stf",
  staffSession: "sts",
  staffDevice: "std",
  staffPasskey: "spk",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** In ASCII order, so that text order is numeric order; no look-alikes (0 O, 1 I l). */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const timeLength = 9;
const randomLength = 15;

/**
 * A new identifier. `nowMs` is the clock's time; `random` holds at least 15 random bytes. Byte
 * values that would favour some letters are folded by remainder; the bias (256 mod 57) costs less
 * than two bits of the 87.
 */
export function createId(kind: IdKind, nowMs: number, random: Uint8Array): string {
  const base = alphabet.length;
  let rest = nowMs;
  let time = "";
  for (let index = 0; index < timeLength; index += 1) {
    time = alphabet[rest % base] + time;
    rest = Math.floor(rest / base);
  }
  let tail = "";
  for (let index = 0; index < randomLength; index += 1) {
    tail += alphabet[(random[index] ?? 0) % base];
  }
  return `${idPrefixes[kind]}_${time}${tail}`;
}

/** What no identifier of that millisecond or later is before, and all earlier ones are. */
export function firstIdAt(kind: IdKind, atMs: number): string {
  return createId(kind, Math.max(0, atMs), new Uint8Array(randomLength));
}

/** Random bytes that {@link createId} wants. */
export const idRandomBytes = randomLength;

/** Schema of one kind's identifiers; anything else in a path can be answered 404 at once. */
export function idSchema(kind: IdKind) {
  return z.string().check(z.regex(new RegExp(`^${idPrefixes[kind]}_[2-9A-HJ-NP-Za-km-z]{24}$`)));
}

/** Operators' own identifiers (`externalCustomerId` and its like). */
export const externalId = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/));
