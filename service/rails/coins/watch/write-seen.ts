import { sql } from "kysely";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { MinedTransfer, PendingTransfer } from "../../../providers/chain/index.ts";
import { assetOf, type Chain } from "../coins-deps.ts";
import type { CryptoDepositRow, CryptoTransferRow, CryptoWatchRow } from "../tables.ts";
import type { Stretch } from "./read-chain.ts";

/**
 * So many transfers are written down for each address, of what we can name and of what we can't: anybody
 * can send worthless tokens anywhere, and next to nothing of the right one, and they must not leave a
 * payment out. Beyond that only what is worth more than some that is written down, which costs its sender.
 */
const mostTransfers = 40;
/** A transaction that was found to bring nothing so often in a row is dropped. */
const mostMissed = 3;
const pendingIndex = -2;
/** Of the network's own coin in a block. */
const coinIndex = -1;
/** Rows that one statement names. */
const mostAtOnce = 500;

/**
 * Blocks above `above` are not in the chain any more: what lay in them waits for a block again, as far as
 * anybody knows, and is looked for anew.
 */
export async function forgetBlocks(tx: Tx, network: string, above: number): Promise<void> {
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
      // A contract's payment has no transaction that could be asked for.
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
 * Writes down what a stretch has shown of some watches, once however often it is read. `knownUntilMs`: what
 * was there then had been seen, so what is new came afterwards. Gives the deposits that it concerns.
 */
export async function writeStretch(
  tx: Tx,
  chain: Chain,
  watches: readonly CryptoWatchRow[],
  stretch: Stretch,
  times: { readonly nowMs: number; readonly knownUntilMs: number },
): Promise<Set<string>> {
  const { network } = chain.config;
  const byAddress = new Map(watches.map((watch) => [watch.address, watch]));
  const touched = new Set<string>();
  for (const transfer of stretch.transfers) {
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
      // Out of a block again and into another: what counts is the first.
      mined_at: waited?.mined_at ?? new Date(cameMs),
      holds_rate: waited?.holds_rate ?? isRateHeld(terms, replaced),
      valued_at: waited?.valued_at ?? null,
    });
  }
  await noteScanned(tx, network, watches, stretch);
  return touched;
}

/**
 * Coin whose transaction was not found may be what waited for its block: then it is that, and not money
 * beside it. Gives what is left of the amount; all of it where the transaction is known.
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

/** Those that were read, and no others: one that was added meanwhile begins where it begins. */
async function noteScanned(
  tx: Tx,
  network: string,
  watches: readonly CryptoWatchRow[],
  { to, balances, sent }: Stretch,
): Promise<void> {
  const coin = balances.size === 0 ? {} : { coin_block: to.number };
  const ids = watches
    .filter(({ scanned_block }) => scanned_block < to.number)
    .map(({ crypto_deposit_id }) => crypto_deposit_id);
  for (let begin = 0; begin < ids.length; begin += mostAtOnce) {
    await tx
      .updateTable("crypto_watches")
      .set({ scanned_block: to.number, ...coin })
      .where("network", "=", network)
      .where("crypto_deposit_id", "in", ids.slice(begin, begin + mostAtOnce))
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

/** Writes down transfers that wait for a block. Gives the deposits that they concern. */
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
    // It may be in a block by now, or have been in one that is gone.
    if (same.some(({ state }) => state !== "gone")) continue;
    const [dropped] = same.filter(({ token }) => token === transfer.token);
    if (dropped) {
      // Nodes forget what waits long, and are told of it again.
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
    });
  }
  return touched;
}

/**
 * Whether transactions that waited may still bring what they promised. Those that nobody knows any more
 * are gone, and so are those that lie in a block that was read without finding it: they have failed.
 */
export async function writeWaiting(
  tx: Tx,
  asked: readonly CryptoTransferRow[],
  isToCome: readonly boolean[],
): Promise<Set<string>> {
  const touched = new Set<string>();
  for (const [index, row] of asked.entries()) {
    const missed = isToCome[index] ? 0 : row.missed + 1;
    if (missed === row.missed) continue;
    touched.add(row.crypto_deposit_id);
    await tx
      .updateTable("crypto_transfers")
      .set({ missed, state: missed >= mostMissed ? "gone" : "pending" })
      .where("network", "=", row.network)
      .where("tx_hash", "=", row.tx_hash)
      .where("log_index", "=", row.log_index)
      .where("crypto_deposit_id", "=", row.crypto_deposit_id)
      .where("state", "=", "pending")
      .execute();
  }
  return touched;
}

/**
 * What waited for a block until this one had it. In another block than before it may have another index,
 * and it must not count twice.
 */
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

/** What is asked of a deposit when money for it is written down for the first time. */
type Terms = Pick<CryptoDepositRow, "due" | "tolerance" | "rate_lost_at">;

function readTerms(tx: Tx, depositId: string): Promise<Terms> {
  return tx
    .selectFrom("crypto_deposits")
    .select(["due", "tolerance", "rate_lost_at"])
    .where("crypto_deposit_id", "=", depositId)
    .executeTakeFirstOrThrow();
}

/**
 * What still waits for a block and may be replaced by this, such as with a higher fee. The new one came as
 * early as the old one: a fee that is raised after the time to pay is no late payment, and does not hold the
 * rate for another hour either, whatever its amount. Only of a transfer that pays everything alone: the rest of
 * a part that comes later would get a rate that it has not paid in time for.
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

/** Whether what is sent now, in place of `replaced`, can have the rate that was quoted. */
function isRateHeld({ rate_lost_at }: Terms, replaced: CryptoTransferRow | undefined): boolean {
  return rate_lost_at === null && (replaced?.holds_rate ?? true);
}

function isFull(
  known: readonly CryptoTransferRow[],
  asset: string | null,
  amount: bigint,
): boolean {
  if (asset === null) return known.filter((row) => row.asset === null).length >= mostTransfers;
  const asMuch = known.filter((row) => row.asset === asset && BigInt(row.amount) >= amount);
  return asMuch.length >= mostTransfers;
}

function findTransfers(tx: Tx, network: string, depositId: string): Promise<CryptoTransferRow[]> {
  return tx
    .selectFrom("crypto_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("crypto_deposit_id", "=", depositId)
    .execute();
}

/** When it came is what was found first. */
async function putTransfer(tx: Tx, row: CryptoTransferRow): Promise<void> {
  const { state, block_number, block_hash, missed, mined_at } = row;
  await tx
    .insertInto("crypto_transfers")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["network", "tx_hash", "log_index", "crypto_deposit_id"])
        .doUpdateSet({ state, block_number, block_hash, missed, mined_at }),
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
