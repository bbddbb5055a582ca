import type { Journal } from "../http/journal.ts";

/** What the journal stores: by how much the clock is ahead. */
export interface StoredOffset {
  offsetMs: number;
}

/** Runs what became due; see {@link SandboxClock.onAdvance}. */
type DueWork = () => Promise<void> | void;

/** How long an advance waits for what became due, for example notifications. */
const dueWorkDeadlineMs = 3_000;

/**
 * The time of the sandbox's parties, which can be moved forward (contract/connectors/sandbox-clock.ts).
 * The books use it: when a charge settles, a refund fails, a payout returns. Signatures, tokens and
 * prices have the machine's time, because the service compares them with its own.
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

  /** Adds work that runs at every advance. */
  onAdvance(work: DueWork): void {
    this.#dueWork.push(work);
  }

  /**
   * Moves the clock at least to this offset; an earlier one changes nothing. Runs what is due in any
   * case, so that a caller can repeat it until nothing happens any more.
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
