/**
 * What one of something costs, to six decimal places where it has them: `$3,120.50`, `$1.0004`.
 */
export function rateText(rate: number, currency: string, locale: string): string {
  try {
    const format = { style: "currency", currency, maximumFractionDigits: 6 } as const;
    return new Intl.NumberFormat(safeLocale(locale), format).format(rate);
  } catch {
    return `${rate} ${currency}`;
  }
}

/**
 * An amount in major units as the reader writes it: `$52.48`, `52,48 €`, `￥5,248`. A currency that
 * the browser does not know is written after the number.
 */
export function moneyText(amount: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(safeLocale(locale), { style: "currency", currency }).format(
      amount,
    );
  } catch {
    return `${amount} ${currency}`;
  }
}

/** `0.0825` → `8.25%`. */
export function percentText(rate: number, locale: string): string {
  return new Intl.NumberFormat(safeLocale(locale), {
    style: "percent",
    maximumFractionDigits: 3,
  }).format(rate);
}

/** The tag if the browser takes it, else English: a wrong tag must not stop a payment. */
function safeLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
