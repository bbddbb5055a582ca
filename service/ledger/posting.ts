/**
 * A posting: entries in one currency that add up to zero. Debits are positive, credits negative, so a balance is a
 * plain sum. A posting never changes; another one undoes it.
 */

/** One side of a posting. */
export interface Entry {
  /** See accounts.ts. */
  readonly account: string;
  /** The currency's minor units, or the asset's base units. Never zero. */
  readonly amount: bigint;
}

export interface PostingSource {
  readonly operatorId: string;
  readonly type: SourceType;
  readonly id: string;
  /** Null if the source is the payment itself, or has none. */
  readonly paymentId: string | null;
}

/** Resources that move money. */
export const sourceTypes = [
  "payment",
  "refund",
  "dispute",
  "payout",
  "deposit",
  "settlement",
  "bank_line",
  "correction",
] as const;
export type SourceType = (typeof sourceTypes)[number];

/** A balanced posting; at most one per source and cause. */
export interface Posting {
  readonly source: PostingSource;
  readonly cause: string;
  /** An ISO currency or a crypto asset's code. */
  readonly currency: string;
  readonly entries: readonly Entry[];
  /** The same source's cause that this posting undoes. */
  readonly reverses: string | null;
  /** When it happened at its source. */
  readonly happenedAtMs: number;
  /** When it counts in balances: when written, or for history when it happened. */
  readonly postedAtMs: number;
}

/** Most entries per posting; the table has the same limit. */
export const maxEntries = 10;

/** Input of {@link createPosting}, which omits zero amounts and adds up an account's amounts. */
export interface PostingInput {
  readonly source: PostingSource;
  readonly cause: string;
  readonly currency: string;
  readonly debit?: Amounts;
  readonly credit?: Amounts;
  readonly atMs: number;
  /** Default: `atMs`. */
  readonly happenedAtMs?: number;
  readonly reverses?: string;
}

/** Amounts by account. A negative amount goes to the other side. */
export type Amounts = Readonly<Record<string, number | bigint>>;

/**
 * Creates a posting; null if no money moves. Throws if debits and credits differ, an amount is not an integer, or there
 * are more than {@link maxEntries} entries.
 */
export function createPosting(input: PostingInput): Posting | null {
  const sums = new Map<string, bigint>();
  const add = (amounts: Amounts, sign: bigint) => {
    for (const [account, amount] of Object.entries(amounts)) {
      sums.set(account, (sums.get(account) ?? 0n) + sign * BigInt(amount));
    }
  };
  add(input.debit ?? {}, 1n);
  add(input.credit ?? {}, -1n);
  const entries = [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount }));
  const total = entries.reduce((sum, { amount }) => sum + amount, 0n);
  if (total !== 0n) throw new Error(`the posting ${input.cause} is out of balance by ${total}`);
  if (entries.length > maxEntries)
    throw new Error(`the posting ${input.cause} has too many entries`);
  if (entries.length === 0) return null;
  return {
    source: input.source,
    cause: input.cause,
    currency: input.currency,
    entries,
    reverses: input.reverses ?? null,
    happenedAtMs: input.happenedAtMs ?? input.atMs,
    postedAtMs: input.atMs,
  };
}

/** Mirrors a posting and names what it undoes. */
export function reversePosting(posting: Posting, cause: string, atMs: number): Posting {
  return {
    ...posting,
    cause,
    entries: posting.entries.map(({ account, amount }) => ({ account, amount: -amount })),
    reverses: posting.cause,
    happenedAtMs: atMs,
    postedAtMs: atMs,
  };
}

/** Leaves out the postings that move no money. */
export function withoutNulls(postings: readonly (Posting | null)[]): Posting[] {
  return postings.filter((posting) => posting !== null);
}
