import { minorDigits } from "#contract/money";
import { writtenAs } from "../../widgets/i18n/money-text.ts";

export { moneyText } from "../../widgets/i18n/money-text.ts";

/** An amount without its currency, with the decimal places of the currency. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency) ?? 2;
  return new Intl.NumberFormat(writtenAs, { minimumFractionDigits: digits }).format(amount);
}
