import type { LedgerAccount } from "#contract/api/ledger";
import { toIsoTime } from "../platform/clock.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { describeAccount } from "./accounts.ts";
import { toUnitsText } from "./amount-text.ts";
import { readBalances } from "./balances.ts";

/** Balances by account and currency. `at` is an ISO time; undefined means now. */
export async function readAccounts(
  deps: Pick<PlatformDeps, "database" | "clock">,
  operatorId: string,
  at: string | undefined,
): Promise<{ at: string; data: LedgerAccount[] }> {
  const atMs = at === undefined ? null : Date.parse(at);
  const balances = await readBalances(deps, operatorId, atMs);
  const data = balances.map(({ currency, account, debits, credits }) => {
    const exactBalance = toUnitsText(debits - credits, currency);
    const known = describeAccount(account);
    return {
      accountId: account,
      name: known?.name ?? account,
      class: known?.class ?? "asset",
      isClearing: known?.isClearing ?? false,
      currency,
      balance: Number(exactBalance),
      exactBalance,
    };
  });
  return { at: toIsoTime(atMs ?? deps.clock.nowMs()), data };
}
