import { isolated } from "./isolated.ts";
import { writtenAs } from "./money-text.ts";

/** The price of one unit, with up to six decimals: `$3,120.50`, `$1.0004`. */
export function unitPriceText(price: number, currency: string, locale: string): string {
  try {
    const format = { style: "currency", currency, maximumFractionDigits: 6 } as const;
    return isolated(new Intl.NumberFormat(writtenAs, format).format(price), locale);
  } catch {
    return isolated(`${price} ${currency}`, locale);
  }
}
