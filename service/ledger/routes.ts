import {
  ledgerAccounts,
  ledgerAccountsQuery,
  ledgerPosting,
  ledgerPostingsQuery,
} from "#contract/api/ledger";
import { listOf } from "#contract/lists";
import { callerOf, forSecretKeys } from "../platform/http/authentication.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { listPostings } from "./list-postings.ts";
import { readAccounts } from "./read-accounts.ts";

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
