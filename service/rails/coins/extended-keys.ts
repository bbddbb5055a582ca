/** Extended public keys (BIP-32) of the accounts that receive payments, and the chains they fit. */
import { HDKey } from "@scure/bip32";

/** Address prefixes (BIP-173) by CAIP-2 name. */
export const bitcoinChains: Readonly<Record<string, string>> = {
  "bip122:000000000019d6689c085ae165831e93": "bc",
  // Testnet 3 and 4, signet.
  "bip122:000000000933ea01ad0ee984209779ba": "tb",
  "bip122:00000000da84f2bafbbc53dee25a72ae": "tb",
  "bip122:00000008819873e925422c1ff0f99f7c": "tb",
  "bip122:0f9188f13cb7b2c71f2a335e3a4fc328": "bcrt",
};

/** CAIP-2 name of Bitcoin's main network. */
export const bitcoinMainnet = "bip122:000000000019d6689c085ae165831e93";

/** Version bytes by key prefix. SLIP-132 defines those of private keys. */
const versions: Readonly<Record<string, { readonly public: number; readonly private: number }>> = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  tpub: { public: 0x043587cf, private: 0x04358394 },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
};

/** `xpub`, or Bitcoin's `zpub` (BIP-84), `tpub` and `vpub` (test networks). Throws for anything else. */
export function readExtendedKey(text: string): HDKey {
  return HDKey.fromExtendedKey(text, versions[text.slice(0, 4)] ?? versions["xpub"]);
}

/** Wallets write a key in several notations, and each address must be given out once. */
export function canonicalKey(text: string): string {
  const { depth, index, parentFingerprint, chainCode, publicKey } = readExtendedKey(text);
  const kind = ["xpub", "zpub"].includes(text.slice(0, 4)) ? "xpub" : "vpub";
  const same = new HDKey({
    depth,
    index,
    parentFingerprint,
    ...(versions[kind] && { versions: versions[kind] }),
    ...(chainCode && { chainCode }),
    ...(publicKey && { publicKey }),
  });
  return same.publicExtendedKey;
}

/** Wallets use other prefixes for test networks and for BIP-84. */
export function fitsChain(text: string, chainId: string): boolean {
  const kind = text.slice(0, 4);
  const prefix = bitcoinChains[chainId];
  if (prefix === undefined) return kind === "xpub";
  return (prefix === "bc" ? ["xpub", "zpub"] : ["tpub", "vpub"]).includes(kind);
}
