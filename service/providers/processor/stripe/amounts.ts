import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { minorDigits } from "#contract/money";

const { notCurrencies } = cardCapabilities.stripe;

/** Whether Stripe takes the amount unchanged. With three decimals, the last digit must be zero. */
export function takesAmount({
  amountMinor,
  currency,
}: {
  readonly amountMinor: number;
  readonly currency: string;
}): boolean {
  if (notCurrencies.some((notCurrency) => notCurrency === currency)) return false;
  return minorDigits(currency) !== 3 || amountMinor % 10 === 0;
}
