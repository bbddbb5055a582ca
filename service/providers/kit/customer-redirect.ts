/** A redirect of the customer to a provider's page that the provider has prepared. */
export interface PreparedRedirect {
  /** The provider's page for the customer. It works for a short time. */
  readonly authorizationUrl: string;
  /**
   * A secret that only we know, needed when the customer returns: an OAuth code verifier, or the provider's id of the
   * redirect.
   */
  readonly proof: string;
}

/** Maximum length of a page's address that we send customers to. */
const longestAddress = 2048;

/**
 * Reads the address of a vendor's page for customers. Null unless it is https; a vendor reached by plain HTTP (the
 * sandbox) may have plain-HTTP pages.
 */
export function customerPage(value: unknown, vendorUrl: string): string | null {
  if (typeof value !== "string" || value.length > longestAddress || !URL.canParse(value)) {
    return null;
  }
  const { protocol, username, password, href } = new URL(value);
  const isPlain = protocol === "http:" && vendorUrl.startsWith("http:");
  return (protocol === "https:" || isPlain) && !username && !password ? href : null;
}
