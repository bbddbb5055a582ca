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
import { appendAudit } from "../../../operators/audit/index.ts";
import type { CsvCell } from "../../../platform/csv.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { fieldRefusal } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { sendExport } from "../exports/send-export.ts";
import { whileAllowed } from "../exports/while-allowed.ts";

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
    consoleRoute("payments.export", { querystring: ledgerExportQuery, response: z.any() }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { operatorId, staffId } = staff;
      const { format, after, ...filter } = request.query;
      const place =
        after === undefined ? undefined : await findPostingPlace(deps, operatorId, after);
      if (after !== undefined && !place) throw fieldRefusal("invalid_value", "after");
      const { total } = await listPostings(deps, operatorId, { ...filter, page: 1, size: 1 });
      const filters = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
      await inTransaction(deps.database, (tx) =>
        appendAudit(deps, tx, operatorId, {
          actor: { kind: "staff", staffId },
          action: "ledger.exported",
          subject: { type: "operator", id: operatorId },
          details: { format, total, filters },
        }),
      );
      const { timeZone } = (await deps.operators.get(operatorId)).settings;
      return sendExport(reply, {
        name: "ledger",
        format,
        total,
        isContinued: place !== undefined,
        pieces: whileAllowed(
          deps,
          staff,
          "payments.export",
          streamPostings(deps, operatorId, filter, place),
        ),
        columns,
        rowsOf,
        date: dateIn(timeZone, deps.clock.nowMs()),
      });
    },
  );
}
