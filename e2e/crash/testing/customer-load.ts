import { setTimeout as pause } from "node:timers/promises";

/** Sends a request until it gets a response. Undefined after a refusal, which ends the customer's payment. */
export type Retry = <T>(send: () => Promise<T>) => Promise<T | undefined>;

type Scenario = (turn: number, retry: Retry) => Promise<void>;

/**
 * Customers who pay one after the other while the service is killed. Like the widget, they retry a request that got no
 * response, with the same idempotency key. A customer who waits for a dead process's lease lets the next one start, so
 * that every round has requests to interrupt, and still gets a response in the end.
 */
export interface CustomerLoad {
  /** Starts customers, this many at once; `turn` counts them. */
  start(atOnce: number, scenario: Scenario): void;
  /** Starts no more customers. Resolves when only those who wait for a lease remain. */
  stop(): Promise<void>;
  /** Resolves when the last customer has a response. Throws what a scenario has thrown. */
  finish(): Promise<void>;
}

/** How long customers may still wait after the leases have ended. */
const answeredWithinMs = 240_000;

export function createCustomerLoad(): CustomerLoad {
  let isRunning = true;
  let deadline = Number.POSITIVE_INFINITY;
  const queues: Promise<void>[] = [];
  const customers: Promise<void>[] = [];

  const retryUntilAnswered = (startNext: () => void): Retry => {
    return async (send) => {
      for (;;) {
        try {
          return await send();
        } catch (error) {
          // Another process, perhaps a dead one, holds the key's lease.
          const isHeld = /returned 409: .*idempotency_key_in_use/.test(String(error));
          if (!isHeld && /returned 4\d\d: /.test(String(error))) return undefined;
          if (Date.now() > deadline) throw error;
          if (isHeld) startNext();
          await pause(isHeld ? 1_500 : 50);
        }
      }
    };
  };
  const queue = async (run: (retry: Retry) => Promise<void>) => {
    while (isRunning) {
      // Kills already hit every step at this pace; a faster one only makes more to check.
      await pause(50);
      await new Promise<void>((startNext) => {
        const whole = run(retryUntilAnswered(startNext)).finally(startNext);
        // finish() reports the error.
        whole.catch(() => undefined);
        customers.push(whole);
      });
    }
  };
  return {
    start(atOnce, scenario) {
      let turn = 0;
      for (let at = 0; at < atOnce; at++) queues.push(queue((retry) => scenario(turn++, retry)));
    },
    async stop() {
      isRunning = false;
      await Promise.all(queues);
    },
    async finish() {
      deadline = Date.now() + answeredWithinMs;
      await Promise.all(customers);
    },
  };
}
