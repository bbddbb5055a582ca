import {
  type BlockHeader,
  ChainUnavailable,
  type PendingTransfers,
} from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow, CryptoTransferRow, CryptoWatchRow } from "../tables.ts";
import { type ChainComparison, compareChain } from "./compare-chain.ts";
import { type BlockRange, readPending, readRange } from "./read-chain.ts";
import { verifyChain } from "./verify-chain.ts";

/** Maximum number of addresses of ended deposits in one round. */
const maxOccasional = 200;

/** What a round read from the node, with what the store knew before. */
export interface RoundRead {
  readonly type: "read";
  readonly startedAtMs: number;
  /** Closely watched addresses, and due addresses of ended deposits. */
  readonly close: readonly CryptoWatchRow[];
  readonly occasional: readonly CryptoWatchRow[];
  readonly range: BlockRange | null;
  readonly old: OldRead;
  /** The last block that was read, and whether it is the newest. */
  readonly readTo: BlockHeader;
  readonly isAtHead: boolean;
  /** Null when the newest block was not reached. */
  readonly pending: PendingTransfers | null;
  /**
   * Pending transfers of earlier rounds, and whether each can still arrive. Empty when the newest block was not
   * reached.
   */
  readonly waited: readonly CryptoTransferRow[];
  readonly canStillArrive: readonly boolean[];
}

/** `idle`: no payment waits, and the last read was a short time ago. */
export async function readRound(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<
  RoundRead | { readonly type: "idle" } | Extract<ChainComparison, { readonly type: "forked" }>
> {
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
    .limit(maxOccasional)
    .execute();
  const isIdle = close.length === 0 && occasional.length === 0;
  if (isIdle && startedAtMs < chain.idleUntilMs) return { type: "idle" };

  if (!chain.isVerified) await verifyChain(deps, chain, row);
  const head = await node.head();
  if (config.maxHeadAgeMs !== null && startedAtMs - head.timestampMs > config.maxHeadAgeMs) {
    throw new ChainUnavailable("the node is behind: its newest block is too old");
  }
  const comparison = await compareChain(deps, chain, row, head);
  if (comparison.type === "behind")
    throw new ChainUnavailable("the node has less than was read before");
  if (comparison.type === "forked") return comparison;

  const waited = await kysely
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("state", "=", "pending")
    .limit(1_000)
    .execute();

  const range = await readNew(chain, close, head);
  const isAtHead = (range?.to.number ?? head.number) === head.number;
  const old = await readOld(chain, occasional, head);
  const waiting = new Set(close.map(({ address }) => address));
  const pending = isAtHead ? await readPending(chain, waiting) : null;
  const readTo = range?.to ?? head;
  const hashes = waited.map(({ tx_hash }) => tx_hash);
  const canStillArrive = isAtHead ? await node.canStillArrive(hashes, readTo.number) : [];
  return {
    type: "read",
    startedAtMs,
    close,
    occasional,
    range,
    old,
    readTo,
    isAtHead,
    pending,
    waited: isAtHead ? waited : [],
    canStillArrive,
  };
}

/** The blocks since the last round, for the closely watched addresses. */
async function readNew(
  chain: Chain,
  close: readonly CryptoWatchRow[],
  head: BlockHeader,
): Promise<BlockRange | null> {
  if (close.length === 0) return null;
  const from = Math.min(...close.map(({ scanned_block }) => scanned_block)) + 1;
  return inStride(chain, "close", async (blocks) => {
    const last = Math.min(head.number, from + blocks - 1);
    const to = last === head.number ? head : await blockAt(chain, last);
    // These are read even without a new block: an interrupted round may have left some unread.
    if (from > to.number) return null;
    return readRange(chain, close, from, to, to.number === head.number);
  });
}

/** Reads with as many blocks as the results before allow, separately for each kind of address. */
async function inStride<Result>(
  { node, strides }: Chain,
  kind: keyof Chain["strides"],
  read: (blocks: number) => Promise<Result>,
): Promise<Result> {
  const blocks = strides[kind];
  try {
    const result = await read(blocks);
    strides[kind] = Math.min(node.maxBlocks, blocks * 2);
    return result;
  } catch (error) {
    if (error instanceof ChainUnavailable) strides[kind] = Math.max(1, Math.floor(blocks / 4));
    throw error;
  }
}

interface OldRead {
  readonly range: BlockRange | null;
  readonly isWhole: boolean;
  readonly error?: ChainUnavailable;
}

/**
 * Reads blocks only where ended deposits have enough confirmations. Returns an error (such as a node that pruned old
 * blocks), so that it does not delay customers who pay now.
 */
async function readOld(
  chain: Chain,
  occasional: readonly CryptoWatchRow[],
  head: BlockHeader,
): Promise<OldRead> {
  const nothing = { range: null, isWhole: true };
  if (occasional.length === 0) return nothing;
  const from = Math.min(...occasional.map(({ scanned_block }) => scanned_block)) + 1;
  const deepest = head.number - chain.config.confirmations + 1;
  if (from > deepest) return nothing;
  try {
    return await inStride(chain, "ended", async (blocks) => {
      const last = Math.min(deepest, from + blocks - 1);
      const isWhole = last === deepest;
      const to = await blockAt(chain, last);
      return { range: await readRange(chain, occasional, from, to, isWhole), isWhole };
    });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { range: null, isWhole: false, error };
  }
}

async function blockAt({ node }: Chain, number: number): Promise<BlockHeader> {
  const [block] = await node.headers([number]);
  if (!block) throw new ChainUnavailable("the node does not have a block below its newest one");
  return block;
}
