import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  paymentExportQuery,
  payoutExportQuery,
  refundBatchExportQuery,
} from "#contract/console/exports";
import { appendAudit } from "../../../operators/audit/index.ts";
import {
  countPayments,
  readBatch,
  streamBatchItems,
  streamPayments,
} from "../../../payments/index.ts";
import { listDisbursements, streamDisbursements } from "../../../payouts/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
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
import { sendExport } from "../exports/send-export.ts";
import { whileAllowed } from "../exports/while-allowed.ts";
import { paymentFilterOf, payoutFilterOf } from "../filters.ts";

export function registerExportRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/exports/payments`,
    consoleRoute("payments.export", { querystring: paymentExportQuery, response: z.any() }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { operatorId } = staff;
      const { format, after, ...query } = request.query;
      const filter = await paymentFilterOf(deps, operatorId, query);
      const total = await countPayments(deps, operatorId, filter);
      await auditExport(deps, request, "payments", { format, total, query });
      return sendExport(reply, {
        name: "payments",
        format,
        total,
        isContinued: after !== undefined,
        pieces: whileAllowed(
          deps,
          staff,
          "payments.export",
          streamPayments(deps, operatorId, filter, after),
        ),
        columns: paymentColumns,
        rowsOf: paymentRows,
        date: await today(deps, operatorId),
      });
    },
  );

  app.get(
    `${consoleApi}/exports/refund-batch`,
    consoleRoute("payments.export", { querystring: refundBatchExportQuery, response: z.any() }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { operatorId } = staff;
      const { format, after, refundBatchId } = request.query;
      const key = { operatorId, refundBatchId };
      const { total } = (await readBatch(deps.payments, key)).counts;
      await auditExport(deps, request, "refund_batch", { format, total, query: { refundBatchId } });
      return sendExport(reply, {
        name: "refund-batch",
        format,
        total,
        isContinued: after !== undefined,
        pieces: whileAllowed(
          deps,
          staff,
          "payments.export",
          streamBatchItems(deps.payments, key, after),
        ),
        columns: refundBatchColumns,
        rowsOf: refundBatchRows,
        date: await today(deps, operatorId),
      });
    },
  );

  app.get(
    `${consoleApi}/exports/payouts`,
    consoleRoute("payouts.export", { querystring: payoutExportQuery, response: z.any() }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { operatorId } = staff;
      const { format, after, ...query } = request.query;
      const filter = await payoutFilterOf(deps, operatorId, query);
      const one = { page: 1, size: 1, ...filter };
      const { total } = await listDisbursements(deps.disbursements, operatorId, one);
      await auditExport(deps, request, "payouts", { format, total, query });
      return sendExport(reply, {
        name: "payouts",
        format,
        total,
        isContinued: after !== undefined,
        pieces: whileAllowed(
          deps,
          staff,
          "payouts.export",
          streamDisbursements(deps.disbursements, operatorId, filter, after),
        ),
        columns: payoutColumns,
        rowsOf: payoutRows,
        date: await today(deps, operatorId),
      });
    },
  );
}

/** Audits an export before any data is sent: who exports, and the names of the filters without their values. */
async function auditExport(
  deps: ConsoleDeps,
  request: FastifyRequest,
  what: "payments" | "payouts" | "refund_batch",
  { format, total, query }: { format: string; total: number; query: Record<string, unknown> },
): Promise<void> {
  const { operatorId, staffId } = staffOf(request);
  const filters = Object.entries(query).flatMap(([name, value]) => (value ? [name] : []));
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      action: `${what}.exported`,
      subject: { type: "operator", id: operatorId },
      details: { format, total, filters },
    }),
  );
}

async function today(deps: ConsoleDeps, operatorId: string): Promise<string> {
  const { settings } = await deps.operators.get(operatorId);
  return dateIn(settings.timeZone, deps.clock.nowMs());
}
