import type { WaitingPayout } from "#contract/console/payouts";
import { minorDigits } from "#contract/money";

/** Sums by currency, in major units. Adds minor units, to avoid rounding errors. */
export function sumByCurrency(
  rows: readonly Pick<WaitingPayout, "disbursement">[],
): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { disbursement } of rows) {
    const { amount, currency } = disbursement;
    const minor = Math.round(amount * 10 ** (minorDigits(currency) ?? 2));
    sums.set(currency, (sums.get(currency) ?? 0) + minor);
  }
  return [...sums].map(([currency, minor]) => ({
    currency,
    amount: minor / 10 ** (minorDigits(currency) ?? 2),
  }));
}
