import type { CryptoChainRow } from "../../platform/database/tables.ts";
import type { BlockHeader } from "../../providers/chain/index.ts";
import type { Chain, CryptoDeps } from "../crypto-deps.ts";

/** Blocks that are kept to find out where two chains part. */
export const keptBlocks = 200;
/** A node behind another is not a chain that has become shorter, unless it stays so. */
const patienceMs = 30_000;

/**
 * Whether the chain goes on from where it was read to.
 * `same`: nothing new. `longer`: more blocks on top. `forked`: blocks after `above` are other ones now.
 * `behind`: the node has less than was read already, which says nothing yet.
 */
export type Course =
  | { readonly type: "same" | "longer" | "behind" }
  | { readonly type: "forked"; readonly above: number };

/** Compares the node's chain with what was read of it. */
export async function findCourse(
  deps: Pick<CryptoDeps, "database" | "clock">,
  chain: Chain,
  row: CryptoChainRow,
  head: BlockHeader,
): Promise<Course> {
  const { head_number: number, head_hash: hash } = row;
  if (number === null || hash === null) return { type: "longer" };
  if (head.number === number && head.hash === hash) return { type: "same" };
  if (head.number < number) {
    const quietMs = deps.clock.nowMs() - (row.followed_at?.getTime() ?? 0);
    if (quietMs < patienceMs) return { type: "behind" };
  }
  if (head.number > number) {
    const [then] = await chain.node.headers([number]);
    if (then?.hash === hash) return { type: "longer" };
  }
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
  // Deeper than anything that was kept: all of it is read again.
  const above = common?.number ?? Math.max(0, (kept.at(-1)?.number ?? number) - 1);
  return { type: "forked", above };
}
