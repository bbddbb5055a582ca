/** ERC-681 and similar, BIP-321. */
const schemes = ["ethereum:", "bitcoin:", "tron:"];

/** Null if no wallet opens the link. */
export function walletLink(uri: string): string | null {
  return schemes.some((scheme) => uri.startsWith(scheme)) ? uri : null;
}
