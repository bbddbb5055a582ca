import type { Payout } from "#contract/connectors/payout";
import type { Journal } from "../http/journal.ts";

/** A payout as the processor's books hold it: of the destination no more than its last characters. */
export interface BookedPayout extends Payout {
  idempotencyKey: string;
  /** Digest of the request's body: the same key with another body is refused. */
  fingerprint: string;
  merchantReference: string;
  type: string;
  last4: string;
  notificationUrl: string;
  /** What becomes of it next, and when (ISO time). */
  next?: { status: Payout["status"]; reasonCode?: string; at: string; then?: BookedPayout["next"] };
  /** Every notice is sent twice. */
  isNoticedTwice: boolean;
  createdAt: string;
}

/**
 * The books of the payout processor, in memory: a payout is booked once per idempotency key; every
 * change is appended whole to the journal, and the newest line of a payout counts.
 */
export class PayoutBook {
  readonly #byKey = new Map<string, BookedPayout>();
  readonly #requests = new Map<string, number>();
  readonly #journal: Pick<Journal<BookedPayout>, "append">;

  constructor(journal: Pick<Journal<BookedPayout>, "append" | "remembered">) {
    this.#journal = journal;
    for (const payout of journal.remembered) this.#byKey.set(payout.idempotencyKey, payout);
  }

  get size(): number {
    return this.#byKey.size;
  }

  find(idempotencyKey: string): BookedPayout | undefined {
    return this.#byKey.get(idempotencyKey);
  }

  /** Books a new payout or a change of one. */
  save(payout: BookedPayout): void {
    this.#byKey.set(payout.idempotencyKey, payout);
    this.#journal.append(payout);
  }

  /** Counts a request to send, for tests that look for repeated calls. */
  countRequest(idempotencyKey: string): void {
    this.#requests.set(idempotencyKey, (this.#requests.get(idempotencyKey) ?? 0) + 1);
  }

  /** How often it was asked for, look-ups not counted. Since the sandbox's start. */
  requestsOf({ idempotencyKey }: Pick<BookedPayout, "idempotencyKey">): number {
    return this.#requests.get(idempotencyKey) ?? 0;
  }

  /** All payouts, oldest first. */
  all(): BookedPayout[] {
    return [...this.#byKey.values()];
  }
}
