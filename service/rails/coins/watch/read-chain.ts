import {
  type BlockHeader,
  ChainUnavailable,
  type MinedTransfer,
  type PendingTransfers,
  type UnrecordedCoin,
} from "../../../providers/chain/index.ts";
import type { Chain } from "../coins-deps.ts";
import type { CryptoWatchRow } from "../tables.ts";

/** What a stretch of blocks says of some addresses. */
export interface Stretch {
  /** The last block of it. */
  readonly to: BlockHeader;
  readonly transfers: readonly (MinedTransfer & { readonly minedAtMs: number })[];
  /** By address, what it holds of the network's own coin after `to`; empty where that was not asked. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** By address, how many transactions it has sent; where that was asked. */
  readonly sent: ReadonlyMap<string, number>;
  /** Addresses that have sent coin away, nobody knows how much: what came to them may be more than is told. */
  readonly untold: number;
}

/** The chain was exchanged while it was being read: nothing of it can be used. */
export class ChainMoved extends Error {
  override name = "ChainMoved";
}

/** Blocks that are read in full to find the transaction that brought the coin. */
const mostFullBlocks = 32;

/**
 * Reads the blocks from `from` to `to` for the watched addresses. Where the network's own coin can come
 * without a record it is told from what the addresses hold, because contracts (exchanges, smart wallets)
 * pay without a transaction of their own; only when something came are blocks read for its transaction.
 * What they have sent away meanwhile (whoever has the seed collects it) is reckoned in.
 */
export async function readStretch(
  { node, config }: Pick<Chain, "node" | "config">,
  watches: readonly CryptoWatchRow[],
  from: number,
  to: BlockHeader,
  withCoin: boolean,
): Promise<Stretch> {
  const addresses = [...new Set(watches.map(({ address }) => address))];
  const found = await node.transfers(addresses, from, to);
  const balances = new Map<string, bigint>();
  const sent = new Map<string, number>();
  let untold = 0;
  // What an address held before it was read last says nothing about what came since.
  const behind = watches.filter(({ scanned_block }) => scanned_block < to.number);
  const coin = node.unrecordedCoin;
  if (coin && withCoin && behind.length > 0) {
    const asked = [...new Set(behind.map(({ address }) => address))];
    const held = await coin.balances(asked, to.number);
    for (const [index, address] of asked.entries()) balances.set(address, held[index] ?? 0n);
    const long = to.number - config.confirmations;
    for (const [address, count] of await countSent(coin, behind, balances, {
      at: to.number,
      long,
    })) {
      sent.set(address, count);
    }
    const came = await reckonCoin(coin, behind, { balances, sent }, to);
    untold = came.untold;
    found.push(...(await findCoin(coin, behind, came.amounts, from, to)));
  }
  const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))];
  const [again, ...headers] = await node.headers([to.number, ...numbers]);
  if (again?.hash !== to.hash) throw new ChainMoved("the chain has moved meanwhile");
  const minedAt = new Map(headers.map((each) => [each?.number, each]));
  const transfers = found.map((transfer) => {
    const block = minedAt.get(transfer.blockNumber);
    if (block?.hash !== transfer.blockHash) throw new ChainMoved("the chain has moved meanwhile");
    return { ...transfer, minedAtMs: block.timestampMs };
  });
  return { to, transfers, balances, sent, untold };
}

/**
 * How many transactions they have sent until block `at`, of those that may have sent any since their last
 * look: what they hold has changed, or that was before block `long`. Nobody collects what can still be taken
 * back, so in fewer blocks nothing comes, goes, and leaves as much as there was.
 */
async function countSent(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  balances: ReadonlyMap<string, bigint>,
  { at, long }: { readonly at: number; readonly long: number },
): Promise<[address: string, count: number][]> {
  const asked = watches
    .filter(
      ({ address, coin_balance, coin_block, coin_sent }) =>
        coin_sent === null || coin_block < long || balances.get(address) !== BigInt(coin_balance),
    )
    .map(({ address }) => address);
  const counts = asked.length === 0 ? [] : await coin.sentCounts(asked, at);
  return asked.map((address, index) => [address, counts[index] ?? 0]);
}

/** What came to each since the last look: what it holds more, and what it has sent away. */
async function reckonCoin(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  { balances, sent }: Pick<Stretch, "balances" | "sent">,
  to: BlockHeader,
): Promise<{ readonly amounts: Map<string, bigint>; readonly untold: number }> {
  const amounts = new Map<string, bigint>();
  let untold = 0;
  for (const { address, coin_balance, coin_block, coin_sent } of watches) {
    let amount = (balances.get(address) ?? 0n) - BigInt(coin_balance);
    const end = sent.get(address);
    if (coin_sent !== null && end !== undefined && end > coin_sent) {
      const range = { after: coin_block, to: to.number, first: coin_sent, end };
      const spent = await coin.spent(address, range);
      if (!spent) untold += 1;
      else amount += spent.total;
      // Networks have fees of their own that nodes don't tell; so little is nobody's payment.
      if (spent && amount <= spent.fees) amount = 0n;
    }
    if (amount > 0n) amounts.set(address, amount);
  }
  return { amounts, untold };
}

/** The transactions that brought the coin; what none explains, too. */
async function findCoin(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  came: Map<string, bigint>,
  from: number,
  to: BlockHeader,
): Promise<MinedTransfer[]> {
  if (came.size === 0) return [];
  const readTo = new Map(watches.map(({ address, scanned_block }) => [address, scanned_block]));
  const begin = Math.max(from, to.number - mostFullBlocks + 1);
  const direct =
    begin > to.number ? [] : await coin.transfers(new Set(came.keys()), begin, to.number);
  const fitting = direct.filter(({ to: address, amount, blockNumber }) => {
    // Of addresses that are read together one may have been read further than the others.
    if (blockNumber <= (readTo.get(address) ?? 0)) return false;
    const left = (came.get(address) ?? 0n) - amount;
    if (left < 0n) return false;
    came.set(address, left);
    return true;
  });
  const unexplained = [...came]
    .filter(([, amount]) => amount > 0n)
    .map(([address, amount]) => ({
      txHash: to.hash,
      logIndex: -1,
      token: null,
      to: address,
      amount,
      blockNumber: to.number,
      blockHash: to.hash,
    }));
  return [...fitting, ...unexplained];
}

/** Transfers that wait for a block; none where the node can't tell now. */
export async function readPending(
  { node, knownPending: known }: Pick<Chain, "node" | "knownPending">,
  addresses: ReadonlySet<string>,
): Promise<PendingTransfers> {
  const nothing = { transfers: [], known };
  if (addresses.size === 0) return { ...nothing, isWhole: true };
  return node.pendingTransfers(addresses, known).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { ...nothing, isWhole: false };
  });
}
