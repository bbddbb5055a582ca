import type { Payout } from "#contract/connectors/payout";
import type { Journal } from "../http/journal.ts";

/** A booked payout. It keeps only the last characters of the destination. */
export interface BookedPayout extends Payout {
  idempotencyKey: string;
  /** Digest of the request body. A different body with the same key is refused. */
  fingerprint: string;
  merchantReference: string;
  type: string;
  last4: string;
  notificationUrl: string;
  /** The next change; `at` is an ISO time. */
  next?: { status: Payout["status"]; reasonCode?: string; at: string; then?: BookedPayout["next"] };
  isNoticedTwice: boolean;
  createdAt: string;
}

/**
 * The processor's payouts, in memory, one per idempotency key. Each change appends the whole payout to the journal; its
 * newest line counts.
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
