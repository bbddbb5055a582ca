import { minorDigits } from "#contract/money";
import { moneyText as written, writtenAs } from "../../widgets/i18n/money-text.ts";

/**
 * Formats an amount in major units like the widgets, but always with all decimal places of its currency. Browsers round
 * some currencies, such as COP, HUF and IQD, to whole units: staff would approve `HUF 1,235` and pay 1,234.56.
 */
export function moneyText(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  if (digits === undefined) return written(amount, currency, locale);
  return new Intl.NumberFormat(writtenAs, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** An amount without its currency, with the decimal places of the currency. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency) ?? 2;
  return new Intl.NumberFormat(writtenAs, { minimumFractionDigits: digits }).format(amount);
}
