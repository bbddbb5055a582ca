import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import {
  type BlockHeader,
  ChainUnavailable,
  type PendingTransfers,
} from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import { elsewhereEveryMs } from "../open-deposit.ts";
import type { CryptoChainRow, CryptoWatchRow } from "../tables.ts";
import { type Course, findCourse, keptBlocks } from "./find-fork.ts";
import { claimChain, holdLease, keepLease } from "./lease.ts";
import { ChainMoved, readPending, readStretch, type Stretch } from "./read-chain.ts";
import { settleDeposits } from "./settle-deposits.ts";
import { verifyChain } from "./verify-chain.ts";
import { forgetBlocks, writePending, writeStretch, writeWaiting } from "./write-seen.ts";

/** Addresses that are looked at now and then, in one round. */
const mostOccasional = 200;
/** While nobody waits for a payment, a network is looked at so often. */
const idleMs = 15_000;
/** While it does not answer, ever seldomer. */
const longestPauseMs = 30_000;
const soonestLookMs = 5_000;
const latestLookMs = 15 * 60_000;

/**
 * One round of watching one network: whether the chain still goes on from where it was read to, what came
 * to the watched addresses since, how the deposits stand. All that a round finds is written at once, by
 * the one process that holds the lease; a round that is cut off or told nonsense leaves no trace and is
 * done again. Resolves to "more" when there is more to read at once.
 */
export async function followChain(deps: CoinsDeps, chain: Chain): Promise<"more" | undefined> {
  if (deps.clock.nowMs() < chain.nextRoundAtMs) return undefined;
  const { network, pollMs } = chain.config;
  try {
    const { row, isOurs, isTakenOver } = await claimChain(deps, chain);
    // Whoever watched before may be gone between what it wrote down and what that means.
    if (isTakenOver) chain.isSettled = false;
    chain.followedAtMs = row.followed_at?.getTime() ?? null;
    const more = isOurs
      ? await keepLease(deps, chain, () => followAsLeader(deps, chain, row))
      : undefined;
    chain.nextRoundAtMs = more ? 0 : deps.clock.nowMs() + pollMs;
    noteBehind(deps, chain);
    if (chain.failures > 0) deps.log.info("a network is followed again", { type: network });
    chain.failures = 0;
    chain.failure = null;
    chain.stride = Math.min(chain.node.mostBlocks, chain.stride * 2);
    return more;
  } catch (error) {
    if (error instanceof ChainMoved) {
      // Not at once: behind one address there may be nodes that don't agree for a while.
      chain.nextRoundAtMs = deps.clock.nowMs() + pollMs;
      return undefined;
    }
    if (!(error instanceof ChainUnavailable)) throw error;
    if (chain.failure !== error.message) {
      deps.log.warn("a network can't be followed now", { type: network, error });
    }
    chain.failure = error.message;
    const pauseMs = Math.min(longestPauseMs, pollMs * 2 ** chain.failures);
    chain.nextRoundAtMs = deps.clock.nowMs() + pauseMs;
    chain.failures += 1;
    chain.stride = Math.max(1, Math.floor(chain.stride / 4));
    noteBehind(deps, chain);
    return undefined;
  }
}

function noteBehind({ clock, gauges }: CoinsDeps, chain: Chain): void {
  const knownMs = chain.followedAtMs ?? chain.sinceMs;
  gauges.behind(chain.config.network, Math.max(0, (clock.nowMs() - knownMs) / 1_000));
}

async function followAsLeader(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<"more" | undefined> {
  const { config, node } = chain;
  const { network } = config;
  const { kysely } = deps.database;
  const startedAtMs = deps.clock.nowMs();
  const close = await kysely
    .selectFrom("crypto_watches")
    .selectAll()
    .where("network", "=", network)
    .where("closely", "=", true)
    .execute();
  const occasional = await kysely
    .selectFrom("crypto_watches")
    .selectAll()
    .where("network", "=", network)
    .where("closely", "=", false)
    .where("next_look_at", "<=", new Date(startedAtMs))
    .orderBy("next_look_at")
    .limit(mostOccasional)
    .execute();
  const isIdle = close.length === 0 && occasional.length === 0;
  if (isIdle && startedAtMs < chain.idleUntilMs) return undefined;

  if (!chain.isVerified) await verifyChain(deps, chain, row);
  const head = await node.head();
  if (config.mostHeadAgeMs !== null && startedAtMs - head.timestampMs > config.mostHeadAgeMs) {
    throw new ChainUnavailable("the node is behind: its newest block is old");
  }
  const course = await findCourse(deps, chain, row, head);
  if (course.type === "behind") throw new ChainUnavailable("the node is behind what was read");
  if (course.type === "forked") return leaveFork(deps, chain, row, course);

  const pendingRows = await kysely
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("state", "=", "pending")
    .limit(1_000)
    .execute();

  const stretch = await readNew(chain, close, head);
  const isAtHead = (stretch?.to.number ?? head.number) === head.number;
  const old = await readOld(chain, occasional, head);
  const { stretch: earlier, isWhole: isOldRead } = old;
  const waiting = new Set(close.map(({ address }) => address));
  const pending = isAtHead ? await readPending(chain, waiting) : null;
  const readTo = stretch?.to ?? head;
  const hashes = pendingRows.map(({ tx_hash }) => tx_hash);
  const isToCome = isAtHead ? await node.isToCome(hashes, readTo.number) : [];

  // What lies above was not seen, and blocks' times are not in order: one above may say an earlier one.
  const knownBeforeMs = row.followed_at?.getTime() ?? 0;
  const knownUntilMs = isAtHead ? Math.max(startedAtMs, knownBeforeMs) : knownBeforeMs;
  const touched = await inTransaction(deps.database, async (tx) => {
    if (!(await holdLease(tx, deps, network))) return null;
    const times = { nowMs: startedAtMs, knownUntilMs: knownBeforeMs };
    const seen = [
      ...(stretch ? await writeStretch(tx, chain, close, stretch, times) : []),
      ...(earlier
        ? await writeStretch(tx, chain, occasional, earlier, { ...times, knownUntilMs: 0 })
        : []),
      // After the blocks: what lies in one by now does not wait any more.
      ...(await writePending(tx, chain, close, pending?.transfers ?? [], startedAtMs)),
      ...(await writeWaiting(tx, isAtHead ? pendingRows : [], isToCome)),
    ];
    if (isOldRead) await planNextLooks(tx, deps, occasional);
    await noteHead(tx, row, readTo, new Date(knownUntilMs));
    return new Set(seen);
  });
  if (touched === null) return undefined;
  const untold = (stretch?.untold ?? 0) + (earlier?.untold ?? 0);
  if (untold > 0) {
    deps.log.warn("addresses were emptied, and what came to them before may be unseen", {
      type: network,
      count: untold,
    });
  }
  if (pending) notePending(deps, chain, pending, new Set(hashes.filter((_, at) => !isToCome[at])));
  chain.followedAtMs = knownUntilMs;
  chain.idleUntilMs = startedAtMs + idleMs;
  // What an earlier round, or a process that is gone, wrote down and did not come to judge counts too.
  const isWhole = readTo.hash !== row.head_hash || !chain.isSettled;
  for (const { crypto_deposit_id } of occasional) touched.add(crypto_deposit_id);
  chain.isSettled = false;
  const changed = await settleDeposits(deps, chain, touched, isWhole);
  chain.isSettled = true;
  if (changed > 0) deps.tellSoon();
  if (old.error) throw old.error;
  return isAtHead && isOldRead ? undefined : "more";
}

/** What was missed is read anew where it is still, or again, among what waits. */
function notePending(
  deps: CoinsDeps,
  chain: Chain,
  { known, isWhole }: PendingTransfers,
  missed: ReadonlySet<string>,
): void {
  chain.knownPending =
    missed.size === 0 ? known : new Map([...known].filter(([txHash]) => !missed.has(txHash)));
  if (chain.isPendingWhole && !isWhole) {
    deps.log.warn(
      "not all that waits for a block is known, and no payment's time is over until then",
      {
        type: chain.config.network,
      },
    );
  }
  chain.isPendingWhole = isWhole;
}

/** Goes back to where the chains part; the next round reads on from there. */
async function leaveFork(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
  { above }: Extract<Course, { readonly type: "forked" }>,
): Promise<"more" | undefined> {
  const { network } = chain.config;
  deps.log.warn("a chain was reorganised", {
    type: network,
    count: (row.head_number ?? 0) - above,
  });
  // A chain that begins otherwise would look the same.
  chain.isVerified = false;
  const isDone = await inTransaction(deps.database, async (tx) => {
    if (!(await holdLease(tx, deps, network))) return false;
    await forgetBlocks(tx, network, above);
    await tx
      .updateTable("crypto_chains")
      .set({ head_number: above, head_hash: null })
      .where("network", "=", network)
      .execute();
    return true;
  });
  return isDone ? "more" : undefined;
}

/** The blocks since the last round, for the addresses that are watched closely. */
async function readNew(
  chain: Chain,
  close: readonly CryptoWatchRow[],
  head: BlockHeader,
): Promise<Stretch | null> {
  if (close.length === 0) return null;
  const from = Math.min(...close.map(({ scanned_block }) => scanned_block)) + 1;
  const last = Math.min(head.number, from + chain.stride - 1);
  const to = last === head.number ? head : await blockAt(chain, last);
  // Also without a new block: a contract can't pay then, but a lost round may have left some unread.
  if (from > to.number) return null;
  return readStretch(chain, close, from, to, to.number === head.number);
}

interface OldRead {
  readonly stretch: Stretch | null;
  /** There is nothing left to read for them. */
  readonly isWhole: boolean;
  /** Why nothing could be read. */
  readonly error?: ChainUnavailable;
}

/**
 * The same for addresses that are looked at now and then, so deep that no block is exchanged any more. Where
 * that can't be read (a node that has cast off old blocks), who waits for a payment is served all the same.
 */
async function readOld(
  chain: Chain,
  occasional: readonly CryptoWatchRow[],
  head: BlockHeader,
): Promise<OldRead> {
  const nothing = { stretch: null, isWhole: true };
  if (occasional.length === 0) return nothing;
  const from = Math.min(...occasional.map(({ scanned_block }) => scanned_block)) + 1;
  const deepest = head.number - chain.config.confirmations + 1;
  const last = Math.min(deepest, from + chain.stride - 1);
  if (from > last) return nothing;
  const isWhole = last === deepest;
  try {
    const to = await blockAt(chain, last);
    return { stretch: await readStretch(chain, occasional, from, to, isWhole), isWhole };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { stretch: null, isWhole: false, error };
  }
}

async function blockAt({ node }: Chain, number: number): Promise<BlockHeader> {
  const [block] = await node.headers([number]);
  if (!block) throw new ChainUnavailable("the node lacks a block below its newest one");
  return block;
}

/** Soon after the end somebody may still pay; the longer ago it was, the seldomer it is looked at. */
async function planNextLooks(
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
  const ends = new Map(deposits.map((each) => [each.crypto_deposit_id, each]));
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
        ? elsewhereEveryMs
        : Math.min(latestLookMs, Math.max(soonestLookMs, sinceEndMs / 20));
    await tx
      .updateTable("crypto_watches")
      .set({ next_look_at: new Date(nowMs + pauseMs) })
      .where("crypto_deposit_id", "=", id)
      .where("network", "=", network)
      .execute();
  }
}

async function noteHead(
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
