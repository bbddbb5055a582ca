import { minorDigits } from "#contract/money";

/**
 * Currencies in which Stripe counts other minor units than ISO 4217. A charge in one would have a wrong amount: Stripe
 * wants ISK and UGX with two decimals and MGA with none.
 */
const otherExponents: ReadonlySet<string> = new Set(["ISK", "MGA", "UGX"]);

/** Whether Stripe takes the amount as it is. In currencies with three decimals the last digit must be zero. */
export function takesAmount({
  amountMinor,
  currency,
}: {
  readonly amountMinor: number;
  readonly currency: string;
}): boolean {
  if (otherExponents.has(currency)) return false;
  return minorDigits(currency) !== 3 || amountMinor % 10 === 0;
}
