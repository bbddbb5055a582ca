/**
 * Identifiers: a prefix for the kind, then 24 characters. The first nine encode the creation time in milliseconds, so
 * that ids sort by creation. The other fifteen are random (87 bits).
 */
import * as z from "zod/mini";

export const idPrefixes = {
  paymentIntent: "pi",
  payment: "pay",
  refund: "ref",
  refundBatch: "rfb",
  outcomeMark: "omk",
  outcomeAlarm: "oal",
  dispute: "dsp",
  disputeAnswer: "dsa",
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
  sanctionsReview: "snr",
  apiKey: "key",
  achEntry: "ach",
  achFile: "acf",
  bankLogin: "blg",
  payoutConsent: "pcn",
  taxFiling: "txf",
  cryptoQuote: "cqt",
  cryptoDeposit: "cdp",
  staff: "stf",
  staffSession: "sts",
  staffDevice: "std",
  staffPasskey: "spk",
  settlementFile: "sfl",
  settlementBatch: "sbt",
  settlementBreak: "sbk",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Characters in ASCII order, so that text order is numeric order; without look-alikes (0 O, 1 I l). */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const timeLength = 9;
const randomLength = 15;

/**
 * Creates an identifier. `random` holds at least 15 bytes, reduced by remainder; the bias (256 mod 57) costs less than
 * two of the 87 bits.
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

/** Lower bound from that millisecond on: all earlier identifiers sort before it. */
export function firstIdAt(kind: IdKind, atMs: number): string {
  return createId(kind, Math.max(0, atMs), new Uint8Array(randomLength));
}

/** Random bytes that {@link createId} needs. */
export const idRandomBytes = randomLength;

/** Schema of one kind's identifiers. Anything else in a path can get 404 at once. */
export function idSchema(kind: IdKind) {
  return z.string().check(z.regex(new RegExp(`^${idPrefixes[kind]}_[2-9A-HJ-NP-Za-km-z]{24}$`)));
}

/** Operators' identifiers, such as `externalCustomerId`. */
export const externalId = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/));
