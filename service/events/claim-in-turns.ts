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

/** Longer than a try can take, so that a lease only runs out on a process that died. */
const leaseMs = tryDeadlineMs + 20_000;
/** Operators read at once. */
const pageSize = 256;
/** Claims in a row that may give nothing before an operator is left out, and for how many passes at most. */
const freeVainClaims = 4;
const mostPassesLeftOut = 32;

/** Claims for one operator after the other; {@link createClaimInTurns}. */
export interface ClaimInTurns {
  /** One pass over the operators; false when nothing was claimed. */
  pass(start: (claimed: ClaimedDelivery, leaseToken: string) => void): Promise<boolean>;
  /** Has the next pass ask this operator, or every operator, whatever its last claims gave. */
  askAgain(operatorId?: string): void;
}

/**
 * Claims deliveries of the operators that have some due, each in its turn and within its share of the
 * slots. Each pass begins with the operator after the last one served.
 *
 * A delivery can be due and yet not claimable: it waits behind another one, or for a probe. So that such
 * operators cost little, one whose claims give nothing is left out for 1, 2, 4, … passes.
 */
export function createClaimInTurns(
  deps: Pick<PlatformDeps, "clock" | "random" | "database">,
  shares: SlotShares,
): ClaimInTurns {
  const leftOut = new Map<string, { passes: number; vainClaims: number }>();
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
      ]);
      found.push(...rows.map(({ operator_id }) => operator_id));
      if (rows.length < pageSize) break;
    }
    const first = found.findIndex((id) => id > lastServed);
    return first <= 0 ? found : [...found.slice(first), ...found.slice(0, first)];
  };

  /** Whether the operator sits this pass out. */
  const sitsOut = (operatorId: string): boolean => {
    const wait = leftOut.get(operatorId);
    if (!wait || wait.passes === 0) return false;
    wait.passes -= 1;
    return true;
  };

  return {
    async pass(start) {
      const asked = (await readDue()).filter((operatorId) => !sitsOut(operatorId));
      let isFound = false;
      for (const operatorId of asked) {
        const room = shares.roomOf(operatorId, asked.length);
        if (room.tries === 0) continue;
        const nowMs = deps.clock.nowMs();
        const leaseToken = randomToken(deps.random, 16);
        const { rows } = await deps.database
          .run<ClaimedDelivery>(claimDue, [
            operatorId,
            new Date(nowMs),
            new Date(nowMs + leaseMs),
            leaseToken,
            slotsPerEndpoint,
            room.endpoints,
            room.counts,
            room.tries,
            room.probes,
            new Date(nowMs + probeEveryMs),
          ])
          .catch((error: unknown) => {
            // The claim may have been made although its answer is lost.
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
          leftOut.delete(operatorId);
        } else {
          const vainClaims = (leftOut.get(operatorId)?.vainClaims ?? 0) + 1;
          leftOut.set(operatorId, { vainClaims, passes: passesToSitOut(vainClaims) });
        }
      }
      return isFound;
    },
    askAgain(operatorId) {
      if (operatorId === undefined) leftOut.clear();
      else leftOut.delete(operatorId);
    },
  };
}

function passesToSitOut(vainClaims: number): number {
  if (vainClaims < freeVainClaims) return 0;
  return Math.min(2 ** (vainClaims - freeVainClaims), mostPassesLeftOut);
}
