import type { Journal } from "../http/journal.ts";

/** A journal entry: how far the clock is ahead. */
export interface StoredOffset {
  offsetMs: number;
}

/** Runs work that became due; see {@link SandboxClock.onAdvance}. */
type DueWork = () => Promise<void> | void;

/** How long an advance waits for work that became due, such as notifications. */
const dueWorkDeadlineMs = 3_000;

/**
 * The time of the sandbox's parties, which can be moved forward (contract/connectors/sandbox-clock.ts). It decides when
 * a charge settles, a refund fails or a payout returns. Signatures, tokens and prices use the machine's time, because
 * the service compares them with its own.
 */
export class SandboxClock {
  readonly #baseNow: () => number;
  readonly #journal: Pick<Journal<StoredOffset>, "append">;
  readonly #dueWork: DueWork[] = [];
  #offsetMs: number;

  constructor(
    baseNow: () => number,
    journal: Pick<Journal<StoredOffset>, "append" | "remembered">,
  ) {
    this.#baseNow = baseNow;
    this.#journal = journal;
    this.#offsetMs = journal.remembered[0]?.offsetMs ?? 0;
  }

  now(): number {
    return this.#baseNow() + this.#offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Runs `work` at every advance. */
  onAdvance(work: DueWork): void {
    this.#dueWork.push(work);
  }

  /**
   * Moves to at least this offset; an earlier one changes nothing. Always runs due work, so that callers can repeat it
   * until none is left.
   */
  async advanceTo(offsetMs: number): Promise<void> {
    if (offsetMs > this.#offsetMs) {
      this.#journal.append({ offsetMs });
      this.#offsetMs = offsetMs;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, dueWorkDeadlineMs);
    });
    const done = Promise.allSettled(this.#dueWork.map(async (work) => work()));
    await Promise.race([done, late]);
    clearTimeout(timer);
  }
}
