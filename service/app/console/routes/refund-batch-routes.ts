import * as z from "zod/mini";
import {
  type BatchPreview,
  type BatchSelection,
  batchDecision,
  batchItemQuery,
  batchListQuery,
  batchPreview,
  batchSelection,
  newRefundBatch,
  type RefundBatch,
  refundBatch,
  refundBatches,
  refundBatchItems,
} from "#contract/console/refund-batches";
import { toMajor } from "#contract/money";
import { staffNames } from "../../../operators/staff/index.ts";
import {
  type BatchForReview,
  type BatchPlan,
  createRefundBatch,
  decideBatch,
  listBatches,
  listBatchItems,
  planBatch,
  readBatch,
  retryBatch,
  type Selection,
  stopBatch,
} from "../../../payments/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { paymentFilterOf } from "../filters.ts";
import { namesOfCustomers } from "../names-of-customers.ts";
import { refundLimitOf } from "./refund-routes.ts";

const params = z.object({ refundBatchId: z.string() });

/** Registers refund batches: a batch refunds many payments in full. */
export function registerRefundBatchRoutes(app: HttpServer, deps: ConsoleDeps): void {
  registerNewBatches(app, deps);
  registerDecisions(app, deps);

  app.get(
    `${consoleApi}/refund-batches`,
    consoleRoute("payments.read", { querystring: batchListQuery, response: refundBatches }),
    async (request) => {
      const staff = staffOf(request);
      const { page, size } = request.query;
      const found = await listBatches(deps.payments, staff.operatorId, request.query);
      return { data: await present(deps, staff, found.batches), page, size, total: found.total };
    },
  );

  app.get(
    `${consoleApi}/refund-batches/:refundBatchId`,
    consoleRoute("payments.read", { params, response: refundBatch }),
    (request) => presentOne(deps, staffOf(request), request.params.refundBatchId),
  );

  app.get(
    `${consoleApi}/refund-batches/:refundBatchId/items`,
    consoleRoute("payments.read", {
      params,
      querystring: batchItemQuery,
      response: refundBatchItems,
    }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size } = request.query;
      const key = { operatorId, refundBatchId: request.params.refundBatchId };
      const { items, total } = await listBatchItems(deps.payments, key, request.query);
      const ids = items.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = items.map(({ amount: _amount, ...item }) => ({
        ...item,
        ...namesOf(item.externalCustomerId),
      }));
      return { data, page, size, total };
    },
  );
}

function registerNewBatches(app: HttpServer, deps: ConsoleDeps): void {
  app.post(
    `${consoleApi}/refund-batches/preview`,
    consoleRoute("payments.refund", { body: batchSelection, response: batchPreview }),
    async (request) => {
      const staff = staffOf(request);
      const selection = await selectionOf(deps, staff.operatorId, request.body);
      return presentPlan(await planBatch(deps.payments, await actorOf(deps, staff), selection));
    },
  );

  app.post(
    `${consoleApi}/refund-batches`,
    consoleRoute("payments.refund", {
      body: newRefundBatch,
      response: refundBatch,
      statusCode: 201,
    }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { selection, ...confirmed } = request.body;
      const refundBatchId = await createRefundBatch(
        deps.payments,
        await actorOf(deps, staff),
        await selectionOf(deps, staff.operatorId, selection),
        confirmed,
      );
      reply.code(201);
      return presentOne(deps, staff, refundBatchId);
    },
  );
}

function registerDecisions(app: HttpServer, deps: ConsoleDeps): void {
  const path = `${consoleApi}/refund-batches/:refundBatchId`;

  app.post(
    `${path}/decision`,
    consoleRoute("payments.refund", { params, body: batchDecision, response: refundBatch }),
    async (request) => {
      const staff = staffOf(request);
      const { refundBatchId } = request.params;
      const decider = { ...(await actorOf(deps, staff)), refundBatchId };
      await decideBatch(deps.payments, decider, request.body);
      return presentOne(deps, staff, refundBatchId);
    },
  );

  app.post(
    `${path}/stop`,
    consoleRoute("payments.refund", { params, response: refundBatch }),
    async (request) => {
      const staff = staffOf(request);
      const { refundBatchId } = request.params;
      await stopBatch(deps.payments, { ...(await actorOf(deps, staff)), refundBatchId });
      return presentOne(deps, staff, refundBatchId);
    },
  );

  app.post(
    `${path}/retry`,
    consoleRoute("payments.refund", { params, response: refundBatch }),
    async (request) => {
      const staff = staffOf(request);
      const { refundBatchId } = request.params;
      await retryBatch(deps.payments, { ...(await actorOf(deps, staff)), refundBatchId });
      return presentOne(deps, staff, refundBatchId);
    },
  );
}

type By = Pick<ReturnType<typeof staffOf>, "operatorId" | "staffId" | "role">;

async function actorOf(deps: ConsoleDeps, { operatorId, staffId, role: admitted }: By) {
  const { settings } = await deps.operators.get(operatorId);
  return {
    operatorId,
    staffId,
    role: admitted,
    limitMinor: (currency: string, role = admitted) => refundLimitOf(settings, role, currency),
  };
}

async function selectionOf(
  deps: ConsoleDeps,
  operatorId: string,
  selection: BatchSelection,
): Promise<Selection> {
  if (selection.by === "ids") return { paymentIntentIds: selection.paymentIntentIds };
  return { filter: await paymentFilterOf(deps, operatorId, selection.filter) };
}

function presentPlan(plan: BatchPlan): BatchPreview {
  const currencies = [...new Set(plan.refunds.map(({ currency }) => currency))].sort();
  return {
    matching: plan.matching,
    count: plan.refunds.length,
    sums: currencies.map((currency) => {
      const own = plan.refunds.filter((refund) => refund.currency === currency);
      const sum = (of: (refund: (typeof own)[number]) => number) =>
        toMajor(
          own.reduce((minor, refund) => minor + of(refund), 0),
          currency,
        );
      return {
        currency,
        count: own.length,
        amount: sum(({ baseMinor }) => baseMinor),
        total: sum(({ totalMinor }) => totalMinor),
      };
    }),
    excluded: plan.excluded.map(({ intent, reason }) => ({
      paymentIntentId: intent.paymentIntentId,
      externalPaymentIntentId: intent.externalPaymentIntentId,
      amount: toMajor(intent.amountMinor, intent.currency),
      currency: intent.currency,
      reason,
    })),
    needsApproval: plan.needsApproval,
    fingerprint: plan.fingerprint,
  };
}

async function presentOne(deps: ConsoleDeps, by: By, refundBatchId: string): Promise<RefundBatch> {
  const batchForReview = await readBatch(deps.payments, {
    operatorId: by.operatorId,
    refundBatchId,
  });
  const [shown] = await present(deps, by, [batchForReview]);
  return shown as RefundBatch;
}

/** Shows batches as this staff member may see them, with the names of requesters and approvers. */
async function present(
  deps: ConsoleDeps,
  { operatorId, staffId }: By,
  batches: readonly BatchForReview[],
): Promise<RefundBatch[]> {
  const staffIds = batches.flatMap(({ batch: { requestedBy, decidedBy } }) =>
    [requestedBy, decidedBy].flatMap((actor) => (actor?.kind === "staff" ? [actor.staffId] : [])),
  );
  const nameOf = await staffNames(deps, operatorId, staffIds);
  return batches.map(({ batch, note, counts, sums }) => {
    const { requestedBy, decidedBy, finishedAtMs } = batch;
    return {
      refundBatchId: batch.refundBatchId,
      state: batch.state,
      reason: batch.reason,
      note,
      requestedBy: requestedBy.kind === "staff" ? nameOf(requestedBy.staffId).name : "API",
      isOwn: requestedBy.kind === "staff" && requestedBy.staffId === staffId,
      approval: batch.approval,
      decidedBy: decidedBy?.kind === "staff" ? nameOf(decidedBy.staffId).name : null,
      version: batch.version,
      createdAt: toIsoTime(batch.createdAtMs),
      updatedAt: toIsoTime(batch.updatedAtMs),
      finishedAt: finishedAtMs === null ? null : toIsoTime(finishedAtMs),
      counts,
      sums: [...sums],
    };
  });
}
