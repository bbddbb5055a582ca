/** The exact price of one whole unit of an asset: `units / 10 ** decimals` in whole units of the currency. */
export interface ExactRate {
  readonly units: bigint;
  readonly decimals: number;
}

export interface RatesProvider {
  /**
   * The price of one whole unit; null if the asset has none in that currency. Throws {@link RatesUnavailable} if no
   * fresh price is known.
   */
  rate(asset: string, currency: string): Promise<ExactRate | null>;
}

/** Thrown when no price can be quoted. */
export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

/** Reads decimal text without rounding. */
export function readRate(text: string): ExactRate {
  const [whole = "", part = ""] = text.split(".");
  return { units: BigInt(whole + part), decimals: part.length };
}
