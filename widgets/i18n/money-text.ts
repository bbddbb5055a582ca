import { isolated } from "./isolated.ts";

/** The price of one unit, with up to six decimal places: `$3,120.50`, `$1.0004`. */
export function rateText(rate: number, currency: string, locale: string): string {
  try {
    const format = { style: "currency", currency, maximumFractionDigits: 6 } as const;
    return isolated(new Intl.NumberFormat(writtenAs, format).format(rate), locale);
  } catch {
    return isolated(`${rate} ${currency}`, locale);
  }
}

/**
 * An amount in major units: `$52.48`, `€52.48`, `CA$52.48`. A currency that the browser does not know comes after
 * the number. All languages write it alike (DECISIONS.md); in a right-to-left one it is isolated.
 */
export function moneyText(amount: number, currency: string, locale: string): string {
  try {
    const format = { style: "currency", currency } as const;
    return isolated(new Intl.NumberFormat(writtenAs, format).format(amount), locale);
  } catch {
    return isolated(`${amount} ${currency}`, locale);
  }
}

/** `0.0825` → `8.25%`. */
export function percentText(rate: number, locale: string): string {
  const format = { style: "percent", maximumFractionDigits: 3 } as const;
  return isolated(new Intl.NumberFormat(writtenAs, format).format(rate), locale);
}

/** Amounts look as in the mandate, on the bank's page and on the statement, never `14,50 US$`. */
const writtenAs = "en-US";
