import { setTimeout as pause } from "node:timers/promises";

/** Asks until there is an answer. `undefined` after a refusal: another customer, then. */
export type Ask = <T>(attempt: () => Promise<T>) => Promise<T | undefined>;

/** What a customer does. */
type Visit = (turn: number, ask: Ask) => Promise<void>;

/**
 * Customers who come one after the other while the service dies under them. They behave as the widget does:
 * what got no answer is sent again with the same idempotency key. Who waits for a lease that a dead process
 * holds makes room for the next customer, so that there is something to kill in every round, and is
 * answered in the end all the same.
 */
export interface Shop {
  /** Lets customers in, so many at once; `turn` counts them. */
  admit(atOnce: number, visit: Visit): void;
  /** Lets nobody in any more. Resolves when only those are left who wait for a lease. */
  close(): Promise<void>;
  /** Resolves when the last has their answer; throws what a visit has thrown. */
  empty(): Promise<void>;
}

/** Longest that a customer who waits for a lease is in the shop after it has closed and leases are over. */
const answeredWithinMs = 60_000;

/** Opens a shop. */
export function openShop(): Shop {
  let isOpen = true;
  let deadline = Number.POSITIVE_INFINITY;
  const queues: Promise<void>[] = [];
  const visits: Promise<void>[] = [];

  const askUntilAnswered = (makeRoom: () => void): Ask => {
    return async (attempt) => {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          // The key's lease is held, by a process that may be dead.
          const isHeld = /answered 409: .*idempotency_key_in_use/.test(String(error));
          if (!isHeld && /answered 4\d\d: /.test(String(error))) return undefined;
          if (Date.now() > deadline) throw error;
          if (isHeld) makeRoom();
          await pause(isHeld ? 1_500 : 50);
        }
      }
    };
  };
  const queue = async (visit: (ask: Ask) => Promise<void>) => {
    while (isOpen) {
      // A kill meets customers at this pace at every step; faster, it would only be more to look at.
      await pause(50);
      await new Promise<void>((makeRoom) => {
        const whole = visit(askUntilAnswered(makeRoom)).finally(makeRoom);
        // Told of when the shop is empty.
        whole.catch(() => undefined);
        visits.push(whole);
      });
    }
  };
  return {
    admit(atOnce, visit) {
      let turn = 0;
      for (let at = 0; at < atOnce; at++) queues.push(queue((ask) => visit(turn++, ask)));
    },
    async close() {
      isOpen = false;
      await Promise.all(queues);
    },
    async empty() {
      deadline = Date.now() + answeredWithinMs;
      await Promise.all(visits);
    },
  };
}
