import { type BlockHeader, ChainUnavailable } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";

/** How many blocks are stored, to find where two chains fork. */
export const keptBlocks = 200;
/**
 * How long a shorter chain must last before it counts. A node that is behind does not have a shorter chain. In the
 * sandbox, where blocks have no maximum age, a chain can really be cut.
 */
const shorterChainWaitMs = 30_000;

/**
 * `same`: nothing new. `longer`: more blocks on top. `forked`: the blocks after `above` were replaced. `behind`: the
 * node has fewer blocks than the service has read; it may only be slow.
 */
export type ChainComparison =
  | { readonly type: "same" | "longer" | "behind" }
  | { readonly type: "forked"; readonly above: number };

/**
 * Compares the node's chain with what was read of it. Several nodes can answer at one address, so one call asks for all
 * blocks that must belong together.
 */
export async function compareChain(
  deps: Pick<CoinsDeps, "database" | "clock">,
  chain: Chain,
  row: CryptoChainRow,
  head: BlockHeader,
): Promise<ChainComparison> {
  const { head_number: number, head_hash: hash } = row;
  if (number === null || hash === null) return { type: "longer" };
  if (head.number === number && head.hash === hash) return { type: "same" };
  if (head.number > number) {
    const [then] = await headersUnder(chain, head, [number]);
    if (then?.hash === hash) return { type: "longer" };
  }
  const isShorter = head.number < number;
  const quietMs = deps.clock.nowMs() - (row.followed_at?.getTime() ?? 0);
  if (isShorter && quietMs < shorterChainWaitMs) return { type: "behind" };
  const kept = await deps.database.kysely
    .selectFrom("crypto_blocks")
    .select(["number", "hash"])
    .where("network", "=", row.network)
    .where("number", "<=", head.number)
    .orderBy("number", "desc")
    .limit(keptBlocks)
    .execute();
  const now = await headersUnder(
    chain,
    head,
    kept.map((block) => block.number),
  );
  const common = kept.find((block, index) => now[index]?.hash === block.hash);
  // Nothing contradicts what was read: the node has less of the same chain.
  const isSame = common === kept[0];
  if (isShorter && isSame && chain.config.maxHeadAgeMs !== null) return { type: "behind" };
  // The fork is below all stored blocks: read all of them again.
  const above = common?.number ?? Math.max(0, (kept.at(-1)?.number ?? number) - 1);
  return { type: "forked", above };
}

/** Asks for blocks together with the head: a node without it may only lack the newest blocks. */
async function headersUnder(
  { node }: Chain,
  head: BlockHeader,
  numbers: readonly number[],
): Promise<readonly (BlockHeader | null)[]> {
  const found = await node.headers([...numbers, head.number]);
  if (found.at(-1)?.hash === head.hash) return found.slice(0, -1);
  throw new ChainUnavailable("the nodes do not agree on one chain yet");
}
