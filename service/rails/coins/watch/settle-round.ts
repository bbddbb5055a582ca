import type { PendingTransfers } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";
import type { RoundRead } from "./read-round.ts";
import { settleDeposits } from "./settle-deposits.ts";
import type { RoundWritten } from "./write-round.ts";

/** A network that nobody waits on is looked at so often. */
const idleMs = 15_000;

/** Notes how far the network is known now, and judges the deposits that a round touched. */
export async function settleRound(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
  read: RoundRead,
  { touched, knownUntilMs }: RoundWritten,
): Promise<void> {
  const { startedAtMs, occasional, stretch, old, readTo, pending, waited, isToCome } = read;
  const untold = (stretch?.untold ?? 0) + (old.stretch?.untold ?? 0);
  if (untold > 0) {
    deps.log.warn("addresses were emptied, and what came to them before may be unseen", {
      type: chain.config.network,
      count: untold,
    });
  }
  const missed = waited.filter((_, at) => !isToCome[at]).map(({ tx_hash }) => tx_hash);
  if (pending) notePending(deps, chain, pending, new Set(missed));
  chain.followedAtMs = knownUntilMs;
  chain.idleUntilMs = startedAtMs + idleMs;
  // What an earlier round, or a process that is gone, wrote down and did not come to judge counts too.
  const isWhole = readTo.hash !== row.head_hash || !chain.isSettled;
  for (const { crypto_deposit_id } of occasional) touched.add(crypto_deposit_id);
  chain.isSettled = false;
  const changed = await settleDeposits(deps, chain, touched, isWhole);
  chain.isSettled = true;
  if (changed > 0) deps.tellSoon();
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
