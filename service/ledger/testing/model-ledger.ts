import type { AmountParts } from "#contract/refund-parts";
import type { Posting } from "../posting.ts";

/** A seeded random number generator. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <Value>(values: readonly Value[]): Value | undefined =>
      values[Math.floor(next() * values.length)],
  };
}

export interface Payment {
  readonly id: string;
  readonly type: "card" | "ach" | "pay_by_bank";
  readonly parts: AmountParts;
  step: "open" | "filed" | "settled" | "lost" | "failed";
  returned: AmountParts;
  readonly disputed: Map<string, bigint>;
  disputeVersion: number;
  dispute: "none" | "open" | "over";
}

export interface Refund {
  readonly id: string;
  readonly of: Payment;
  readonly parts: AmountParts;
  step: "asked" | "done" | "failed" | "canceled";
  isDebt: boolean;
}

export interface Payout {
  readonly id: string;
  readonly grossMinor: number;
  readonly withheldMinor: number;
  step: "approved" | "arrived" | "ended";
}

/** An in-memory ledger with the store's constraints. */
export class Ledger {
  readonly sums = new Map<string, bigint>();
  readonly keys = new Set<string>();
  debits = 0n;
  credits = 0n;

  post(...postings: (Posting | null)[]): void {
    for (const posting of postings) {
      if (!posting) continue;
      const key = `${posting.source.type} ${posting.source.id} ${posting.cause}`;
      if (this.keys.has(key)) continue;
      this.keys.add(key);
      if (posting.entries.length < 2) throw new Error(`${key} has one entry`);
      let total = 0n;
      for (const { account, amount } of posting.entries) {
        if (amount === 0n) throw new Error(`${key} has a zero entry`);
        total += amount;
        if (amount > 0n) this.debits += amount;
        else this.credits -= amount;
        this.sums.set(account, this.at(account) + amount);
      }
      if (total !== 0n) throw new Error(`${key} does not add up`);
    }
  }

  at(account: string): bigint {
    return this.sums.get(account) ?? 0n;
  }
}
