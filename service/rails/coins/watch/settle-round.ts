import type { PendingTransfers } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";
import type { RoundRead } from "./read-round.ts";
import { settleDeposits } from "./settle-deposits.ts";
import type { RoundWritten } from "./write-round.ts";

/** Pause between rounds without waiting payments. */
const idleMs = 15_000;

/** Stores how far the network was read, and assesses the touched deposits. */
export async function settleRound(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
  read: RoundRead,
  { touched, knownUntilMs }: RoundWritten,
): Promise<void> {
  const { startedAtMs, occasional, range, old, readTo, pending, waited, canStillArrive } = read;
  const unknownSent = (range?.unknownSent ?? 0) + (old.range?.unknownSent ?? 0);
  if (unknownSent > 0) {
    deps.log.warn("addresses were emptied, and earlier payments to them may be unseen", {
      type: chain.config.network,
      count: unknownSent,
    });
  }
  const missed = waited.filter((_, at) => !canStillArrive[at]).map(({ tx_hash }) => tx_hash);
  if (pending) recordPending(deps, chain, pending, new Set(missed));
  chain.followedAtMs = knownUntilMs;
  chain.idleUntilMs = startedAtMs + idleMs;
  // An earlier round or a dead process may have written deposits that it did not assess.
  const isWhole = readTo.hash !== row.head_hash || !chain.isSettled;
  for (const { crypto_deposit_id } of occasional) touched.add(crypto_deposit_id);
  chain.isSettled = false;
  const changed = await settleDeposits(deps, chain, touched, isWhole);
  chain.isSettled = true;
  if (changed > 0) deps.reportSoon();
}

/** Forgets missed transactions, so that they are read again if the node still lists them. */
function recordPending(
  deps: CoinsDeps,
  chain: Chain,
  { known, isWhole }: PendingTransfers,
  missed: ReadonlySet<string>,
): void {
  chain.knownPending =
    missed.size === 0 ? known : new Map([...known].filter(([txHash]) => !missed.has(txHash)));
  if (chain.isPendingComplete && !isWhole) {
    deps.log.warn("not all pending transactions are known; no deposit expires until they are", {
      type: chain.config.network,
    });
  }
  chain.isPendingComplete = isWhole;
}
