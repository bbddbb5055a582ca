import type { Log } from "../../platform/log.ts";
import type { OutgoingPayouts } from "../disbursements-deps.ts";

/** What is done with a payout. */
export interface PayoutWork {
  send(disbursementIntentId: string): Promise<void>;
  lookAfter(disbursementIntentId: string): Promise<void>;
}

/**
 * Work on payouts beside the requests that ask for it. Of one payout one thing at a time is done in
 * this process; what fails, or is cut off by a crash, the recovery job takes up.
 */
export function createOutgoingPayouts(work: PayoutWork, log: Log): OutgoingPayouts {
  const running = new Map<string, Promise<void>>();
  const run = (disbursementIntentId: string, what: keyof PayoutWork): void => {
    const before = running.get(disbursementIntentId) ?? Promise.resolve();
    const done = before
      .then(() => work[what](disbursementIntentId))
      .catch((error: unknown) => {
        log.error("a payout could not be taken further", { disbursementIntentId, error });
      })
      .finally(() => {
        if (running.get(disbursementIntentId) === done) running.delete(disbursementIntentId);
      });
    running.set(disbursementIntentId, done);
  };
  return {
    start: (disbursementIntentId) => run(disbursementIntentId, "send"),
    lookAfter: (disbursementIntentId) => run(disbursementIntentId, "lookAfter"),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
