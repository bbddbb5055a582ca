import * as z from "zod/mini";
import { ChainRefused, type CoinSpent, type SentRange } from "./chain-node.ts";
import { type AskMany, type RpcCall, read } from "./json-rpc.ts";

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/));
const block = z.object({
  transactions: z.array(
    z.object({ hash: z.string(), from: z.optional(z.string()), value: quantity }),
  ),
});
/** `l1Fee`: an additional fee on Optimism-like networks. */
const receipt = z.object({
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  l1Fee: z.nullish(quantity),
});

/** Maximum number of blocks to search for one address. Owners send from an address far less often. */
const maxBlocks = 20;

/**
 * What an address's own transactions took from it, values and fees. A binary search by the number of sent transactions
 * finds their blocks. Null if the node lacks states that old, or its responses do not match.
 */
export async function coinSpent(
  askMany: AskMany,
  address: string,
  { after, to, first, end }: SentRange,
): Promise<CoinSpent | null> {
  const hex = (value: number) => `0x${value.toString(16)}`;
  const ask = async (...call: RpcCall) => (await askMany([call]))[0];
  let spent: CoinSpent = { total: 0n, fees: 0n };
  let next = first;
  let from = after;
  try {
    for (let found = 0; next < end; found += 1) {
      if (found === maxBlocks) return null;
      let [below, at] = [from, to];
      while (at - below > 1) {
        const middle = Math.floor((below + at) / 2);
        const sent = await ask("eth_getTransactionCount", [address, hex(middle)]);
        if (Number(read(quantity, sent)) > next) at = middle;
        else below = middle;
      }
      const { transactions } = read(block, await ask("eth_getBlockByNumber", [hex(at), true]));
      const own = transactions.filter((transaction) => transaction.from?.toLowerCase() === address);
      if (own.length === 0) return null;
      const receipts = await askMany(
        own.map(({ hash }): RpcCall => ["eth_getTransactionReceipt", [hash]]),
      );
      for (const [index, { value }] of own.entries()) {
        const { status, gasUsed, effectiveGasPrice, l1Fee } = read(receipt, receipts[index]);
        const fee = BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee ?? 0);
        // A failed transaction moved nothing and still cost its fee.
        const moved = Number(status) === 1 ? BigInt(value) : 0n;
        spent = { total: spent.total + moved + fee, fees: spent.fees + fee };
      }
      next += own.length;
      from = at;
    }
  } catch (error) {
    if (error instanceof ChainRefused) return null;
    throw error;
  }
  return spent;
}
