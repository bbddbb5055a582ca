import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { randomToken } from "../platform/randomness.ts";
import {
  type ClaimedDelivery,
  claimDue,
  dueOperators,
  releaseClaim,
} from "./delivery-statements.ts";
import { tryDeadlineMs } from "./send-delivery.ts";
import { type SlotShares, slotsPerEndpoint } from "./slot-shares.ts";
import { probeEveryMs } from "./slow-endpoints.ts";

/** The lease is longer than any try: it runs out only if its process died. */
const leaseMs = tryDeadlineMs + 20_000;
/** Maximum number of operators that one query reads. */
const pageSize = 256;
/** How many empty claims an operator has before it is skipped, and the most passes to skip. */
const freeEmptyClaims = 4;
const maxPassesSkipped = 32;

/** See {@link createRoundRobinClaims}. */
export interface RoundRobinClaims {
  /** Claims in one pass. False if nothing was claimed. */
  pass(start: (claimed: ClaimedDelivery, leaseToken: string) => void): Promise<boolean>;
  /** Includes the operator in the next pass, even if skipped now. */
  includeAgain(operatorId?: string): void;
}

/**
 * Claims due deliveries for one operator after another, each within its share of the slots. A pass starts after the
 * operator served last.
 *
 * A due delivery may wait behind another one, or for a probe. To keep such operators cheap, empty claims make passes
 * skip them 1, 2, 4, … times.
 */
export function createRoundRobinClaims(
  deps: Pick<PlatformDeps, "clock" | "machineClock" | "random" | "database">,
  shares: SlotShares,
): RoundRobinClaims {
  const skipped = new Map<string, { passes: number; emptyClaims: number }>();
  let lastServed = "";

  const readDue = async (): Promise<string[]> => {
    const now = new Date(deps.clock.nowMs());
    const found: string[] = [];
    for (;;) {
      const after = found.at(-1) ?? "";
      const { rows } = await deps.database.run<{ operator_id: string }>(dueOperators, [
        now,
        after,
        pageSize,
        new Date(deps.machineClock.nowMs()),
      ]);
      found.push(...rows.map(({ operator_id }) => operator_id));
      if (rows.length < pageSize) break;
    }
    const first = found.findIndex((id) => id > lastServed);
    return first <= 0 ? found : [...found.slice(first), ...found.slice(0, first)];
  };

  const isSkipped = (operatorId: string): boolean => {
    const wait = skipped.get(operatorId);
    if (!wait || wait.passes === 0) return false;
    wait.passes -= 1;
    return true;
  };

  return {
    async pass(start) {
      const due = (await readDue()).filter((operatorId) => !isSkipped(operatorId));
      let isFound = false;
      for (const operatorId of due) {
        const room = shares.roomOf(operatorId, due.length);
        if (room.tries === 0) continue;
        const nowMs = deps.clock.nowMs();
        const machineMs = deps.machineClock.nowMs();
        const leaseToken = randomToken(deps.random, 16);
        const { rows } = await deps.database
          .run<ClaimedDelivery>(claimDue, [
            operatorId,
            new Date(nowMs),
            new Date(machineMs + leaseMs),
            leaseToken,
            slotsPerEndpoint,
            room.endpoints,
            room.counts,
            room.tries,
            room.probes,
            new Date(nowMs + probeEveryMs),
            new Date(machineMs),
          ])
          .catch((error: unknown) => {
            // The claim may be committed although its response was lost.
            if (isStoreUnavailable(error)) {
              const lease = [operatorId, leaseToken];
              deps.database.onceBack(() => deps.database.run(releaseClaim, lease));
            }
            throw error;
          });
        for (const claimed of rows) start(claimed, leaseToken);
        if (rows.length > 0) {
          isFound = true;
          lastServed = operatorId;
          skipped.delete(operatorId);
        } else {
          const emptyClaims = (skipped.get(operatorId)?.emptyClaims ?? 0) + 1;
          skipped.set(operatorId, { emptyClaims, passes: passesToSkip(emptyClaims) });
        }
      }
      return isFound;
    },
    includeAgain(operatorId) {
      if (operatorId === undefined) skipped.clear();
      else skipped.delete(operatorId);
    },
  };
}

function passesToSkip(emptyClaims: number): number {
  if (emptyClaims < freeEmptyClaims) return 0;
  return Math.min(2 ** (emptyClaims - freeEmptyClaims), maxPassesSkipped);
}
