import { parseAmount } from "#contract/money";

/**
 * In minor units; undefined if the text is not a positive amount of the currency. A comma can be a decimal sign or
 * separate thousands, so it is refused.
 */
export function minorOfTyped(typed: string, currency: string): number | undefined {
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(typed)) return undefined;
  const parsed = parseAmount(Number(typed), currency);
  return parsed.ok ? parsed.amountMinor : undefined;
}
