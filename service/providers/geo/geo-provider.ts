/** Location of an IP address. */
export interface Place {
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** The second half of an ISO 3166-2 code (`NY`); null when only the country is known. */
  state: string | null;
}

/** Finds the location of IP addresses. Knows neither operators nor rules. */
export interface GeoProvider {
  /** When the data were built, as Unix milliseconds. Locations change over time. */
  builtAtMs(): number;
  /** Returns null for an unknown or malformed address. Never throws. */
  lookUp(ipAddress: string): Place | null;
  /**
   * Loads newer data if the file was replaced; returns whether it was. Throws when the new file cannot be read
   * (for example half-written), and then keeps the old data.
   */
  refresh(): Promise<boolean>;
}
