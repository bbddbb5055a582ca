import type { ProcessorRefund } from "#contract/connectors/processor";
import type { Journal } from "../http/journal.ts";

/** A later change of a refund: the fields that it sets, and when (ISO). */
export interface RefundChange {
  at: string;
  status?: "success" | "failed";
  failureCode?: string;
  arn?: string;
}

export interface BookedRefund extends ProcessorRefund {
  processor: string;
  idempotencyKey: string;
  /** Digest of charge and request body. A different one with the same key is refused. */
  fingerprint: string;
  merchantReference: string;
  surchargeMinor: number;
  reason: string;
  changes: RefundChange[];
  /** Changes that were made, kept for the processor's report. */
  applied?: RefundChange[];
  createdAt: string;
}

/**
 * All processors' refunds, in memory, with one per processor and idempotency key. Each change appends the whole refund
 * to the journal; its newest line counts.
 */
export class RefundBook {
  readonly #byKey = new Map<string, BookedRefund>();
  readonly #requests = new Map<string, number>();
  readonly #journal: Pick<Journal<BookedRefund>, "append">;

  constructor(journal: Pick<Journal<BookedRefund>, "append" | "remembered">) {
    this.#journal = journal;
    for (const refund of journal.remembered) this.#byKey.set(keyOf(refund), refund);
  }

  /** The next refund's sequence number. */
  get size(): number {
    return this.#byKey.size;
  }

  find(processor: string, idempotencyKey: string): BookedRefund | undefined {
    return this.#byKey.get(keyOf({ processor, idempotencyKey }));
  }

  /** The refunds with this reference of the merchant, oldest first. Only a processor without idempotency has several. */
  ofReference(processor: string, merchantReference: string): BookedRefund[] {
    return this.all().filter(
      (refund) => refund.processor === processor && refund.merchantReference === merchantReference,
    );
  }

  /** A key for one more refund with this reference: the reference itself, or a numbered one. */
  unusedKey(processor: string, merchantReference: string): string {
    const count = this.ofReference(processor, merchantReference).length;
    return count === 0 ? merchantReference : `${merchantReference}#${count + 1}`;
  }

  /** A charge's refunds, oldest first. */
  ofCharge(charge: Pick<BookedRefund, "processor" | "chargeId">): BookedRefund[] {
    return this.all().filter(
      ({ processor, chargeId }) => processor === charge.processor && chargeId === charge.chargeId,
    );
  }

  /** The sum of the charge's refunds that have not failed. */
  returnedMinor(charge: Pick<BookedRefund, "processor" | "chargeId">, nowMs: number): number {
    return this.ofCharge(charge)
      .map((refund) => this.settle(refund, nowMs))
      .filter(({ status }) => status !== "failed")
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  }

  save(refund: BookedRefund): void {
    this.#byKey.set(keyOf(refund), refund);
    this.#journal.append(refund);
  }

  settle(refund: BookedRefund, nowMs: number): BookedRefund {
    const [change, ...changes] = refund.changes;
    if (!change || Date.parse(change.at) > nowMs) return refund;
    const { at: _, ...fields } = change;
    const applied = [...(refund.applied ?? []), change];
    const settled: BookedRefund = { ...refund, ...fields, changes, applied };
    this.save(settled);
    return this.settle(settled, nowMs);
  }

  /** Counts a refund request, for tests of repeated calls. */
  countRequest(processor: string, idempotencyKey: string): void {
    const key = keyOf({ processor, idempotencyKey });
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  /** Number of requests, without look-ups, since the sandbox's start. */
  requestsOf(refund: Pick<BookedRefund, "processor" | "idempotencyKey">): number {
    return this.#requests.get(keyOf(refund)) ?? 0;
  }

  /** All refunds, oldest first. */
  all(): BookedRefund[] {
    return [...this.#byKey.values()];
  }
}

function keyOf(refund: Pick<BookedRefund, "processor" | "idempotencyKey">): string {
  return `${refund.processor} ${refund.idempotencyKey}`;
}
