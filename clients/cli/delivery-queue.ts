/** Deliveries that are forwarded at the same time. */
const maxAtOnce = 16;
/** Deliveries that wait or are being forwarded. At this number `add` waits, which pauses the stream's reader. */
const maxUnfinished = 64;

/**
 * Runs deliveries: those of one resource in order, the others in parallel. `add` resolves when there is room for the
 * next one.
 */
export class DeliveryQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #turnWaiters: (() => void)[] = [];
  readonly #roomWaiters: (() => void)[] = [];
  #running = 0;
  #unfinished = 0;

  /** Deliveries that have not ended. */
  get unfinished(): number {
    return this.#unfinished;
  }

  /** Adds a delivery. `run` must not throw. */
  async add(resource: string, run: () => Promise<void>): Promise<void> {
    this.#unfinished += 1;
    const before = this.#last.get(resource) ?? Promise.resolve();
    const done = before.then(() => this.#run(run));
    this.#last.set(resource, done);
    void done.finally(() => {
      this.#unfinished -= 1;
      if (this.#last.get(resource) === done) this.#last.delete(resource);
      this.#roomWaiters.shift()?.();
    });
    while (this.#unfinished >= maxUnfinished) {
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
  }

  async drain(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #run(run: () => Promise<void>): Promise<void> {
    while (this.#running >= maxAtOnce) {
      await new Promise<void>((resolve) => this.#turnWaiters.push(resolve));
    }
    this.#running += 1;
    try {
      await run();
    } finally {
      this.#running -= 1;
      this.#turnWaiters.shift()?.();
    }
  }
}
