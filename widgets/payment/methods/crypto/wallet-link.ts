/** Links that wallets answer to: ERC-681 and its kin, BIP-321. */
const schemes = ["ethereum:", "bitcoin:", "tron:"];

/** The link as it may be opened; null where it is of any other kind, as of a later version. */
export function walletLink(uri: string): string | null {
  return schemes.some((scheme) => uri.startsWith(scheme)) ? uri : null;
}
