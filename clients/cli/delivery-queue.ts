/** Deliveries that are forwarded at the same time. */
const maxAtOnce = 16;
/** Deliveries that wait or are in progress. At this number `add` waits, which pauses the stream's reader. */
const maxHeld = 64;

/**
 * Runs deliveries: those of one resource in order, the others in parallel. `add` resolves when there is room for
 * another one.
 */
export class DeliveryQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #waiters: (() => void)[] = [];
  readonly #roomWaiters: (() => void)[] = [];
  #running = 0;
  #held = 0;

  /** Deliveries that have not ended. */
  get held(): number {
    return this.#held;
  }

  /** Adds a delivery. `run` must not throw. */
  async add(resource: string, run: () => Promise<void>): Promise<void> {
    this.#held += 1;
    const before = this.#last.get(resource) ?? Promise.resolve();
    const done = before.then(() => this.#run(run));
    this.#last.set(resource, done);
    void done.finally(() => {
      this.#held -= 1;
      if (this.#last.get(resource) === done) this.#last.delete(resource);
      this.#roomWaiters.shift()?.();
    });
    while (this.#held >= maxHeld) {
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #run(run: () => Promise<void>): Promise<void> {
    while (this.#running >= maxAtOnce) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    this.#running += 1;
    try {
      await run();
    } finally {
      this.#running -= 1;
      this.#waiters.shift()?.();
    }
  }
}
