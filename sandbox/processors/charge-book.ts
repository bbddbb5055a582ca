import type { ChargeRequest } from "#contract/connectors/processor";
import type { Journal } from "../http/journal.ts";

/** A charge as the processor's books hold it. No card number and no security code. */
export interface BookedCharge {
  processor: string;
  chargeId: string;
  idempotencyKey: string;
  /** Digest of the request's body: the same key with another body is refused. */
  fingerprint: string;
  merchantReference: string;
  amountMinor: number;
  currency: string;
  last4: string;
  descriptor: string;
  /** What the answer says now. `unheard_of` holds the odd word in `statusWord`. */
  status: "approved" | "declined" | "pending" | "unheard_of";
  statusWord?: string;
  declineCode?: string;
  /** When a pending charge settles, and into what (ISO time). */
  settlesAt?: string;
  settlesAs?: "approved" | "declined";
  threeDSecure?: { transStatus: string; eci?: string };
  reversal?: { reversalId: string; idempotencyKey: string; reason: string; reversedAt: string };
  createdAt: string;
}

/**
 * The books of all processors, in memory. A charge is booked once per processor and idempotency key;
 * every change is appended whole to the journal, and the newest line of a charge counts.
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

  /** How many charges were ever booked; the next one's sequence number. */
  get size(): number {
    return this.#byChargeId.size;
  }

  find(processor: string, idempotencyKey: string): BookedCharge | undefined {
    return this.#byKey.get(`${processor} ${idempotencyKey}`);
  }

  findById(processor: string, chargeId: string): BookedCharge | undefined {
    return this.#byChargeId.get(`${processor} ${chargeId}`);
  }

  /** Books a new charge or a change of one. */
  save(charge: BookedCharge): void {
    this.#index(charge);
    this.#journal.append(charge);
  }

  /** Counts a charge request, for tests that look for repeated calls. */
  countRequest(processor: string, idempotencyKey: string): void {
    const key = `${processor} ${idempotencyKey}`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  /** How often the charge was asked for, look-ups not counted. Since the sandbox's start. */
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

/** Last four digits, the most that the books may hold of a number. */
export function last4Of(request: ChargeRequest): string {
  return request.card.number.slice(-4);
}
