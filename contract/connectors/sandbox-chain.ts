import type { CryptoAsset, CryptoNetwork } from "../crypto-networks.ts";

/**
 * The sandbox's blockchain, with worthless coins. No public network has its chain id (EIP-155), so a real
 * wallet that opens its payment links cannot pay. Production refuses it.
 */
export const sandboxChain = {
  network: "ethereum",
  chainId: 31_337,
  confirmations: 3,
  /** The sandbox deploys these at constant addresses. */
  tokens: {
    USDC: "0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35",
    USDT: "0xA15BB66138824a1c7167f5E85b957d04Dd34E468",
  },
  /** No payment asks for this token. Testers send it by mistake. */
  otherToken: "0xb19b36b1456E65E3A6D514D3F715f204BD59f431",
  /** Account 1 of every development chain's mnemonic (`test test … junk`). */
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
 * The sandbox's Bitcoin, a regtest network: no wallet with real money pays to its addresses (`bcrt1…`). Production
 * refuses it.
 */
export const sandboxBitcoin = {
  network: "bitcoin",
  /** CAIP-2, from regtest's genesis block. */
  chainId: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
  confirmations: 2,
  /** The same mnemonic, for test networks (BIP-84, `m/84'/1'/1'`). */
  xpub: "vpub5YRRorZVvAATN8pWpdmbkGYtgfKwktxaifQrSdz1CznbUoW6H3rxLekTEDJEfvuRSd5bUjT3zyeVRXQKQ1xbpvciWfvmycLChpLs7WFv3ZC",
} as const satisfies {
  network: CryptoNetwork;
  chainId: string;
  confirmations: number;
  xpub: string;
};
