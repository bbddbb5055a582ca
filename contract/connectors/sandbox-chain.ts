import type { CryptoAsset, CryptoNetwork } from "../crypto-networks.ts";

/**
 * The sandbox's blockchain, on which nothing is worth anything. Its chain id is that of no public
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
