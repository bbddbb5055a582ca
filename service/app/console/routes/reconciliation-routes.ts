import * as z from "zod/mini";
import { importQuery, settlementFile } from "#contract/api/settlement-files";
import {
  type BreakAge,
  batchList,
  batchPage,
  batchQuery,
  breakAction,
  breakAges,
  breakList,
  breakPage,
  breakQuery,
  dayQuery,
  dayStrip,
  fileQuery,
  lineList,
  lineQuery,
  settlementFileList,
} from "#contract/console/reconciliation";
import type { StaffCaller } from "../../../operators/staff/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import {
  acceptUploads,
  actOnBreak,
  ageStarts,
  bodyOf,
  breakActorOf,
  exportBatches,
  exportBreaks,
  exportFiles,
  listBatches,
  listBreaks,
  listFiles,
  listLines,
  presentBreaks,
  presentReceived,
  readBatch,
  readBreak,
  readDays,
  receiveFile,
  requireAccepted,
  streamLines,
} from "../../../reporting/settlement/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import {
  batchColumns,
  batchRow,
  breakColumns,
  breakRow,
  fileColumns,
  fileRow,
  lineColumns,
  lineRow,
} from "../exports/reconciliation-columns.ts";
import { sendAuditedExport } from "../exports/send-audited-export.ts";

const base = `${consoleApi}/reconciliation`;
const id = z.object({ id: z.string() });
const dayMs = 86_400_000;
/** An export of reconciliation is CSV and cannot be continued. */
const whole = { permission: "reconciliation.read", format: "csv", isContinued: false } as const;

export function registerReconciliationRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const settlement = deps.settlement.deps;

  app.get(
    `${base}/days`,
    consoleRoute("reconciliation.read", { querystring: dayQuery, response: dayStrip }),
    (request) => readDays(settlement, staffOf(request).operatorId, request.query.to),
  );

  app.get(
    `${base}/files`,
    consoleRoute("reconciliation.read", { querystring: fileQuery, response: settlementFileList }),
    (request) => listFiles(settlement, staffOf(request).operatorId, request.query),
  );

  app.register(async (uploads: HttpServer) => {
    acceptUploads(uploads);
    const route = consoleRoute("reconciliation.work", {
      querystring: importQuery,
      response: settlementFile,
      statusCode: 201,
    });
    uploads.post(
      `${base}/files`,
      { ...route, bodyLimit: 512 * 1024 * 1024 },
      async (request, reply) => {
        const { operatorId, staffId } = staffOf(request);
        const upload = { ...request.query, operatorId, actor: { kind: "staff", staffId } as const };
        await deps.keyring.load(operatorId);
        const received = await receiveFile(settlement, upload, bodyOf(request));
        requireAccepted(received);
        deps.settlement.wake();
        reply.code(201);
        return presentReceived(settlement, operatorId, received);
      },
    );
  });

  app.get(
    `${base}/batches`,
    consoleRoute("reconciliation.read", { querystring: batchQuery, response: batchList }),
    (request) => listBatches(settlement, staffOf(request).operatorId, request.query, request.query),
  );

  app.get(
    `${base}/batches/:id`,
    consoleRoute("reconciliation.read", { params: id, response: batchPage }),
    (request) => readBatch(settlement, staffOf(request).operatorId, request.params.id),
  );

  app.get(
    `${base}/batches/:id/lines`,
    consoleRoute("reconciliation.read", { params: id, querystring: lineQuery, response: lineList }),
    (request) =>
      listLines(settlement, staffOf(request).operatorId, request.params.id, request.query),
  );

  app.get(
    `${base}/breaks`,
    consoleRoute("reconciliation.read", { querystring: breakQuery, response: breakList }),
    (request) => breaksPage(deps, staffOf(request), request.query),
  );

  app.get(
    `${base}/breaks/:id`,
    consoleRoute("reconciliation.read", { params: id, response: breakPage }),
    (request) => {
      const staff = staffOf(request);
      return readBreak(settlement, staff.operatorId, request.params.id, breakActorOf(staff));
    },
  );

  app.post(
    `${base}/breaks/:id`,
    consoleRoute("reconciliation.work", { params: id, body: breakAction, response: breakPage }),
    async (request) => {
      const staff = staffOf(request);
      const { operatorId, staffId } = staff;
      const settlementBreakId = request.params.id;
      await actOnBreak(settlement, { operatorId, settlementBreakId, staffId }, request.body);
      return readBreak(settlement, operatorId, settlementBreakId, breakActorOf(staff));
    },
  );

  registerExports(app, deps);
}

function registerExports(app: HttpServer, deps: ConsoleDeps): void {
  const settlement = deps.settlement.deps;

  app.get(
    `${base}/exports/files`,
    consoleRoute("reconciliation.read", { isExport: true, response: z.any() }),
    async (request, reply) =>
      sendAuditedExport(deps, request, reply, {
        name: "settlement-files",
        audited: "settlement_files",
        filter: {},
        ...whole,
        ...(await exportFiles(settlement, staffOf(request).operatorId)),
        columns: fileColumns,
        rowsOf: (file) => [fileRow(file)],
      }),
  );

  app.get(
    `${base}/exports/batches`,
    consoleRoute("reconciliation.read", {
      isExport: true,
      querystring: batchQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const { page: _page, size: _size, sort, ...filter } = request.query;
      return sendAuditedExport(deps, request, reply, {
        name: "settlement-batches",
        audited: "settlement_batches",
        filter,
        ...whole,
        ...(await exportBatches(settlement, staffOf(request).operatorId, sort, filter)),
        columns: batchColumns,
        rowsOf: (batch) => [batchRow(batch)],
      });
    },
  );

  app.get(
    `${base}/exports/batches/:id/lines`,
    consoleRoute("reconciliation.read", { isExport: true, params: id, response: z.any() }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const { batch } = await readBatch(settlement, operatorId, request.params.id);
      return sendAuditedExport(deps, request, reply, {
        name: "settlement-rows",
        audited: "settlement_rows",
        filter: { batch: request.params.id },
        ...whole,
        total: batch.rowCount,
        pieces: streamLines(settlement, operatorId, request.params.id),
        columns: lineColumns,
        rowsOf: (line) => [lineRow(line)],
      });
    },
  );

  app.get(
    `${base}/exports/breaks`,
    consoleRoute("reconciliation.read", {
      isExport: true,
      querystring: breakQuery,
      response: z.any(),
    }),
    async (request, reply) => {
      const staff = staffOf(request);
      const { page: _page, size: _size, sort, ...query } = request.query;
      const { operatorId } = staff;
      const filter = breakFilterOf(deps, staff, request.query);
      const { total, pieces } = await exportBreaks(settlement, operatorId, sort, filter);
      async function* presented() {
        for await (const breaks of pieces) yield presentBreaks(settlement, operatorId, breaks);
      }
      return sendAuditedExport(deps, request, reply, {
        name: "settlement-breaks",
        audited: "settlement_breaks",
        filter: query,
        ...whole,
        total,
        pieces: presented(),
        columns: breakColumns,
        rowsOf: (found) => [breakRow(found)],
      });
    },
  );
}

async function breaksPage(
  deps: ConsoleDeps,
  staff: StaffCaller,
  query: z.infer<typeof breakQuery>,
) {
  const settlement = deps.settlement.deps;
  const { operatorId } = staff;
  const { page, size, sort } = query;
  const filter = breakFilterOf(deps, staff, query);
  const { breaks, total } = await listBreaks(settlement, operatorId, { page, size, sort }, filter);
  const data = await presentBreaks(settlement, operatorId, breaks);
  return { data, page, size, total };
}

function breakFilterOf(
  { clock }: ConsoleDeps,
  { staffId }: StaffCaller,
  { state, class: kind, source, owner, age }: z.infer<typeof breakQuery>,
) {
  const openStates = ["open", "explained"] as const;
  const closedStates = ["resolved", "written_off"] as const;
  return {
    states: state === undefined ? openStates : state === "closed" ? closedStates : [state],
    class: kind,
    source,
    owner: owner === "me" ? staffId : owner === "nobody" ? null : undefined,
    ...(age === undefined ? {} : openedWithin(age, clock.nowMs())),
  };
}

function openedWithin(age: BreakAge, nowMs: number) {
  const next = breakAges[breakAges.indexOf(age) + 1];
  return {
    openedBefore: new Date(nowMs - ageStarts[age] * dayMs + 1),
    ...(next === undefined ? {} : { openedFrom: new Date(nowMs - ageStarts[next] * dayMs + 1) }),
  };
}
