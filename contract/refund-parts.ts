/** The parts of a payment or a refund, in minor units of one currency. */
export interface AmountParts {
  readonly baseMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
}

/** What the customer paid, or gets back. */
export function totalOfParts({ baseMinor, feesMinor, taxMinor }: AmountParts): number {
  return baseMinor + feesMinor + taxMinor;
}

/**
 * The parts of a refund of `amountMinor` of the base: surcharge and tax go back in proportion. Each part is computed
 * from the running total, so that rounding never returns a cent more than was paid. A refund of the rest of the base
 * returns exactly the rest of each part. `amountMinor` must be positive and at most what is left.
 */
export function refundParts(
  paid: AmountParts,
  returned: AmountParts,
  amountMinor: number,
): AmountParts {
  const baseAfter = returned.baseMinor + amountMinor;
  return {
    baseMinor: amountMinor,
    feesMinor: partOf(paid.feesMinor, returned.feesMinor, baseAfter, paid.baseMinor),
    taxMinor: partOf(paid.taxMinor, returned.taxMinor, baseAfter, paid.baseMinor),
  };
}

/** A failed refund gives its parts back, so `returned` can be a cent ahead: then the part is 0. */
function partOf(paid: number, returned: number, baseAfter: number, base: number): number {
  const target = roundedShare(paid, baseAfter, base);
  return Math.max(0, target - returned);
}

/** `amount × part / whole`, rounded half up. Exact: the product can exceed 2^53. */
function roundedShare(amount: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return Number(doubled / (2n * BigInt(whole)));
}
