import { expect } from "vitest";
import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { call } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";

/** Postings that a payment or payout must have, by cause, in their order. */
export interface ExpectedPostings {
  readonly resourceId: string;
  readonly causes: readonly string[];
}

/**
 * Checks the ledger after the kills: every resource has exactly the right postings, and the accounts of each currency
 * add up to zero.
 */
export async function expectLedger(
  stack: Stack,
  expected: readonly ExpectedPostings[],
): Promise<void> {
  for (const { resourceId, causes } of expected) {
    const query = `resourceId=${resourceId}&size=100`;
    const { data } = await call<{ data: LedgerPosting[] }>(
      stack,
      "GET",
      `/v1/ledger/postings?${query}`,
    );
    const own = data.filter((posting) => posting.resourceId === resourceId);
    expect(own.map(({ cause }) => cause).toReversed(), `postings of ${resourceId}`).toEqual(causes);
  }
  const { data } = await call<{ data: LedgerAccount[] }>(stack, "GET", "/v1/ledger/accounts");
  const totals = new Map<string, bigint>();
  for (const { currency, exactBalance } of data) {
    const digits = BigInt(exactBalance.replace(".", ""));
    totals.set(currency, (totals.get(currency) ?? 0n) + digits);
  }
  expect([...totals.keys()]).toContain("USD");
  for (const [currency, total] of totals) expect(total, `sum of ${currency}`).toBe(0n);
}

/**
 * Checks postings and balances on their own, once nothing is under way: each posting balances and exists once, one that
 * undoes another is its mirror, and each balance is the sum of its entries.
 */
export async function expectSoundLedger(stack: Stack): Promise<void> {
  const postings = await allPostings(stack);
  const byId = new Map(postings.map((posting) => [posting.postingId, posting]));
  expect(byId.size, "postings by id").toBe(postings.length);
  const sums = new Map<string, bigint>();
  for (const { postingId, currency, entries, reverses } of postings) {
    const signed = entries.map(signedEntry);
    expect(signed.length, `entries of ${postingId}`).toBeGreaterThanOrEqual(2);
    expect(
      signed.reduce((total, { amount }) => total + amount, 0n),
      `sum of ${postingId}`,
    ).toBe(0n);
    for (const { accountId, amount } of signed) {
      expect(amount, `an entry of ${postingId}`).not.toBe(0n);
      const account = `${accountId} ${currency}`;
      sums.set(account, (sums.get(account) ?? 0n) + amount);
    }
    if (reverses === null) continue;
    const mirrored = byId.get(reverses)?.entries.map(signedEntry);
    const mirror = mirrored?.map(({ accountId, amount }) => ({ accountId, amount: -amount }));
    expect(new Set(signed.map(entryText)), `mirror of ${reverses}`).toEqual(
      new Set(mirror?.map(entryText)),
    );
  }
  const { data } = await call<{ data: LedgerAccount[] }>(stack, "GET", "/v1/ledger/accounts");
  for (const { accountId, currency, exactBalance } of data) {
    const account = `${accountId} ${currency}`;
    expect(baseUnits(exactBalance), `balance of ${account}`).toBe(sums.get(account) ?? 0n);
    sums.delete(account);
  }
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
}

interface SignedEntry {
  readonly accountId: string;
  readonly amount: bigint;
}
function signedEntry({ accountId, side, exactAmount }: LedgerPosting["entries"][number]) {
  const amount = baseUnits(exactAmount);
  return { accountId, amount: side === "debit" ? amount : -amount };
}
const entryText = ({ accountId, amount }: SignedEntry) => `${accountId} ${amount}`;

/** Decimal text in units of 10⁻¹⁸, which is fine enough for every currency and asset. */
function baseUnits(text: string): bigint {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(18, "0"));
  return text.startsWith("-") ? -units : units;
}

async function allPostings(stack: Stack): Promise<LedgerPosting[]> {
  const found: LedgerPosting[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/ledger/postings?size=100&page=${page}`;
    const { data, total } = await call<{ data: LedgerPosting[]; total: number }>(
      stack,
      "GET",
      path,
    );
    found.push(...data);
    if (data.length === 0 || found.length >= total) return found;
  }
}
