export {
  type BlockHeader,
  type ChainNode,
  type ChainTransfer,
  ChainUnavailable,
  type MinedTransfer,
} from "./chain-node.ts";
export { createEvmNode } from "./evm-node.ts";
