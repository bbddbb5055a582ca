/** Schemes of ERC-681 and similar standards, and of BIP-321. */
const schemes = ["ethereum:", "bitcoin:", "tron:"];

/** The link to a wallet; null if no wallet opens it. */
export function walletLink(uri: string): string | null {
  return schemes.some((scheme) => uri.startsWith(scheme)) ? uri : null;
}
