import { chooseLanguage } from "./languages.ts";

/** The price of one unit, with up to six decimal places: `$3,120.50`, `$1.0004`. */
export function rateText(rate: number, currency: string, locale: string): string {
  try {
    const format = { style: "currency", currency, maximumFractionDigits: 6 } as const;
    return new Intl.NumberFormat(writtenAs(locale), format).format(rate);
  } catch {
    return `${rate} ${currency}`;
  }
}

/**
 * An amount in major units in the reader's language: `$52.48`, `€52.48`. A currency that the browser does not
 * know comes after the number.
 */
export function moneyText(amount: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(writtenAs(locale), { style: "currency", currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** `0.0825` → `8.25%`. */
export function percentText(rate: number, locale: string): string {
  return new Intl.NumberFormat(writtenAs(locale), {
    style: "percent",
    maximumFractionDigits: 3,
  }).format(rate);
}

/**
 * Only the language decides, in its United States form: Spanish also has `$14.50`, never `14,50 US$` next to a
 * mandate or a bank's page that says `$14.50` (service/payments/methods/bank/mandate-text.ts).
 */
const writtenAs = (locale: string) => `${chooseLanguage(locale)}-US`;
