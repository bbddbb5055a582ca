/** What one whole unit costs, exactly: `units / 10 ** decimals` of the currency's whole units. */
export interface ExactRate {
  readonly units: bigint;
  readonly decimals: number;
}

/** Knows what crypto costs. */
export interface RatesProvider {
  /**
   * The price of one whole unit of the asset; null where there is none in that currency. Throws
   * {@link RatesUnavailable} when none is known that is fresh enough.
   */
  rate(asset: string, currency: string): Promise<ExactRate | null>;
}

/** No price that could be promised to anybody. */
export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

/** Reads decimal text without rounding. */
export function readRate(text: string): ExactRate {
  const [whole = "", part = ""] = text.split(".");
  return { units: BigInt(whole + part), decimals: part.length };
}
