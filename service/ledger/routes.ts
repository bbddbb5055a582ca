import {
  type LedgerAccount,
  ledgerAccounts,
  ledgerAccountsQuery,
  ledgerPosting,
  ledgerPostingsQuery,
} from "#contract/api/ledger";
import { listOf } from "#contract/lists";
import { toIsoTime } from "../platform/clock.ts";
import { callerOf, forSecretKeys } from "../platform/http/authentication.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { describeAccount } from "./accounts.ts";
import { toUnitsText } from "./amount-text.ts";
import { readBalances } from "./balances.ts";
import { listPostings } from "./list-postings.ts";

type Deps = Pick<PlatformDeps, "database" | "clock">;

/** Registers `/v1/ledger`, for operators' servers. */
export function registerLedgerRoutes(app: HttpServer, deps: Deps): void {
  const tags = ["Ledger"];
  app.get(
    "/v1/ledger/accounts",
    {
      config: forSecretKeys("read", "ledger"),
      schema: {
        tags,
        summary: "List the ledger's accounts with their balances",
        description:
          "Current balances, or with `at` the balances at that time. A balance is debits minus credits, so the " +
          "accounts of a currency add up to zero.",
        querystring: ledgerAccountsQuery,
        response: { 200: ledgerAccounts },
      },
    },
    (request) => readAccounts(deps, callerOf(request).operatorId, request.query.at),
  );

  app.get(
    "/v1/ledger/postings",
    {
      config: forSecretKeys("read", "ledger"),
      schema: {
        tags,
        summary: "List postings, newest first",
        description:
          "Filters: `account`, `resourceId` (a payment with its refunds and disputes, a payment intent with " +
          "all its payments, or any other resource), `from` (inclusive) and `to` (exclusive).",
        querystring: ledgerPostingsQuery,
        response: { 200: listOf(ledgerPosting) },
      },
    },
    (request) => listPostings(deps, callerOf(request).operatorId, request.query),
  );
}

/** Balances by account and currency. `at` is an ISO time; undefined means now. */
export async function readAccounts(
  deps: Deps,
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
