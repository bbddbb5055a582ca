import type { ChargeRequest } from "#contract/connectors/processor";
import type { RefundScript } from "../catalogue/scripts.ts";
import type { Journal } from "../http/journal.ts";

/** A charge in the books, without card number or security code. */
export interface BookedCharge {
  processor: string;
  chargeId: string;
  idempotencyKey: string;
  /** Digest of the request body. A different body with the same key is refused. */
  fingerprint: string;
  merchantReference: string;
  amountMinor: number;
  currency: string;
  last4: string;
  descriptor: string;
  /** With `unheard_of`, `statusWord` has the word. */
  status: "approved" | "declined" | "pending" | "unheard_of";
  statusWord?: string;
  declineCode?: string;
  /** When a pending charge settles (ISO), and how. */
  settlesAt?: string;
  settlesAs?: "approved" | "declined";
  threeDSecure?: {
    transStatus: string;
    eci?: string;
    aresTransStatus?: string;
    challenged?: boolean;
  };
  /** What the customer typed, for the network's checks. */
  hasCvc?: boolean;
  hasPostalCode?: boolean;
  hasAddress?: boolean;
  /** The scheme's id of an earlier payment that the request named. */
  earlierNetworkTransactionId?: string;
  surchargeMinor?: number;
  merchantCategory?: string;
  /** The card's script for refunds: the books have no card number to look it up. */
  refunds?: RefundScript;
  /** The card's network and the address for notices; both unknown for older charges. */
  network?: string;
  notificationUrl?: string;
  reversal?: { reversalId: string; idempotencyKey: string; reason: string; reversedAt: string };
  createdAt: string;
}

/**
 * All processors' charges, in memory, with one per processor and idempotency key. Each change appends the whole charge
 * to the journal; its newest line counts.
 */
export class ChargeBook {
  readonly #byKey = new Map<string, BookedCharge>();
  readonly #byChargeId = new Map<string, BookedCharge>();
  readonly #journal: Pick<Journal<BookedCharge>, "append">;
  #requests = new Map<string, number>();

  constructor(journal: Pick<Journal<BookedCharge>, "append" | "remembered">) {
    this.#journal = journal;
    for (const charge of journal.remembered) this.#index(charge);
  }

  /** The next charge's sequence number. */
  get size(): number {
    return this.#byChargeId.size;
  }

  find(processor: string, idempotencyKey: string): BookedCharge | undefined {
    return this.#byKey.get(`${processor} ${idempotencyKey}`);
  }

  findById(processor: string, chargeId: string): BookedCharge | undefined {
    return this.#byChargeId.get(`${processor} ${chargeId}`);
  }

  save(charge: BookedCharge): void {
    this.#index(charge);
    this.#journal.append(charge);
  }

  /** Counts a charge request, for tests of repeated calls. */
  countRequest(processor: string, idempotencyKey: string): void {
    const key = `${processor} ${idempotencyKey}`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  /** Number of requests, without look-ups, since the sandbox's start. */
  requestsOf(charge: Pick<BookedCharge, "processor" | "idempotencyKey">): number {
    return this.#requests.get(`${charge.processor} ${charge.idempotencyKey}`) ?? 0;
  }

  /** All charges, oldest first. */
  all(): BookedCharge[] {
    return [...this.#byChargeId.values()];
  }

  #index(charge: BookedCharge): void {
    this.#byKey.set(`${charge.processor} ${charge.idempotencyKey}`, charge);
    this.#byChargeId.set(`${charge.processor} ${charge.chargeId}`, charge);
  }
}

/** The last four digits. The books may contain no more of a card number. */
export function last4Of(request: ChargeRequest): string {
  return request.card.number.slice(-4);
}
