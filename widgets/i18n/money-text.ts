import { isolated } from "./isolated.ts";

/**
 * Formats an amount in major units: `$52.48`, `€52.48`, `CA$52.48`. A currency unknown to the browser follows the
 * number. All languages write amounts the same way (DECISIONS.md); right-to-left ones isolate them.
 *
 * Browsers round some currencies to whole units, such as COP, HUF and IQD. Decimals are shown all the same.
 */
export function moneyText(amount: number, currency: string, locale: string): string {
  try {
    // BHD, IQD, JOD, KWD, LYD, OMR and TND have three decimals.
    const digits = /BH|IQ|JO|KW|LY|OM|TND/.test(currency) ? 3 : 2;
    const minimumFractionDigits = amount % 1 ? digits : undefined;
    const format = { style: "currency", currency, minimumFractionDigits } as const;
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

/** The locale of amounts: `$14.50` as in the mandate, on the bank's page and on the statement, never `14,50 US$`. */
export const writtenAs = "en-US";
