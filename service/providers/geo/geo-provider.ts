/** Where an address is, as far as the data say. */
export interface Place {
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** The second half of an ISO 3166-2 code (`NY`), null where the data know the country only. */
  state: string | null;
}

/** Data that tell the place of an IP address. Knows no operators and no rules. */
export interface GeoProvider {
  /** When the data were made: places move. Unix milliseconds. */
  builtAtMs(): number;
  /** Null for an address that the data don't have, or that is none. Never throws. */
  lookUp(ipAddress: string): Place | null;
  /**
   * Takes up newer data that were put in place of the old ones; true if there were any. Throws when
   * they can't be read (half a file, say); what was there before goes on to serve.
   */
  refresh(): Promise<boolean>;
}
