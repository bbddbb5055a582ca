/**
 * The ledger: balances and postings (docs/ledger.md).
 *
 *   GET /v1/ledger/accounts   → accounts with their balances, now or at a time
 *   GET /v1/ledger/postings   → list of postings, newest first
 */
import * as z from "zod/mini";
import { pageQuery } from "../lists.ts";

/** A time with its offset, such as `2026-11-30T23:59:59.999Z`. */
const time = z.iso.datetime({ offset: true });

/** Query of the accounts. Without `at`, the balances of now. */
export const ledgerAccountsQuery = z.object({ at: z.optional(time) });

/** What an account is. Assets and expenses grow by debits, the others by credits. An open list. */
export const ledgerAccountClasses = ["asset", "liability", "income", "expense"] as const;

/** An account with its balance: debits minus credits, so that all of a currency add up to zero. */
export const ledgerAccount = z.object({
  /** Such as `processor_receivable:main`. */
  accountId: z.string(),
  name: z.string(),
  class: z.string(),
  /** Whether it must return to zero once nothing is under way. */
  isClearing: z.boolean(),
  /** An ISO currency, or the code of a crypto asset. */
  currency: z.string(),
  /** In major units. For a crypto asset, use `exactBalance`. */
  balance: z.number(),
  /** The same as decimal text. */
  exactBalance: z.string(),
});
export type LedgerAccount = z.infer<typeof ledgerAccount>;

/** The accounts of all currencies. */
export const ledgerAccounts = z.object({ at: z.string(), data: z.array(ledgerAccount) });

/** Query of the postings. `resourceId`: of a payment (with its refunds and disputes), a payment intent, a settlement batch or break, or any other. */
export const ledgerPostingsQuery = z.extend(pageQuery, {
  account: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  resourceId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** From this time on. */
  from: z.optional(time),
  /** Before this time. */
  to: z.optional(time),
});
export type LedgerPostingsQuery = z.infer<typeof ledgerPostingsQuery>;

/** One side of a posting. */
export const ledgerEntry = z.object({
  accountId: z.string(),
  name: z.string(),
  /** `debit` or `credit`. */
  side: z.string(),
  /** In major units, above zero. For a crypto asset, use `exactAmount`. */
  amount: z.number(),
  exactAmount: z.string(),
});

/** A balanced posting. It is never changed. */
export const ledgerPosting = z.object({
  postingId: z.string(),
  /** What it is about: `payment`, `refund`, `payout`, `dispute`, `deposit`, … An open list. */
  resourceType: z.string(),
  resourceId: z.string(),
  /** What happened to it, such as `charge` or `asked`. An open list. */
  cause: z.string(),
  /** The payment whose story it belongs to; null if there is none. */
  paymentId: z.nullable(z.string()),
  currency: z.string(),
  entries: z.array(ledgerEntry),
  /** The posting that this one undoes. */
  reverses: z.nullable(z.string()),
  /** When it happened at its source. */
  happenedAt: z.string(),
  /** When it counts in balances. */
  postedAt: z.string(),
});
export type LedgerPosting = z.infer<typeof ledgerPosting>;
