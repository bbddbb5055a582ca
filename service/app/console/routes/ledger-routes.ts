import * as z from "zod/mini";
import type { LedgerPosting } from "#contract/api/ledger";
import {
  ledgerAccounts,
  ledgerAccountsQuery,
  ledgerExportQuery,
  ledgerPostings,
  postingListQuery,
} from "#contract/console/ledger";
import {
  findPostingPlace,
  listPostings,
  readAccounts,
  streamPostings,
} from "../../../ledger/index.ts";
import type { CsvCell } from "../../../platform/csv.ts";
import { fieldRefusal } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { sendAuditedExport } from "../exports/send-audited-export.ts";

const columns = [
  "postingId",
  "resourceType",
  "resourceId",
  "cause",
  "paymentId",
  "accountId",
  "account",
  "debit",
  "credit",
  "currency",
  "reverses",
  "happenedAt",
  "postedAt",
] as const;

/** A row for each entry, so that a spreadsheet can add up an account. */
function rowsOf(posting: LedgerPosting): CsvCell[][] {
  return posting.entries.map(({ accountId, name, side, exactAmount }) => [
    posting.postingId,
    posting.resourceType,
    posting.resourceId,
    posting.cause,
    posting.paymentId,
    accountId,
    name,
    side === "debit" ? exactAmount : null,
    side === "credit" ? exactAmount : null,
    posting.currency,
    posting.reverses,
    posting.happenedAt,
    posting.postedAt,
  ]);
}

export function registerLedgerConsoleRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/ledger/accounts`,
    consoleRoute("payments.read", { querystring: ledgerAccountsQuery, response: ledgerAccounts }),
    (request) => readAccounts(deps, staffOf(request).operatorId, request.query.at),
  );

  app.get(
    `${consoleApi}/ledger/postings`,
    consoleRoute("payments.read", { querystring: postingListQuery, response: ledgerPostings }),
    (request) => listPostings(deps, staffOf(request).operatorId, request.query),
  );

  app.get(
    `${consoleApi}/exports/ledger`,
    consoleRoute("payments.export", {
      isExport: true,
      querystring: ledgerExportQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { format, after, ...filter } = request.query;
      const place =
        after === undefined ? undefined : await findPostingPlace(deps, operatorId, after);
      if (after !== undefined && !place) throw fieldRefusal("invalid_value", "after");
      const { total } = await listPostings(deps, operatorId, { ...filter, page: 1, size: 1 });
      return sendAuditedExport(deps, request, reply, {
        name: "ledger",
        audited: "ledger",
        filter,
        format,
        total,
        isContinued: place !== undefined,
        permission: "payments.export",
        pieces: streamPostings(deps, operatorId, filter, place),
        columns,
        rowsOf,
      });
    },
  );
}
