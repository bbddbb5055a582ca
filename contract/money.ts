/**
 * Money: an integer in minor units with its currency, everywhere in the service.
 *
 * On the wire an amount is a JSON number in major units (`49.99`). It is parsed from the number's shortest decimal
 * text, never by multiplying: `1.15 * 100` is 114.99999999999999.
 */
import * as z from "zod/mini";

/** Decimal places (ISO 4217 list one, without fund codes). */
const minorDigitsByCurrency: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries([
    ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
      .split(" ")
      .map((code) => [code, 0] as const),
    ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
    ...(
      "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD " +
      "CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ " +
      "GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL " +
      "MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR " +
      "PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT " +
      "TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG"
    )
      .split(" ")
      .map((code) => [code, 2] as const),
  ]),
);

/** ISO 4217 alphabetic code, upper case, in this table. */
export type Currency = string;

/** `amountMinor` is a safe integer in `currency`'s minor units. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

/** The largest amount on the wire, in major units, for every currency. */
export const largestMajorAmount = 999_999_999.99;

/** The currency's decimal places; undefined for an unknown code. */
export function minorDigits(currency: string): number | undefined {
  return Object.hasOwn(minorDigitsByCurrency, currency)
    ? minorDigitsByCurrency[currency]
    : undefined;
}

/** Every known currency code, in no particular order. */
export const currencies: readonly string[] = Object.keys(minorDigitsByCurrency);

/** Problems with an amount. Each is also an `errorCode` on the wire. */
export type AmountProblem =
  | "currency_unknown"
  | "amount_not_positive"
  | "amount_too_large"
  | "amount_precision";

export type ParsedAmount =
  | { ok: true; amountMinor: number }
  | { ok: false; problem: AmountProblem };

/**
 * Converts a wire amount to minor units. Refuses zero, negative amounts, amounts above {@link largestMajorAmount}, and
 * more decimal places than the currency has.
 */
export function parseAmount(amount: number, currency: string): ParsedAmount {
  const digits = minorDigits(currency);
  if (digits === undefined) return { ok: false, problem: "currency_unknown" };
  if (!(amount > 0)) return { ok: false, problem: "amount_not_positive" };
  if (amount > largestMajorAmount) return { ok: false, problem: "amount_too_large" };
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(amount));
  if (!match) return { ok: false, problem: "amount_precision" };
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > digits) return { ok: false, problem: "amount_precision" };
  return { ok: true, amountMinor: Number(whole + fraction.padEnd(digits, "0")) };
}

/** Converts to major units, exactly: through the integer's decimal text. */
export function toMajor(amountMinor: number, currency: Currency): number {
  return Number(toDecimalText(amountMinor, currency));
}

/** `1234` USD → `"12.34"`, with all decimal places. */
export function toDecimalText(amountMinor: number, currency: Currency): string {
  const digits = minorDigits(currency) ?? 2;
  const sign = amountMinor < 0 ? "-" : "";
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, "0");
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A finite amount. Its sign, size and precision are checked with the currency. */
export const wireAmount = z.number();
