/** Exact price of one whole unit: `units / 10 ** decimals` in whole units of the currency. */
export interface ExactRate {
  readonly units: bigint;
  readonly decimals: number;
}

/** Finds prices of crypto assets. */
export interface RatesProvider {
  /**
   * Returns the price of one whole unit; null when the asset has none in that currency. Throws
   * {@link RatesUnavailable} when no fresh price is known.
   */
  rate(asset: string, currency: string): Promise<ExactRate | null>;
}

/** There is no price that can be quoted. */
export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

/** Reads decimal text without rounding. */
export function readRate(text: string): ExactRate {
  const [whole = "", part = ""] = text.split(".");
  return { units: BigInt(whole + part), decimals: part.length };
}
