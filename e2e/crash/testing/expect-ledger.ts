import { expect } from "vitest";
import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { call } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";

/** A payment or payout with the postings that it must have, by cause, in the order they were made. */
export interface ExpectedPostings {
  readonly resourceId: string;
  readonly causes: readonly string[];
}

/**
 * Checks the ledger after the kills: every resource has exactly its postings, and the accounts of each
 * currency add up to zero.
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
