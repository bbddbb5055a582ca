/** A customer's visit to an outside party, which the party expects. */
export interface BegunRedirect {
  /** The party's page for the customer. It works for a short time. */
  readonly authorizationUrl: string;
  /**
   * What only we know of this visit, needed when the customer returns: an OAuth code verifier, or the party's own id
   * of the visit. Secret.
   */
  readonly proof: string;
}

/** Longest address of a page that we send customers to. */
const longestAddress = 2048;

/**
 * Reads the address of a vendor's page for customers. Null unless it is an https address; a vendor that is reached
 * by plain HTTP (the sandbox) may have pages on plain HTTP.
 */
export function customerPage(value: unknown, vendorUrl: string): string | null {
  if (typeof value !== "string" || value.length > longestAddress || !URL.canParse(value)) {
    return null;
  }
  const { protocol, username, password, href } = new URL(value);
  const isPlain = protocol === "http:" && vendorUrl.startsWith("http:");
  return (protocol === "https:" || isPlain) && !username && !password ? href : null;
}
