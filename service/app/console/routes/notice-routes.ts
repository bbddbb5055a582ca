import * as z from "zod/mini";
import {
  type NoticeForStaff,
  noticeDecided,
  noticeDecision,
  noticeList,
  noticeQuery,
} from "#contract/console/notices";
import { toMajor } from "#contract/money";
import { staffNames } from "../../../operators/staff/index.ts";
import { decideNotice, listNotices, type NoticeForReview } from "../../../payments/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const path = `${consoleApi}/reconciliation/notices`;

export function registerNoticeDecisionRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    path,
    consoleRoute("reconciliation.read", { querystring: noticeQuery, response: noticeList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, state = "open", sort } = request.query;
      const { notices, total } = await listNotices(deps.payments, operatorId, {
        state,
        page,
        size,
        sort,
      });
      const staffIds = notices.flatMap(({ decidedBy }) =>
        decidedBy?.kind === "staff" ? [decidedBy.staffId] : [],
      );
      const nameOf = await staffNames(deps, operatorId, staffIds);
      return {
        data: notices.map((notice) => presentNotice(notice, (id) => nameOf(id).name)),
        page,
        size,
        total,
      };
    },
  );

  app.post(
    `${path}/:processor/:eventId`,
    consoleRoute("reconciliation.work", {
      params: z.object({ processor: z.string(), eventId: z.string() }),
      body: noticeDecision,
      response: noticeDecided,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { action, reason } = request.body;
      const paymentId = request.body.action === "match" ? request.body.paymentId : null;
      const decision = { ...request.params, operatorId, staffId, action, reason, paymentId };
      return { state: await decideNotice(deps.payments, decision) };
    },
  );
}

function presentNotice(
  { notice, decidedBy, ...found }: NoticeForReview,
  nameOf: (staffId: string) => string,
): NoticeForStaff {
  const isDispute = notice.type === "dispute";
  return {
    processor: found.processor,
    eventId: notice.eventId,
    type: notice.type,
    state: found.state,
    problem: found.problem,
    amount: toMajor(notice.amountMinor, notice.currency),
    currency: notice.currency,
    network: notice.network,
    code: (isDispute ? notice.reasonCode : notice.fraudType) ?? null,
    charge: notice.chargeId ?? notice.chargeKey ?? null,
    reference: isDispute ? notice.disputeId : notice.reportId,
    respondBy: isDispute ? notice.respondBy : null,
    receivedAt: found.receivedAt.toISOString(),
    note: found.note,
    decidedBy: decidedBy?.kind === "staff" ? nameOf(decidedBy.staffId) : null,
    decidedAt: found.decidedAt?.toISOString() ?? null,
  };
}
