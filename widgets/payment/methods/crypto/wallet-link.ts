/** Schemes that wallets open: ERC-681 and similar, BIP-321. */
const schemes = ["ethereum:", "bitcoin:", "tron:"];

/** Returns the link if a wallet can open it; null for any other kind. */
export function walletLink(uri: string): string | null {
  return schemes.some((scheme) => uri.startsWith(scheme)) ? uri : null;
}
