import { parseAmount } from "#contract/money";

/**
 * A typed amount in minor units; undefined if the text is not a positive amount of the currency. Commas are refused,
 * because they can be decimal signs or separate thousands.
 */
export function minorOfTyped(typed: string, currency: string): number | undefined {
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(typed)) return undefined;
  const parsed = parseAmount(Number(typed), currency);
  return parsed.ok ? parsed.amountMinor : undefined;
}
