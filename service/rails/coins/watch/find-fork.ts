import { type BlockHeader, ChainUnavailable } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";

/** Blocks that are kept to find out where two chains part. */
export const keptBlocks = 200;
/**
 * A node behind another is not a chain that has become shorter. On a network of the sandbox's, whose blocks
 * come only when needed, a chain can be cut off; there it is one when it stays so.
 */
const patienceMs = 30_000;

/**
 * Whether the chain goes on from where it was read to.
 * `same`: nothing new. `longer`: more blocks on top. `forked`: blocks after `above` are other ones now.
 * `behind`: the node has less than was read already, which says nothing yet.
 */
export type Course =
  | { readonly type: "same" | "longer" | "behind" }
  | { readonly type: "forked"; readonly above: number };

/**
 * Compares the node's chain with what was read of it. Behind a node's address there may be many: which blocks
 * belong together is asked in one call, so that one of them says it.
 */
export async function findCourse(
  deps: Pick<CoinsDeps, "database" | "clock">,
  chain: Chain,
  row: CryptoChainRow,
  head: BlockHeader,
): Promise<Course> {
  const { head_number: number, head_hash: hash } = row;
  if (number === null || hash === null) return { type: "longer" };
  if (head.number === number && head.hash === hash) return { type: "same" };
  if (head.number > number) {
    const [then, now] = await chain.node.headers([number, head.number]);
    if (now?.hash !== head.hash) throw new ChainUnavailable("the nodes don't have one chain yet");
    if (then?.hash === hash) return { type: "longer" };
  }
  const isShorter = head.number < number;
  const quietMs = deps.clock.nowMs() - (row.followed_at?.getTime() ?? 0);
  if (isShorter && quietMs < patienceMs) return { type: "behind" };
  const kept = await deps.database.kysely
    .selectFrom("crypto_blocks")
    .select(["number", "hash"])
    .where("network", "=", row.network)
    .where("number", "<=", head.number)
    .orderBy("number", "desc")
    .limit(keptBlocks)
    .execute();
  const now = await chain.node.headers(kept.map((block) => block.number));
  const common = kept.find((block, index) => now[index]?.hash === block.hash);
  // Nothing speaks against what was read: the node has less of the same chain.
  const isSame = common === kept[0];
  if (isShorter && isSame && chain.config.mostHeadAgeMs !== null) return { type: "behind" };
  // Deeper than anything that was kept: all of it is read again.
  const above = common?.number ?? Math.max(0, (kept.at(-1)?.number ?? number) - 1);
  return { type: "forked", above };
}
