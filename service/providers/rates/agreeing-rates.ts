import type { Log } from "../../platform/log.ts";
import { type ExactRate, type RatesProvider, RatesUnavailable } from "./rates-provider.ts";

export interface NamedRates {
  readonly name: string;
  readonly rates: RatesProvider;
}

/** Prices that differ by more percent do not agree. */
const maxApartPercent = 2n;

/**
 * Combines sources. The price is the median of those that agree: the largest group of prices within 2 % of each other.
 * There is none if fewer than `minimumOf(asset)` agree, or two groups are equally large: nobody knows which is right.
 * Exact: no floats.
 */
export function createAgreeingRates(
  sources: readonly NamedRates[],
  minimumOf: (asset: string) => number,
  log: Pick<Log, "warn" | "info">,
): RatesProvider {
  /** Why a source does not count, by source and pair, to log each change once. */
  const troubles = new Map<string, string>();
  const note = (name: string, asset: string, currency: string, trouble: string | undefined) => {
    const key = `${name} ${asset} ${currency}`;
    const before = troubles.get(key);
    if (before === trouble) return;
    if (trouble === undefined) {
      troubles.delete(key);
      log.info("a source of rates counts again", { kind: key });
    } else {
      troubles.set(key, trouble);
      log.warn("a source of rates does not count", { kind: key, reason: trouble });
    }
  };

  return {
    async rate(asset, currency) {
      const answers = await Promise.all(
        sources.map(async ({ name, rates }) => {
          try {
            return { name, rate: await rates.rate(asset, currency) };
          } catch (error) {
            if (!(error instanceof RatesUnavailable)) throw error;
            return { name, trouble: error.message };
          }
        }),
      );
      const priced = answers.flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []));
      const agreed = largestGroup(priced.map(({ rate }) => rate));
      for (const { name, rate, trouble } of answers) {
        const isOut = rate && agreed !== null && !agreed.includes(rate);
        note(name, asset, currency, isOut ? "apart" : trouble);
      }
      if (priced.length === 0) {
        if (answers.every(({ trouble }) => trouble === undefined)) return null;
        throw new RatesUnavailable("no source has a price that can be used");
      }
      if (agreed === null) throw new RatesUnavailable("the sources' prices are too far apart");
      if (agreed.length < minimumOf(asset)) {
        throw new RatesUnavailable("too few sources agree on a price");
      }
      return medianOf(agreed);
    },
  };
}

/** The largest group of prices within the limit, ascending. Null if two are equally large. */
function largestGroup(rates: readonly ExactRate[]): readonly ExactRate[] | null {
  const sorted = rates.toSorted(compare);
  const groups = sorted.map((least) => sorted.filter((rate) => isWithin(least, rate)));
  const size = Math.max(0, ...groups.map(({ length }) => length));
  const [largest, ...others] = groups.filter(({ length }) => length === size);
  if (!largest || others.some((other) => other.some((rate) => !largest.includes(rate)))) {
    return null;
  }
  return largest;
}

function isWithin(least: ExactRate, rate: ExactRate): boolean {
  const [low, high] = alike(least, rate);
  return high >= low && high * 100n <= low * (100n + maxApartPercent);
}

/** The middle of `rates`, or the mean of the two in the middle. They must be ascending and not empty. */
function medianOf(rates: readonly ExactRate[]): ExactRate {
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.ceil(rates.length / 2) - 1];
  if (!upper || !lower) throw new Error("there are no prices");
  if (upper === lower) return upper;
  const [one, other] = alike(lower, upper);
  const decimals = Math.max(lower.decimals, upper.decimals);
  // Half of an odd sum needs one more decimal.
  const sum = one + other;
  return sum % 2n === 0n
    ? { units: sum / 2n, decimals }
    : { units: sum * 5n, decimals: decimals + 1 };
}

function alike(one: ExactRate, other: ExactRate): readonly [bigint, bigint] {
  const decimals = Math.max(one.decimals, other.decimals);
  const at = (rate: ExactRate) => rate.units * 10n ** BigInt(decimals - rate.decimals);
  return [at(one), at(other)];
}

function compare(one: ExactRate, other: ExactRate): number {
  const [a, b] = alike(one, other);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
