import {
  type BlockHeader,
  ChainUnavailable,
  type MinedTransfer,
  type PendingTransfers,
  type UnrecordedCoin,
} from "../../../providers/chain/index.ts";
import type { Chain } from "../coins-deps.ts";
import type { CryptoWatchRow } from "../tables.ts";

/** What a range of blocks holds for some addresses. */
export interface BlockRange {
  /** The last block of the range. */
  readonly to: BlockHeader;
  readonly transfers: readonly (MinedTransfer & { readonly minedAtMs: number })[];
  /** Balances of the network's own coin after `to`, by address; empty when not read. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Number of transactions that an address has sent, where read. */
  readonly sent: ReadonlyMap<string, number>;
  /** Addresses that sent an unknown amount of coin, so payments to them may be missing here. */
  readonly unknownSent: number;
}

/** The chain was reorganized during the read, so nothing of it can be used. */
export class ChainMoved extends Error {
  override name = "ChainMoved";
}

/** Maximum number of blocks that are read in full to find the transaction that paid coin. */
const maxFullBlocks = 32;

/**
 * Reads a range for the watched addresses. Contracts (exchanges, smart wallets) send the network's own coin without a
 * transaction or event for the address. So only a changed balance shows coin, and only then blocks are read in full.
 * Coin that left in the meantime (the seed's owner collects it) is added back.
 */
export async function readRange(
  { node, config }: Pick<Chain, "node" | "config">,
  watches: readonly CryptoWatchRow[],
  from: number,
  to: BlockHeader,
  withCoin: boolean,
): Promise<BlockRange> {
  const addresses = [...new Set(watches.map(({ address }) => address))];
  const found = await node.transfers(addresses, from, to);
  const balances = new Map<string, bigint>();
  const sent = new Map<string, number>();
  let unknownSent = 0;
  // The balance at the last read says nothing about what arrived since.
  const behind = watches.filter(({ scanned_block }) => scanned_block < to.number);
  const coin = node.unrecordedCoin;
  if (coin && withCoin && behind.length > 0) {
    const behindAddresses = [...new Set(behind.map(({ address }) => address))];
    const held = await coin.balances(behindAddresses, to.number);
    for (const [index, address] of behindAddresses.entries())
      balances.set(address, held[index] ?? 0n);
    const recountBelow = to.number - config.confirmations;
    for (const [address, count] of await countSent(coin, behind, balances, {
      at: to.number,
      recountBelow,
    })) {
      sent.set(address, count);
    }
    const received = await receivedCoin(coin, behind, { balances, sent }, to);
    unknownSent = received.unknownSent;
    found.push(...(await findCoin(coin, behind, received.amounts, from, to)));
  }
  const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))];
  const [head, ...headers] = await node.headers([to.number, ...numbers]);
  if (head?.hash !== to.hash) throw new ChainMoved("the chain was reorganised during the read");
  const minedAt = new Map(headers.map((header) => [header?.number, header]));
  const transfers = found.map((transfer) => {
    const block = minedAt.get(transfer.blockNumber);
    if (block?.hash !== transfer.blockHash)
      throw new ChainMoved("the chain was reorganised during the read");
    return { ...transfer, minedAtMs: block.timestampMs };
  });
  return { to, transfers, balances, sent, unknownSent };
}

/**
 * Transactions sent by the addresses up to block `at`. Asks only about addresses with a changed balance, or last read
 * before block `recountBelow`. Nobody collects coin that can still be taken back, so within fewer blocks an unchanged
 * balance means no payment.
 */
async function countSent(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  balances: ReadonlyMap<string, bigint>,
  { at, recountBelow }: { readonly at: number; readonly recountBelow: number },
): Promise<[address: string, count: number][]> {
  const toCount = watches
    .filter(
      ({ address, coin_balance, coin_block, coin_sent }) =>
        coin_sent === null ||
        coin_block < recountBelow ||
        balances.get(address) !== BigInt(coin_balance),
    )
    .map(({ address }) => address);
  const counts = toCount.length === 0 ? [] : await coin.sentCounts(toCount, at);
  return toCount.map((address, index) => [address, counts[index] ?? 0]);
}

/** What an address received since its last read: the increase of its balance plus what it sent. */
async function receivedCoin(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  { balances, sent }: Pick<BlockRange, "balances" | "sent">,
  to: BlockHeader,
): Promise<{ readonly amounts: Map<string, bigint>; readonly unknownSent: number }> {
  const amounts = new Map<string, bigint>();
  let unknownSent = 0;
  for (const { address, coin_balance, coin_block, coin_sent } of watches) {
    let amount = (balances.get(address) ?? 0n) - BigInt(coin_balance);
    const end = sent.get(address);
    if (coin_sent !== null && end !== undefined && end > coin_sent) {
      const range = { after: coin_block, to: to.number, first: coin_sent, end };
      const spent = await coin.spent(address, range);
      if (!spent) unknownSent += 1;
      else amount += spent.total;
      // Some networks charge fees that nodes do not report. An amount this small is not a payment.
      if (spent && amount <= spent.fees) amount = 0n;
    }
    if (amount > 0n) amounts.set(address, amount);
  }
  return { amounts, unknownSent };
}

/** Returns what no transaction explains as one transfer per address. */
async function findCoin(
  coin: UnrecordedCoin,
  watches: readonly CryptoWatchRow[],
  received: Map<string, bigint>,
  from: number,
  to: BlockHeader,
): Promise<MinedTransfer[]> {
  if (received.size === 0) return [];
  const readTo = new Map(watches.map(({ address, scanned_block }) => [address, scanned_block]));
  const begin = Math.max(from, to.number - maxFullBlocks + 1);
  const direct =
    begin > to.number ? [] : await coin.transfers(new Set(received.keys()), begin, to.number);
  const fitting = direct.filter(({ to: address, amount, blockNumber }) => {
    // An address may have been read further than others.
    if (blockNumber <= (readTo.get(address) ?? 0)) return false;
    const left = (received.get(address) ?? 0n) - amount;
    if (left < 0n) return false;
    received.set(address, left);
    return true;
  });
  const unexplained = [...received]
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

/** Reads pending transfers; empty when the node cannot list them now. */
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
