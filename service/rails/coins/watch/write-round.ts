import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import type { BlockHeader } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import { otherNetworksEveryMs } from "../open-deposit.ts";
import type { CryptoChainRow, CryptoWatchRow } from "../tables.ts";
import { type ChainComparison, keptBlocks } from "./compare-chain.ts";
import { holdLease } from "./lease.ts";
import type { RoundRead } from "./read-round.ts";
import { rewindBlocks, writePending, writeRange, writeWaiting } from "./write-transfers.ts";

const shortestPauseMs = 5_000;
const longestPauseMs = 15 * 60_000;

export interface RoundWritten {
  /** Deposits with new or lost transfers. */
  readonly touched: Set<string>;
  /** Everything that existed at this time has been read. */
  readonly knownUntilMs: number;
}

/** Writes a round in one transaction; null when another process has taken the lease. */
export async function writeRound(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
  read: RoundRead,
): Promise<RoundWritten | null> {
  const { startedAtMs, close, occasional, range, old, pending, waited, canStillArrive } = read;
  // Blocks above were not read, and one of them may have an earlier time.
  const knownBeforeMs = row.followed_at?.getTime() ?? 0;
  const knownUntilMs = read.isAtHead ? Math.max(startedAtMs, knownBeforeMs) : knownBeforeMs;
  return inTransaction(deps.database, async (tx) => {
    if (!(await holdLease(tx, deps, chain.config.network))) return null;
    const times = { nowMs: startedAtMs, knownUntilMs: knownBeforeMs };
    const seen = [
      ...(range ? await writeRange(tx, chain, close, range, times) : []),
      ...(old.range
        ? await writeRange(tx, chain, occasional, old.range, { ...times, knownUntilMs: 0 })
        : []),
      // Pending transfers come after the blocks, because a mined transfer is no longer pending.
      ...(await writePending(tx, chain, close, pending?.transfers ?? [], startedAtMs)),
      ...(await writeWaiting(tx, waited, canStillArrive)),
    ];
    if (old.isWhole) await planNextReads(tx, deps, occasional);
    await storeHead(tx, row, read.readTo, new Date(knownUntilMs));
    return { touched: new Set(seen), knownUntilMs };
  });
}

/** Rewinds to the last block that both chains have. The next round continues from there. */
export async function rewindToFork(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
  { above }: Extract<ChainComparison, { readonly type: "forked" }>,
): Promise<"more" | undefined> {
  const { network } = chain.config;
  deps.log.warn("a chain was reorganised", {
    type: network,
    count: (row.head_number ?? 0) - above,
  });
  // A chain with another first block would look the same.
  chain.isVerified = false;
  const isDone = await inTransaction(deps.database, async (tx) => {
    if (!(await holdLease(tx, deps, network))) return false;
    await rewindBlocks(tx, network, above);
    await tx
      .updateTable("crypto_chains")
      .set({ head_number: above, head_hash: null })
      .where("network", "=", network)
      .execute();
    return true;
  });
  return isDone ? "more" : undefined;
}

/** Plans the next reads at growing intervals, because late money usually comes soon after the end. */
async function planNextReads(
  tx: Tx,
  deps: CoinsDeps,
  occasional: readonly CryptoWatchRow[],
): Promise<void> {
  if (occasional.length === 0) return;
  const nowMs = deps.clock.nowMs();
  const deposits = await tx
    .selectFrom("crypto_deposits")
    .select(["crypto_deposit_id", "expires_at", "watched_until"])
    .where(
      "crypto_deposit_id",
      "in",
      occasional.map(({ crypto_deposit_id }) => crypto_deposit_id),
    )
    .execute();
  const ends = new Map(deposits.map((deposit) => [deposit.crypto_deposit_id, deposit]));
  for (const { crypto_deposit_id: id, network } of occasional) {
    const end = ends.get(id);
    if (!end || end.watched_until.getTime() <= nowMs) {
      await tx
        .deleteFrom("crypto_watches")
        .where("crypto_deposit_id", "=", id)
        .where("network", "=", network)
        .execute();
      continue;
    }
    const sinceEndMs = nowMs - end.expires_at.getTime();
    const pauseMs =
      sinceEndMs < 0
        ? otherNetworksEveryMs
        : Math.min(longestPauseMs, Math.max(shortestPauseMs, sinceEndMs / 20));
    await tx
      .updateTable("crypto_watches")
      .set({ next_look_at: new Date(nowMs + pauseMs) })
      .where("crypto_deposit_id", "=", id)
      .where("network", "=", network)
      .execute();
  }
}

async function storeHead(
  tx: Tx,
  { network, head_number, head_hash }: CryptoChainRow,
  { number, hash }: BlockHeader,
  followedAt: Date,
): Promise<void> {
  await tx
    .updateTable("crypto_chains")
    .set({ head_number: number, head_hash: hash, followed_at: followedAt })
    .where("network", "=", network)
    .execute();
  if (number === head_number && hash === head_hash) return;
  await tx
    .insertInto("crypto_blocks")
    .values({ network, number, hash })
    .onConflict((conflict) => conflict.columns(["network", "number"]).doUpdateSet({ hash }))
    .execute();
  await tx
    .deleteFrom("crypto_blocks")
    .where("network", "=", network)
    .where("number", "<", number - keptBlocks)
    .execute();
}
