import { sql } from "kysely";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { MinedTransfer, PendingTransfer } from "../../../providers/chain/index.ts";
import { assetOf, type Chain } from "../coins-deps.ts";
import type { CryptoDepositRow, CryptoTransferRow, CryptoWatchRow } from "../tables.ts";
import type { BlockRange } from "./read-chain.ts";

/**
 * Most transfers for each address, separately for known assets and unknown tokens. Anybody can send worthless tokens or
 * tiny amounts to an address, and these must not displace a payment. Beyond the limit only a transfer larger than a
 * stored one is written, which costs its sender.
 */
const maxTransfers = 40;
/** A pending transaction is dropped after this many misses in a row. */
const maxMissed = 3;
const pendingIndex = -2;
/** Log index of the network's own coin in a block. */
const coinIndex = -1;
const batchSize = 500;

/** Blocks above `above` are no longer in the chain. Their transfers count as pending again. */
export async function rewindBlocks(tx: Tx, network: string, above: number): Promise<void> {
  const orphans = await tx
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("state", "=", "mined")
    .where("block_number", ">", above)
    .execute();
  for (const row of orphans) {
    const isCoin = row.token === null;
    await tx
      .updateTable("crypto_transfers")
      // A payment by a contract has no transaction to look up.
      .set(row.tx_hash === row.block_hash ? { state: "gone" } : { state: "pending", missed: 0 })
      .where("network", "=", network)
      .where("tx_hash", "=", row.tx_hash)
      .where("log_index", "=", row.log_index)
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .execute();
    if (!isCoin) continue;
    await tx
      .updateTable("crypto_watches")
      .set({ coin_balance: sql<string>`greatest(coin_balance - ${row.amount}::numeric, 0)` })
      .where("network", "=", network)
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .execute();
  }
  await tx
    .updateTable("crypto_watches")
    .set({ scanned_block: above })
    .where("network", "=", network)
    .where("scanned_block", ">", above)
    .execute();
  await tx
    .updateTable("crypto_watches")
    .set({ coin_block: above, coin_sent: null })
    .where("network", "=", network)
    .where("coin_block", ">", above)
    .execute();
  await tx
    .deleteFrom("crypto_blocks")
    .where("network", "=", network)
    .where("number", ">", above)
    .execute();
}

/**
 * Writes each transfer once, however often the range is read. Everything that existed at `knownUntilMs` had been read,
 * so new transfers arrived after it. Returns the affected deposits.
 */
export async function writeRange(
  tx: Tx,
  chain: Chain,
  watches: readonly CryptoWatchRow[],
  range: BlockRange,
  times: { readonly nowMs: number; readonly knownUntilMs: number },
): Promise<Set<string>> {
  const { network } = chain.config;
  const byAddress = new Map(watches.map((watch) => [watch.address, watch]));
  const touched = new Set<string>();
  for (const transfer of range.transfers) {
    const watch = byAddress.get(transfer.to);
    if (!watch || transfer.blockNumber <= watch.scanned_block || transfer.amount === 0n) continue;
    const depositId = watch.crypto_deposit_id;
    touched.add(depositId);
    const known = await findTransfers(tx, network, depositId);
    const asset = assetOf(chain, transfer.token);
    const waited = findWaiting(known, transfer);
    if (!waited && isFull(known, asset, transfer.amount)) continue;
    if (waited && waited.log_index !== transfer.logIndex) await removeTransfer(tx, waited);
    const place = { block_number: transfer.blockNumber, block_hash: transfer.blockHash };
    const cameMs = Math.min(times.nowMs, Math.max(transfer.minedAtMs, times.knownUntilMs));
    const terms = await readTerms(tx, depositId);
    const replaced = waited ? undefined : findReplaced(known, transfer, terms);
    const unexplained = await explain(tx, known, transfer, {
      ...place,
      mined_at: new Date(cameMs),
    });
    if (unexplained === 0n) continue;
    await putTransfer(tx, {
      network,
      tx_hash: transfer.txHash,
      log_index: transfer.logIndex,
      crypto_deposit_id: depositId,
      token: transfer.token,
      asset,
      amount: unexplained.toString(),
      state: "mined",
      missed: 0,
      ...place,
      arrived_at: waited?.arrived_at ?? replaced?.arrived_at ?? new Date(cameMs),
      // A transfer that moved to another block keeps the time of the first.
      mined_at: waited?.mined_at ?? new Date(cameMs),
      holds_rate: waited?.holds_rate ?? isRateHeld(terms, replaced),
      valued_at: waited?.valued_at ?? null,
      sender: transfer.from ?? null,
    });
  }
  await recordScanned(tx, network, watches, range);
  return touched;
}

/**
 * Coin without a known transaction may be a mined pending transfer, and then is not additional money. Returns the rest
 * of the amount; all of it when the transaction is known.
 */
async function explain(
  tx: Tx,
  known: readonly CryptoTransferRow[],
  { token, txHash, amount }: MinedTransfer,
  place: Pick<CryptoTransferRow, "block_number" | "block_hash" | "mined_at">,
): Promise<bigint> {
  if (token !== null || txHash !== place.block_hash) return amount;
  let left = amount;
  for (const row of known) {
    const isPart = row.token === null && row.state === "pending" && BigInt(row.amount) <= left;
    if (!isPart) continue;
    left -= BigInt(row.amount);
    await removeTransfer(tx, row);
    await putTransfer(tx, { ...row, ...place, log_index: coinIndex, state: "mined", missed: 0 });
  }
  return left;
}

/** A watch that was added in the meantime starts at its own block. */
async function recordScanned(
  tx: Tx,
  network: string,
  watches: readonly CryptoWatchRow[],
  { to, balances, sent }: BlockRange,
): Promise<void> {
  const coin = balances.size === 0 ? {} : { coin_block: to.number };
  const ids = watches
    .filter(({ scanned_block }) => scanned_block < to.number)
    .map(({ crypto_deposit_id }) => crypto_deposit_id);
  for (let begin = 0; begin < ids.length; begin += batchSize) {
    await tx
      .updateTable("crypto_watches")
      .set({ scanned_block: to.number, ...coin })
      .where("network", "=", network)
      .where("crypto_deposit_id", "in", ids.slice(begin, begin + batchSize))
      .where("scanned_block", "<", to.number)
      .execute();
  }
  for (const { crypto_deposit_id, address, coin_balance, coin_sent } of watches) {
    const held = balances.get(address)?.toString() ?? coin_balance;
    const count = sent.get(address) ?? coin_sent;
    if (held === coin_balance && count === coin_sent) continue;
    await tx
      .updateTable("crypto_watches")
      .set({ coin_balance: held, coin_sent: count })
      .where("network", "=", network)
      .where("crypto_deposit_id", "=", crypto_deposit_id)
      .execute();
  }
}

/** Writes pending transfers. Returns the affected deposits. */
export async function writePending(
  tx: Tx,
  chain: Chain,
  watches: readonly CryptoWatchRow[],
  pending: readonly PendingTransfer[],
  nowMs: number,
): Promise<Set<string>> {
  const { network } = chain.config;
  const byAddress = new Map(watches.map((watch) => [watch.address, watch]));
  const touched = new Set<string>();
  for (const transfer of pending) {
    const depositId = byAddress.get(transfer.to)?.crypto_deposit_id;
    if (depositId === undefined || transfer.amount === 0n) continue;
    const known = await findTransfers(tx, network, depositId);
    const same = known.filter(({ tx_hash }) => tx_hash === transfer.txHash);
    // The transfer may be mined by now, or known from a block that is gone.
    if (same.some(({ state }) => state !== "gone")) continue;
    const [dropped] = same.filter(({ token }) => token === transfer.token);
    if (dropped) {
      // Nodes drop a transaction that is pending for long, and can receive it again.
      const nowhere = { block_number: null, block_hash: null };
      await putTransfer(tx, { ...dropped, ...nowhere, state: "pending", missed: 0 });
      touched.add(depositId);
      continue;
    }
    const asset = assetOf(chain, transfer.token);
    if (isFull(known, asset, transfer.amount)) continue;
    touched.add(depositId);
    const terms = await readTerms(tx, depositId);
    const replaced = findReplaced(known, transfer, terms);
    const isHeld = isRateHeld(terms, replaced);
    await putTransfer(tx, {
      network,
      tx_hash: transfer.txHash,
      log_index: pendingIndex,
      crypto_deposit_id: depositId,
      token: transfer.token,
      asset,
      amount: transfer.amount.toString(),
      state: "pending",
      missed: 0,
      block_number: null,
      block_hash: null,
      arrived_at: replaced?.arrived_at ?? new Date(Math.min(nowMs, transfer.sinceMs ?? nowMs)),
      holds_rate: transfer.paysEnough && isHeld,
      mined_at: null,
      valued_at: null,
      sender: null,
    });
  }
  return touched;
}

/**
 * Updates pending transfers by whether they can still arrive. One that no node knows is gone. One whose block
 * was read without finding it has failed, and is gone too.
 */
export async function writeWaiting(
  tx: Tx,
  waiting: readonly CryptoTransferRow[],
  canStillArrive: readonly boolean[],
): Promise<Set<string>> {
  const touched = new Set<string>();
  for (const [index, row] of waiting.entries()) {
    const missed = canStillArrive[index] ? 0 : row.missed + 1;
    if (missed === row.missed) continue;
    touched.add(row.crypto_deposit_id);
    await tx
      .updateTable("crypto_transfers")
      .set({ missed, state: missed >= maxMissed ? "gone" : "pending" })
      .where("network", "=", row.network)
      .where("tx_hash", "=", row.tx_hash)
      .where("log_index", "=", row.log_index)
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("state", "=", "pending")
      .execute();
  }
  return touched;
}

/** Finds a mined transfer under another log index, in another block, so that it does not count twice. */
function findWaiting(
  known: readonly CryptoTransferRow[],
  { txHash, token, amount, logIndex }: MinedTransfer,
): CryptoTransferRow | undefined {
  const same = known.filter(
    (row) =>
      row.tx_hash === txHash &&
      row.token === token &&
      BigInt(row.amount) === amount &&
      row.state !== "mined",
  );
  return same.find(({ log_index }) => log_index === logIndex) ?? same[0];
}

/** Terms of a deposit when a transfer is first written. */
type Terms = Pick<CryptoDepositRow, "due" | "tolerance" | "rate_lost_at">;

function readTerms(tx: Tx, depositId: string): Promise<Terms> {
  return tx
    .selectFrom("crypto_deposits")
    .select(["due", "tolerance", "rate_lost_at"])
    .where("crypto_deposit_id", "=", depositId)
    .executeTakeFirstOrThrow();
}

/**
 * A pending transfer that this one may replace, such as with a higher fee. The new one counts as arrived when the old
 * one did: a higher fee after the end is not a late payment, and does not hold the rate for another hour, whatever the
 * amount. Only transfers that pay everything alone are replaced: otherwise the rest of a partial payment would get a
 * rate that it was too late for.
 */
function findReplaced(
  known: readonly CryptoTransferRow[],
  { txHash, token }: Pick<MinedTransfer, "txHash" | "token">,
  { due, tolerance }: Terms,
): CryptoTransferRow | undefined {
  return known
    .filter(
      (row) =>
        row.tx_hash !== txHash &&
        row.token === token &&
        row.state === "pending" &&
        BigInt(row.amount) + BigInt(tolerance) >= BigInt(due),
    )
    .sort((one, other) => one.arrived_at.getTime() - other.arrived_at.getTime())[0];
}

/** Whether a transfer that was sent now, or in place of `replaced`, can have the quoted rate. */
function isRateHeld({ rate_lost_at }: Terms, replaced: CryptoTransferRow | undefined): boolean {
  return rate_lost_at === null && (replaced?.holds_rate ?? true);
}

function isFull(
  known: readonly CryptoTransferRow[],
  asset: string | null,
  amount: bigint,
): boolean {
  if (asset === null) return known.filter((row) => row.asset === null).length >= maxTransfers;
  const asMuch = known.filter((row) => row.asset === asset && BigInt(row.amount) >= amount);
  return asMuch.length >= maxTransfers;
}

function findTransfers(tx: Tx, network: string, depositId: string): Promise<CryptoTransferRow[]> {
  return tx
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("crypto_deposit_id", "=", depositId)
    .execute();
}

/** Keeps the first arrival time on conflict. */
async function putTransfer(tx: Tx, row: CryptoTransferRow): Promise<void> {
  const { state, block_number, block_hash, missed, mined_at, sender } = row;
  await tx
    .insertInto("crypto_transfers")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["network", "tx_hash", "log_index", "crypto_deposit_id"])
        .doUpdateSet({ state, block_number, block_hash, missed, mined_at, sender }),
    )
    .execute();
}

async function removeTransfer(tx: Tx, row: CryptoTransferRow): Promise<void> {
  await tx
    .deleteFrom("crypto_transfers")
    .where("network", "=", row.network)
    .where("tx_hash", "=", row.tx_hash)
    .where("log_index", "=", row.log_index)
    .where("crypto_deposit_id", "=", row.crypto_deposit_id)
    .execute();
}
