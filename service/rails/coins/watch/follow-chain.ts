import { ChainUnavailable } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";
import { claimChain, keepLease } from "./lease.ts";
import { ChainMoved } from "./read-chain.ts";
import { readRound } from "./read-round.ts";
import { settleRound } from "./settle-round.ts";
import { leaveFork, writeRound } from "./write-round.ts";

/** While a network does not answer, it is asked less and less often, at least this often. */
const longestPauseMs = 30_000;

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

/** Reads, then writes all at once, then settles: see read-round.ts, write-round.ts and settle-round.ts. */
async function followAsLeader(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<"more" | undefined> {
  const read = await readRound(deps, chain, row);
  if (read.type === "idle") return undefined;
  if (read.type === "forked") return leaveFork(deps, chain, row, read);
  const written = await writeRound(deps, chain, row, read);
  if (written === null) return undefined;
  await settleRound(deps, chain, row, read, written);
  if (read.old.error) throw read.old.error;
  return read.isAtHead && read.old.isWhole ? undefined : "more";
}
