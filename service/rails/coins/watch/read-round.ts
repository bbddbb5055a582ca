import {
  type BlockHeader,
  ChainUnavailable,
  type PendingTransfers,
} from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow, CryptoTransferRow, CryptoWatchRow } from "../tables.ts";
import { type Course, findCourse } from "./find-fork.ts";
import { readPending, readStretch, type Stretch } from "./read-chain.ts";
import { verifyChain } from "./verify-chain.ts";

/** Addresses that are looked at now and then, in one round. */
const mostOccasional = 200;

/** What one round read from the node, beside what the store knew before it. */
export interface RoundRead {
  readonly type: "read";
  readonly startedAtMs: number;
  /** Addresses that are watched closely, and those whose turn has come. */
  readonly close: readonly CryptoWatchRow[];
  readonly occasional: readonly CryptoWatchRow[];
  readonly stretch: Stretch | null;
  readonly old: OldRead;
  /** The last block that was read, and whether it is the newest. */
  readonly readTo: BlockHeader;
  readonly isAtHead: boolean;
  /** What waits for a block; null below the newest block. */
  readonly pending: PendingTransfers | null;
  /** Transfers that waited before this round, and whether each still does; empty below the newest block. */
  readonly waited: readonly CryptoTransferRow[];
  readonly isToCome: readonly boolean[];
}

/** Nothing is written here. `idle`: nobody waits, and the network was looked at a short time ago. */
export async function readRound(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<RoundRead | { readonly type: "idle" } | Extract<Course, { readonly type: "forked" }>> {
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
  if (isIdle && startedAtMs < chain.idleUntilMs) return { type: "idle" };

  if (!chain.isVerified) await verifyChain(deps, chain, row);
  const head = await node.head();
  if (config.mostHeadAgeMs !== null && startedAtMs - head.timestampMs > config.mostHeadAgeMs) {
    throw new ChainUnavailable("the node is behind: its newest block is old");
  }
  const course = await findCourse(deps, chain, row, head);
  if (course.type === "behind") throw new ChainUnavailable("the node is behind what was read");
  if (course.type === "forked") return course;

  const waited = await kysely
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("state", "=", "pending")
    .limit(1_000)
    .execute();

  const stretch = await readNew(chain, close, head);
  const isAtHead = (stretch?.to.number ?? head.number) === head.number;
  const old = await readOld(chain, occasional, head);
  const waiting = new Set(close.map(({ address }) => address));
  const pending = isAtHead ? await readPending(chain, waiting) : null;
  const readTo = stretch?.to ?? head;
  const hashes = waited.map(({ tx_hash }) => tx_hash);
  const isToCome = isAtHead ? await node.isToCome(hashes, readTo.number) : [];
  return {
    type: "read",
    startedAtMs,
    close,
    occasional,
    stretch,
    old,
    readTo,
    isAtHead,
    pending,
    waited: isAtHead ? waited : [],
    isToCome,
  };
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
