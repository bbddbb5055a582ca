import * as z from "zod/mini";
import {
  paymentExportQuery,
  payoutExportQuery,
  refundBatchExportQuery,
} from "#contract/console/exports";
import {
  countPayments,
  readBatch,
  streamBatchItems,
  streamPayments,
} from "../../../payments/index.ts";
import { listDisbursements, streamDisbursements } from "../../../payouts/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import {
  paymentColumns,
  paymentRows,
  payoutColumns,
  payoutRows,
  refundBatchColumns,
  refundBatchRows,
} from "../exports/export-columns.ts";
import { sendAuditedExport } from "../exports/send-audited-export.ts";
import { paymentFilterOf, payoutFilterOf } from "../filters.ts";

export function registerExportRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/exports/payments`,
    consoleRoute("payments.export", {
      isExport: true,
      querystring: paymentExportQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { format, after, ...query } = request.query;
      const filter = await paymentFilterOf(deps, operatorId, query);
      const total = await countPayments(deps, operatorId, filter);
      return sendAuditedExport(deps, request, reply, {
        name: "payments",
        audited: "payments",
        filter: query,
        format,
        total,
        isContinued: after !== undefined,
        permission: "payments.export",
        pieces: streamPayments(deps, operatorId, filter, after),
        columns: paymentColumns,
        rowsOf: paymentRows,
      });
    },
  );

  app.get(
    `${consoleApi}/exports/refund-batch`,
    consoleRoute("payments.export", {
      isExport: true,
      querystring: refundBatchExportQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { format, after, refundBatchId } = request.query;
      const key = { operatorId, refundBatchId };
      const { total } = (await readBatch(deps.payments, key)).counts;
      return sendAuditedExport(deps, request, reply, {
        name: "refund-batch",
        audited: "refund_batch",
        filter: { refundBatchId },
        format,
        total,
        isContinued: after !== undefined,
        permission: "payments.export",
        pieces: streamBatchItems(deps.payments, key, after),
        columns: refundBatchColumns,
        rowsOf: refundBatchRows,
      });
    },
  );

  app.get(
    `${consoleApi}/exports/payouts`,
    consoleRoute("payouts.export", {
      isExport: true,
      querystring: payoutExportQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { format, after, ...query } = request.query;
      const filter = await payoutFilterOf(deps, operatorId, query);
      const one = { page: 1, size: 1, ...filter };
      const { total } = await listDisbursements(deps.disbursements, operatorId, one);
      return sendAuditedExport(deps, request, reply, {
        name: "payouts",
        audited: "payouts",
        filter: query,
        format,
        total,
        isContinued: after !== undefined,
        permission: "payouts.export",
        pieces: streamDisbursements(deps.disbursements, operatorId, filter, after),
        columns: payoutColumns,
        rowsOf: payoutRows,
      });
    },
  );
}
