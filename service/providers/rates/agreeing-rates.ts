import type { Log } from "../../platform/log.ts";
import { type ExactRate, type RatesProvider, RatesUnavailable } from "./rates-provider.ts";

export interface NamedRates {
  readonly name: string;
  readonly rates: RatesProvider;
}

/** Prices agree if they differ by at most this much. */
const maxSpreadPercent = 2n;

/**
 * Combines sources. The price is the median of the largest group of prices within 2 % of each other. Throws
 * `RatesUnavailable` if that group has fewer than `minimumOf(asset)` prices, or if two groups are equally large,
 * because either could be right. Exact: no floats.
 */
export function createAgreeingRates(
  sources: readonly NamedRates[],
  minimumOf: (asset: string) => number,
  log: Pick<Log, "warn" | "info">,
): RatesProvider {
  /** Why a source is excluded, by source and pair, to log each change once. */
  const reasons = new Map<string, string>();
  const logChange = (name: string, asset: string, currency: string, reason: string | undefined) => {
    const key = `${name} ${asset} ${currency}`;
    if (reasons.get(key) === reason) return;
    if (reason === undefined) {
      reasons.delete(key);
      log.info("a rate source is used again", { kind: key });
    } else {
      reasons.set(key, reason);
      log.warn("a rate source is excluded", { kind: key, reason });
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
            return { name, failure: error.message };
          }
        }),
      );
      const priced = answers.flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []));
      const agreed = largestGroup(priced.map(({ rate }) => rate));
      for (const { name, rate, failure } of answers) {
        const isOutlier = rate && agreed !== null && !agreed.includes(rate);
        logChange(name, asset, currency, isOutlier ? "outlier" : failure);
      }
      if (priced.length === 0) {
        if (answers.every(({ failure }) => failure === undefined)) return null;
        throw new RatesUnavailable("no source has a usable price");
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
  const groups = sorted.map((lowest) => sorted.filter((rate) => isWithin(lowest, rate)));
  const size = Math.max(0, ...groups.map(({ length }) => length));
  const [largest, ...others] = groups.filter(({ length }) => length === size);
  if (!largest || others.some((other) => other.some((rate) => !largest.includes(rate)))) {
    return null;
  }
  return largest;
}

function isWithin(lowest: ExactRate, rate: ExactRate): boolean {
  const [low, high] = toSameDecimals(lowest, rate);
  return high >= low && high * 100n <= low * (100n + maxSpreadPercent);
}

/** `rates` must be ascending and not empty. */
function medianOf(rates: readonly ExactRate[]): ExactRate {
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.ceil(rates.length / 2) - 1];
  if (!upper || !lower) throw new Error("there are no prices");
  if (upper === lower) return upper;
  const [one, other] = toSameDecimals(lower, upper);
  const decimals = Math.max(lower.decimals, upper.decimals);
  // Half of an odd sum needs one more decimal.
  const sum = one + other;
  return sum % 2n === 0n
    ? { units: sum / 2n, decimals }
    : { units: sum * 5n, decimals: decimals + 1 };
}

function toSameDecimals(one: ExactRate, other: ExactRate): readonly [bigint, bigint] {
  const decimals = Math.max(one.decimals, other.decimals);
  const at = (rate: ExactRate) => rate.units * 10n ** BigInt(decimals - rate.decimals);
  return [at(one), at(other)];
}

function compare(one: ExactRate, other: ExactRate): number {
  const [a, b] = toSameDecimals(one, other);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
