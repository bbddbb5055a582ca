import { firstIdAt } from "#contract/ids";
import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import { createJob, type Job } from "../platform/jobs/job.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { createClaimInTurns } from "./claim-in-turns.ts";
import { deliver } from "./deliver.ts";
import {
  type ClaimedDelivery,
  forgetEvents,
  parkBlocked,
  releaseLease,
  settleOrphans,
} from "./delivery-statements.ts";
import type { EventSettings } from "./event-settings.ts";
import type { DeliverySender } from "./send-delivery.ts";
import { SlotShares } from "./slot-shares.ts";

/** New deliveries are looked for this often when nobody wakes the job. */
const pollMs = 1_000;
/**
 * Claims in a row are this far apart, so that a burst of events costs few of them; further, when
 * the job is woken for nothing again and again (operators without endpoints).
 */
const claimGapMs = 15;
const longestClaimGapMs = 480;
/** After a shutdown's signal, tries under way have this long before they are cut off. */
const shutdownGraceMs = 3_000;

export type DeliveryJobDeps = Pick<
  PlatformDeps,
  "clock" | "random" | "database" | "keyring" | "log" | "metrics"
> & { sender: DeliverySender };

/**
 * The job that sends what is due. A round claims and sends until nothing is due and nothing is
 * under way; operators share the slots (slot-shares.ts), so a receiver that hangs delays no other
 * operator. At shutdown it claims no more, lets tries end for three seconds, then cuts them off and
 * gives their leases back.
 */
export function createDeliveryJob(deps: DeliveryJobDeps): Job {
  const outcomes = deps.metrics.counter(
    "tessera_webhook_tries_total",
    "Tries to deliver a webhook, by what came of them.",
    ["outcome"],
  );
  const shares = new SlotShares();
  const turns = createClaimInTurns(deps, shares);
  const underWay = new Set<Promise<void>>();
  /** Ends the round's wait: a place came free, or there is new work. */
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
        deps.log.error("a webhook try was lost", { webhookId, error });
        // The delivery is made again: once the store is back, else when the lease runs out.
        const lease = [claimed.event_id, webhookId, leaseToken];
        if (isStoreUnavailable(error)) {
          deps.database.onceBack(() => deps.database.run(releaseLease, lease));
        }
      })
      .finally(() => {
        shares.release(holder);
        turns.askAgain(operatorId);
        underWay.delete(tried);
        nudge?.();
      });
    underWay.add(tried);
  };

  const claim = (signal: AbortSignal) =>
    turns.pass((claimed, leaseToken) => start(claimed, leaseToken, signal));

  const job = createJob({
    name: "webhooks.deliver",
    everyMs: pollMs,
    async run(signal) {
      const cutOff = new AbortController();
      const stopped = aborted(signal);
      turns.askAgain();
      let askedAllAtMs = performance.now();
      for (;;) {
        if (performance.now() - askedAllAtMs >= pollMs) {
          turns.askAgain();
          askedAllAtMs = performance.now();
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
        while (!signal.aborted && (await claim(cutOff.signal))) isFound = true;
        if (isFound || underWay.size > 0) gapMs = claimGapMs;
        else if (isWoken) gapMs = Math.min(2 * gapMs, longestClaimGapMs);
        isWoken = false;
        if (signal.aborted) {
          const grace = setTimeout(() => cutOff.abort(), shutdownGraceMs);
          await Promise.all(underWay);
          clearTimeout(grace);
          return undefined;
        }
        if (isNudged) continue;
        if (underWay.size === 0) return undefined;
        await Promise.race([nudged, pause(pollMs), stopped]);
      }
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

/** The job that tidies the queue: see the two statements. */
export function createQueueTidyingJob(deps: Pick<PlatformDeps, "clock" | "database">): Job {
  return createJob({
    name: "webhooks.tidy",
    everyMs: 15_000,
    async run() {
      const now = new Date(deps.clock.nowMs());
      await deps.database.run(parkBlocked, [now, 500]);
      await deps.database.run(settleOrphans, [now]);
      return undefined;
    },
  });
}

/** Events forgotten in one statement. */
const mostForgotten = 500;

/** The job that forgets events, deliveries and tries once their retention is over. */
export function createForgettingJob(
  deps: Pick<PlatformDeps<EventSettings>, "clock" | "database" | "config">,
): Job {
  const keptMs = deps.config.eventRetentionDays * 24 * 60 * 60 * 1000;
  return createJob({
    name: "webhooks.forget",
    everyMs: 10 * 60_000,
    async run() {
      const before = firstIdAt("event", deps.clock.nowMs() - keptMs);
      const { rowCount } = await deps.database.run(forgetEvents, [before, mostForgotten]);
      return rowCount === mostForgotten ? "more" : undefined;
    },
  });
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
