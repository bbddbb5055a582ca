/**
 * The ledger: balances and postings (docs/ledger.md).
 *
 *   GET /v1/ledger/accounts   → accounts with their balances, now or at a time
 *   GET /v1/ledger/postings   → list of postings, newest first
 */
import * as z from "zod/mini";
import { pageQuery } from "../lists.ts";

const time = z.iso.datetime({ offset: true });

/** Query of the accounts. Without `at`, they have their current balances. */
export const ledgerAccountsQuery = z.object({ at: z.optional(time) });

/** The balance is debits minus credits, so all balances of a currency add up to zero. */
export const ledgerAccount = z.object({
  /** The account's id, such as `processor_receivable:main`. */
  accountId: z.string(),
  name: z.string(),
  class: z.string(),
  /** Whether the balance must return to zero once nothing is under way. */
  isClearing: z.boolean(),
  /** ISO currency, or code of a crypto asset. */
  currency: z.string(),
  /** The balance in major units. For a crypto asset, use `exactBalance`. */
  balance: z.number(),
  /** The balance as decimal text. */
  exactBalance: z.string(),
});
export type LedgerAccount = z.infer<typeof ledgerAccount>;

export const ledgerAccounts = z.object({ at: z.string(), data: z.array(ledgerAccount) });

/**
 * Query of the postings. `resourceId` is the id of a payment (with its refunds and disputes), a payment intent, a
 * settlement batch or break, or any other resource.
 */
export const ledgerPostingsQuery = z.extend(pageQuery, {
  account: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  resourceId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The start of the period, inclusive. */
  from: z.optional(time),
  /** The end of the period, exclusive. */
  to: z.optional(time),
});

export const ledgerEntry = z.object({
  accountId: z.string(),
  name: z.string(),
  side: z.string(),
  /** The amount in major units, above zero. For a crypto asset, use `exactAmount`. */
  amount: z.number(),
  exactAmount: z.string(),
});

/** A balanced posting. It is never changed. */
export const ledgerPosting = z.object({
  postingId: z.string(),
  /** `payment`, `refund`, `payout`, `dispute`, `deposit`, …; an open list. */
  resourceType: z.string(),
  resourceId: z.string(),
  /** The cause, such as `charge` or `asked`; an open list. */
  cause: z.string(),
  /** The payment that it belongs to. */
  paymentId: z.nullable(z.string()),
  currency: z.string(),
  entries: z.array(ledgerEntry),
  /** The posting that it undoes. */
  reverses: z.nullable(z.string()),
  /** When it happened at its source. */
  happenedAt: z.string(),
  /** When it counts in balances. */
  postedAt: z.string(),
});
export type LedgerPosting = z.infer<typeof ledgerPosting>;
