import { ChainUnavailable } from "../../../providers/chain/index.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";
import { claimChain, keepLease } from "./lease.ts";
import { ChainMoved } from "./read-chain.ts";
import { readRound } from "./read-round.ts";
import { settleRound } from "./settle-round.ts";
import { rewindToFork, writeRound } from "./write-round.ts";

/** The longest pause while a network fails. */
const longestPauseMs = 30_000;

/**
 * One round on one network: checks whether the chain continues from what was read, reads what arrived at the watched
 * addresses, and assesses the deposits. Only the process with the lease writes, all in one transaction. So an
 * interrupted round, or nonsense from a node, leaves no trace and is repeated. "more" when there is more to read now.
 */
export async function followChain(deps: CoinsDeps, chain: Chain): Promise<"more" | undefined> {
  if (deps.clock.nowMs() < chain.nextRoundAtMs) return undefined;
  const { network, pollMs } = chain.config;
  try {
    const { row, isOurs, isTakenOver } = await claimChain(deps, chain);
    // The previous leader may have died between writing and assessing.
    if (isTakenOver) chain.isSettled = false;
    chain.followedAtMs = row.followed_at?.getTime() ?? null;
    const more = isOurs
      ? await keepLease(deps, chain, () => followAsLeader(deps, chain, row))
      : undefined;
    chain.nextRoundAtMs = more ? 0 : deps.clock.nowMs() + pollMs;
    reportBehind(deps, chain);
    if (chain.failures > 0) deps.log.info("a network is followed again", { type: network });
    chain.failures = 0;
    chain.failure = null;
    return more;
  } catch (error) {
    if (error instanceof ChainMoved) {
      // The next round does not start immediately: the nodes behind one address may disagree for a while.
      chain.nextRoundAtMs = deps.clock.nowMs() + pollMs;
      return undefined;
    }
    if (!(error instanceof ChainUnavailable)) throw error;
    if (chain.failure !== error.message) {
      deps.log.warn("a network cannot be followed now", { type: network, error });
    }
    chain.failure = error.message;
    const pauseMs = Math.min(longestPauseMs, pollMs * 2 ** chain.failures);
    chain.nextRoundAtMs = deps.clock.nowMs() + pauseMs;
    chain.failures += 1;
    reportBehind(deps, chain);
    return undefined;
  }
}

function reportBehind({ clock, gauges }: CoinsDeps, chain: Chain): void {
  const knownMs = chain.followedAtMs ?? chain.sinceMs;
  gauges.behind(chain.config.network, Math.max(0, (clock.nowMs() - knownMs) / 1_000));
}

/** See read-round.ts, write-round.ts and settle-round.ts. */
async function followAsLeader(
  deps: CoinsDeps,
  chain: Chain,
  row: CryptoChainRow,
): Promise<"more" | undefined> {
  const read = await readRound(deps, chain, row);
  if (read.type === "idle") return undefined;
  if (read.type === "forked") return rewindToFork(deps, chain, row, read);
  const written = await writeRound(deps, chain, row, read);
  if (written === null) return undefined;
  await settleRound(deps, chain, row, read, written);
  // Customers who pay now come first.
  if (!read.isAtHead) return "more";
  if (read.old.error) throw read.old.error;
  return read.old.isWhole ? undefined : "more";
}
