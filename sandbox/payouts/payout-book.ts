import type { Payout } from "#contract/connectors/payout";
import type { Journal } from "../http/journal.ts";

/** A payout in the processor's books. Of the destination it contains only the last characters. */
export interface BookedPayout extends Payout {
  idempotencyKey: string;
  /** Digest of the request body. The same key with another body is refused. */
  fingerprint: string;
  merchantReference: string;
  type: string;
  last4: string;
  notificationUrl: string;
  /** The next change, and its time (ISO). */
  next?: { status: Payout["status"]; reasonCode?: string; at: string; then?: BookedPayout["next"] };
  /** Every notification is sent twice. */
  isNoticedTwice: boolean;
  createdAt: string;
}

/**
 * The payout processor's books, in memory, with one payout per idempotency key. Each change appends
 * the whole payout to the journal; its newest line counts.
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

  /** Saves a new or changed payout. */
  save(payout: BookedPayout): void {
    this.#byKey.set(payout.idempotencyKey, payout);
    this.#journal.append(payout);
  }

  /** Counts a request to send, for tests of repeated calls. */
  countRequest(idempotencyKey: string): void {
    this.#requests.set(idempotencyKey, (this.#requests.get(idempotencyKey) ?? 0) + 1);
  }

  /** Number of requests, without look-ups, since the sandbox's start. */
  requestsOf({ idempotencyKey }: Pick<BookedPayout, "idempotencyKey">): number {
    return this.#requests.get(idempotencyKey) ?? 0;
  }

  /** All payouts, oldest first. */
  all(): BookedPayout[] {
    return [...this.#byKey.values()];
  }
}
