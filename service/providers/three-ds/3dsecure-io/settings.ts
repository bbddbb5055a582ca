import * as z from "zod/mini";

const digits = (pattern: RegExp) => z.string().check(z.regex(pattern));
/** EMV's identifiers: printable ASCII without spaces at the ends. */
const identifier = (maxCharacters: number) =>
  z.string().check(z.maxLength(maxCharacters), z.regex(/^[!-~]([ -~]*[!-~])?$/));

/** Brands with their own registrations. */
const brands = [
  "visa",
  "mastercard",
  "maestro",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
] as const;

/** The merchant's registration with an acquirer and a scheme. */
const acquirer = z.strictObject({
  /** The processor, only for cards that it charges. */
  processor: z.optional(z.string().check(z.minLength(1))),
  /** The brand, only for its cards. */
  brand: z.optional(z.enum(brands)),
  acquirerBIN: digits(/^\d{1,11}$/),
  acquirerMerchantID: identifier(35),
  requestorID: z.optional(identifier(35)),
  requestorName: z.optional(identifier(40)),
});

/** An account at 3dsecure.io, and the merchant as its acquirers registered it. */
export const threeDSecureIoSettings = z.strictObject({
  apiKey: identifier(200),
  acquirers: z.array(acquirer).check(z.minLength(1)),
  /** Merchant category code. */
  mcc: digits(/^\d{4}$/),
  /** ISO 3166-1 number: `840`. */
  merchantCountryCode: digits(/^\d{3}$/),
  acquirerCountryCode: digits(/^\d{3}$/),
  merchantName: z.optional(identifier(40)),
  requestorURL: z.optional(z.url({ protocol: /^https$/ }).check(z.maxLength(2048))),
  /** EMV transaction type: 01 goods or services, 10 account funding, 11 quasi-cash, 28 prepaid activation. */
  transType: z._default(z.enum(["01", "03", "10", "11", "28"]), "01"),
});
export type ThreeDSecureIoSettings = z.infer<typeof threeDSecureIoSettings>;

/** The most specific entry that matches the card; undefined if none does. */
export function acquirerFor(
  { acquirers }: Pick<ThreeDSecureIoSettings, "acquirers">,
  card: { readonly brand: string; readonly processor: string },
): ThreeDSecureIoSettings["acquirers"][number] | undefined {
  const weight = (entry: (typeof acquirers)[number]) =>
    (entry.processor === undefined ? 0 : 2) + (entry.brand === undefined ? 0 : 1);
  return acquirers
    .filter(
      ({ processor = card.processor, brand = card.brand }) =>
        processor === card.processor && brand === card.brand,
    )
    .reduce<(typeof acquirers)[number] | undefined>(
      (best, entry) => (best && weight(best) >= weight(entry) ? best : entry),
      undefined,
    );
}
