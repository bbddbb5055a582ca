export { createBitcoinNode } from "./bitcoin-node.ts";
export {
  type BlockHeader,
  type ChainNode,
  type ChainTransfer,
  ChainUnavailable,
  type CoinSpent,
  type KnownPending,
  type MinedTransfer,
  type PendingTransfer,
  type PendingTransfers,
  type UnrecordedCoin,
} from "./chain-node.ts";
export { createEvmNode } from "./evm-node.ts";
