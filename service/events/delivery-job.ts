import { firstIdAt } from "#contract/ids";
import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import { createJob, type Job } from "../platform/jobs/job.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { deliver } from "./deliver.ts";
import {
  type ClaimedDelivery,
  deleteEvents,
  postponeBlocked,
  releaseLease,
  settleOrphans,
} from "./delivery-statements.ts";
import type { EventSettings } from "./event-settings.ts";
import { createRoundRobinClaims } from "./round-robin-claims.ts";
import type { DeliverySender } from "./send-delivery.ts";
import { SlotShares } from "./slot-shares.ts";

/** The time between searches, if nothing wakes the job. */
const pollMs = 1_000;
/** The time between claims, so that a burst of events needs few. Grows while wakes find nothing. */
const claimGapMs = 15;
const longestClaimGapMs = 480;
/** The time for current tries after the shutdown signal. */
const shutdownGraceMs = 3_000;

export type DeliveryJobDeps = Pick<
  PlatformDeps,
  "clock" | "machineClock" | "random" | "database" | "keyring" | "log" | "metrics"
> & { sender: DeliverySender };

/**
 * Sends due deliveries until nothing is due and no try is in progress. Operators share the slots (slot-shares.ts), so a
 * hanging endpoint does not delay other operators. At shutdown the job stops claiming, then cancels current tries and
 * releases their leases.
 */
export function createDeliveryJob(deps: DeliveryJobDeps): Job {
  const outcomes = deps.metrics.counter(
    "tessera_webhook_tries_total",
    "Tries to deliver a webhook, by outcome.",
    ["outcome"],
  );
  const shares = new SlotShares();
  const claims = createRoundRobinClaims(deps, shares);
  const underWay = new Set<Promise<void>>();
  /** A slot is free, or there is work. */
  let nudge: (() => void) | undefined;
  let gapMs = claimGapMs;
  let isWoken = false;

  const start = (claimed: ClaimedDelivery, leaseToken: string, signal: AbortSignal): void => {
    const { operator_id: operatorId, webhook_id: webhookId } = claimed;
    const holder = { operatorId, webhookId, isProbe: claimed.slow_since !== null };
    shares.take(holder);
    const tried = deliver(deps, claimed, leaseToken, signal)
      .then((outcome) => outcomes.inc({ outcome }))
      .catch((error: unknown) => {
        deps.log.error("a webhook try failed unexpectedly", { webhookId, error });
        // The release is tried again once the store is back, at the latest when the lease runs out.
        const lease = [claimed.event_id, webhookId, leaseToken];
        if (isStoreUnavailable(error)) {
          deps.database.onceBack(() => deps.database.run(releaseLease, lease));
        }
      })
      .finally(() => {
        shares.release(holder);
        claims.includeAgain(operatorId);
        underWay.delete(tried);
        nudge?.();
      });
    underWay.add(tried);
  };

  const claim = (signal: AbortSignal) =>
    claims.pass((claimed, leaseToken) => start(claimed, leaseToken, signal));

  /** Returns when nothing is due and no try is in progress. A nudge ends its pause. */
  const deliverDue = async (signal: AbortSignal): Promise<void> => {
    const cutOff = new AbortController();
    claims.includeAgain();
    let includedAllAtMs = performance.now();
    for (;;) {
      if (performance.now() - includedAllAtMs >= pollMs) {
        claims.includeAgain();
        includedAllAtMs = performance.now();
      }
      await pause(gapMs);
      let isNudged = false;
      const nudged = new Promise<void>((resolve) => {
        nudge = () => {
          isNudged = true;
          resolve();
        };
      });
      let isFound = false;
      try {
        while (!signal.aborted && (await claim(cutOff.signal))) isFound = true;
      } catch (error) {
        // The round lasts as long as its tries: only it cancels them at shutdown.
        if (underWay.size === 0) throw error;
        deps.log.errorHourly("webhook deliveries could not be claimed", {
          jobName: job.name,
          error,
        });
      }
      if (isFound || underWay.size > 0) gapMs = claimGapMs;
      else if (isWoken) gapMs = Math.min(2 * gapMs, longestClaimGapMs);
      isWoken = false;
      if (signal.aborted) {
        const grace = setTimeout(() => cutOff.abort(), shutdownGraceMs);
        await Promise.all(underWay);
        clearTimeout(grace);
        return;
      }
      if (isNudged) continue;
      if (underWay.size === 0) return;
      await Promise.race([nudged, pause(pollMs)]);
    }
  };

  const job = createJob({
    name: "webhooks.deliver",
    followsStore: true,
    everyMs: pollMs,
    async run(signal) {
      const onAbort = () => nudge?.();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        await deliverDue(signal);
      } finally {
        // The signal lives as long as the process, and each listener makes adding another one slower.
        signal.removeEventListener("abort", onAbort);
      }
      return undefined;
    },
  });
  const wakeRunner = job.wake;
  job.wake = () => {
    isWoken = true;
    nudge?.();
    wakeRunner();
  };
  return job;
}

export function createQueueMaintenanceJob(deps: Pick<PlatformDeps, "clock" | "database">): Job {
  return createJob({
    name: "webhooks.tidy",
    everyMs: 15_000,
    async run() {
      const now = new Date(deps.clock.nowMs());
      await deps.database.run(postponeBlocked, [now, 500]);
      await deps.database.run(settleOrphans, [now]);
      return undefined;
    },
  });
}

/** Maximum number of rows that one statement deletes. */
const maxDeletedAtOnce = 500;

export function createRetentionJob(
  deps: Pick<PlatformDeps<EventSettings>, "clock" | "database" | "config">,
): Job {
  const retentionMs = deps.config.eventRetentionDays * 24 * 60 * 60 * 1000;
  return createJob({
    name: "webhooks.forget",
    everyMs: 10 * 60_000,
    async run() {
      const before = firstIdAt("event", deps.clock.nowMs() - retentionMs);
      const { rowCount } = await deps.database.run(deleteEvents, [before, maxDeletedAtOnce]);
      return rowCount === maxDeletedAtOnce ? "more" : undefined;
    },
  });
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
