import type { CryptoAsset, CryptoNetwork } from "../crypto-networks.ts";

/**
 * The sandbox's blockchain, on which nothing is worth anything. Its chain id (EIP-155) is that of no public
 * network, so a real wallet that reads its payment links pays nothing. Production refuses it.
 */
export const sandboxChain = {
  network: "ethereum",
  chainId: 31_337,
  confirmations: 3,
  /** Deployed by the sandbox, always at these addresses. */
  tokens: {
    USDC: "0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35",
    USDT: "0xA15BB66138824a1c7167f5E85b957d04Dd34E468",
  },
  /** A token that nobody asks for, to be sent by mistake. */
  otherToken: "0xb19b36b1456E65E3A6D514D3F715f204BD59f431",
  /** Of the mnemonic that every developer's chain has (`test test … junk`), account 1. */
  xpub: "xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76",
} as const satisfies {
  network: CryptoNetwork;
  chainId: number;
  confirmations: number;
  tokens: Partial<Record<CryptoAsset, string>>;
  otherToken: string;
  xpub: string;
};

/**
 * The sandbox's Bitcoin: a regtest network, whose addresses (`bcrt1…`) no wallet with real money pays to.
 * Production refuses it.
 */
export const sandboxBitcoin = {
  network: "bitcoin",
  /** CAIP-2, of regtest's first block. */
  chainId: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
  confirmations: 2,
  /** Of the same mnemonic, for test networks (BIP-84, `m/84'/1'/1'`). */
  xpub: "vpub5YRRorZVvAATN8pWpdmbkGYtgfKwktxaifQrSdz1CznbUoW6H3rxLekTEDJEfvuRSd5bUjT3zyeVRXQKQ1xbpvciWfvmycLChpLs7WFv3ZC",
} as const satisfies {
  network: CryptoNetwork;
  chainId: string;
  confirmations: number;
  xpub: string;
};
