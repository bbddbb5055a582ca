/** Conditions on amounts in minor units, for filters that people enter in major units. */
import { type RawBuilder, sql } from "kysely";
import { currencies, minorDigits } from "#contract/money";

export interface AmountRange {
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
}

const allDigits = [...new Set(currencies.map((code) => minorDigits(code) ?? 2))];

/**
 * Returns the condition that a column is within the bounds, in the row's own currency. It has one alternative for each
 * number of minor digits, so that each can use an index of the column. `onlyCurrency`: the currency of all rows.
 * At least one bound must be set.
 */
export function amountIsIn(
  amount: RawBuilder<number>,
  { minAmount, maxAmount }: AmountRange,
  onlyCurrency?: string,
): RawBuilder<boolean> {
  const alternatives = (
    onlyCurrency === undefined ? allDigits : [minorDigits(onlyCurrency) ?? 2]
  ).map((digits) => {
    const codes = currencies.filter((code) => (minorDigits(code) ?? 2) === digits);
    return all([
      ...(onlyCurrency === undefined ? [sql<boolean>`currency in (${sql.join(codes)})`] : []),
      ...(minAmount === undefined
        ? []
        : [sql<boolean>`${amount} >= ${atLeast(minAmount, digits)}`]),
      ...(maxAmount === undefined
        ? []
        : [sql<boolean>`${amount} <= ${-atLeast(-maxAmount, digits)}`]),
    ]);
  });
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function atLeast(amount: number, digits: number): number {
  // Absorbs the floating-point error of decimals with nine digits before the point.
  return Math.ceil(amount * 10 ** digits - 1e-6);
}
