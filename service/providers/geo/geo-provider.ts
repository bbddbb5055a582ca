export interface Place {
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** The second half of an ISO 3166-2 code (`NY`); null if only the country is known. */
  state: string | null;
}

/** Locates IP addresses. Knows nothing about operators or rules. */
export interface GeoProvider {
  /** When the data was built, in Unix milliseconds. Locations change over time. */
  builtAtMs(): number;
  /** Locates an address; null for an unknown or malformed one. Never throws. */
  lookUp(ipAddress: string): Place | null;
  /**
   * Loads newer data if the file was replaced; returns whether it was. If the new file cannot be read (half-written,
   * for example), throws and keeps the old data.
   */
  refresh(): Promise<boolean>;
}
