import * as z from "zod/mini";
import { refundList, refundQuery } from "#contract/console/refund-list";
import {
  destinationDecision,
  type RefundForStaff,
  refundDecision,
  refundForStaff,
  refundLink,
  staffRefund,
  waitingRefunds,
} from "#contract/console/refunds";
import type { StaffRole } from "#contract/console/roles";
import { pageQuery } from "#contract/lists";
import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import {
  approveRefundByStaff,
  cancelRefundByStaff,
  decideRefundByStaff,
  declineRefundByStaff,
  listRefundsForStaff,
  type RefundForReview,
  readAwaitingApproval,
  refundByStaff,
  refundLinkForStaff,
} from "../../../payments/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { namesOfCustomers } from "../names-of-customers.ts";

export function registerRefundRoutes(app: HttpServer, deps: ConsoleDeps): void {
  registerList(app, deps);
  registerDestinationRoutes(app, deps);
  registerApprovals(app, deps);
  app.post(
    `${consoleApi}/payments/:paymentIntentId/refunds`,
    consoleRoute("payments.refund", {
      params: z.object({ paymentIntentId: z.string() }),
      body: staffRefund,
      response: refundForStaff,
      statusCode: 201,
    }),
    async (request, reply) => {
      const { operatorId, staffId } = staffOf(request);
      const { settings } = await deps.operators.get(operatorId);
      const { seenReturnedMinor, ...input } = request.body;
      const { paymentIntentId } = request.params;
      const refund = await refundByStaff(
        deps.payments,
        { operatorId, paymentIntentId, staffId },
        input,
        {
          seenReturnedMinor,
          limitMinor: (currency, role) => refundLimitOf(settings, role, currency),
        },
      );
      reply.code(201);
      return presentOne(deps, { operatorId, staffId }, refund);
    },
  );

  app.post(
    `${consoleApi}/refunds/:refundId/cancel`,
    consoleRoute("payments.refund", {
      params: z.object({ refundId: z.string() }),
      response: refundForStaff,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { refundId } = request.params;
      const actor = { kind: "staff", staffId } as const;
      const refund = await cancelRefundByStaff(deps.payments, { operatorId, refundId, actor });
      return presentOne(deps, { operatorId, staffId }, refund);
    },
  );
}

function registerList(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/refunds`,
    consoleRoute("payments.read", { querystring: refundQuery, response: refundList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size } = request.query;
      const found = await listRefundsForStaff(deps.payments, operatorId, request.query);
      const ids = found.data.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = found.data.map((refund) => ({
        ...refund,
        ...namesOf(refund.externalCustomerId),
      }));
      return { data, page, size, total: found.total };
    },
  );
}

/** Destinations that customers name, and links to name one. */
function registerDestinationRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const params = z.object({ refundId: z.string() });

  app.post(
    `${consoleApi}/refunds/:refundId/link`,
    consoleRoute("payments.refund", { params, response: refundLink }),
    (request) => {
      const { operatorId, staffId } = staffOf(request);
      const actor = { kind: "staff", staffId } as const;
      const { refundId } = request.params;
      return refundLinkForStaff(deps.payments, { operatorId, refundId, actor });
    },
  );

  app.post(
    `${consoleApi}/refunds/:refundId/approve`,
    consoleRoute("payments.refund", {
      params,
      body: destinationDecision,
      response: refundForStaff,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { settings } = await deps.operators.get(operatorId);
      const refund = await approveRefundByStaff(deps.payments, {
        operatorId,
        refundId: request.params.refundId,
        actor: { kind: "staff", staffId },
        decider: { kind: "staff", staffId },
        seenVersion: request.body.seenVersion,
        limitMinor: (currency, role) => refundLimitOf(settings, role, currency),
      });
      return presentOne(deps, { operatorId, staffId }, refund);
    },
  );

  app.post(
    `${consoleApi}/refunds/:refundId/decline`,
    consoleRoute("payments.refund", {
      params,
      body: destinationDecision,
      response: refundForStaff,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const refund = await declineRefundByStaff(deps.payments, {
        operatorId,
        refundId: request.params.refundId,
        actor: { kind: "staff", staffId },
        decider: { kind: "staff", staffId },
        seenVersion: request.body.seenVersion,
      });
      return presentOne(deps, { operatorId, staffId }, refund);
    },
  );
}

/** Decisions on refunds that need a second person. */
function registerApprovals(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/refunds/waiting`,
    consoleRoute("payments.read", { querystring: pageQuery, response: waitingRefunds }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { page, size } = request.query;
      const found = await readAwaitingApproval(deps.payments, operatorId, { page, size });
      const data = await presentRefunds(deps, { operatorId, staffId }, found.refunds);
      return { data, page, size, total: found.total };
    },
  );

  app.post(
    `${consoleApi}/refunds/:refundId/decision`,
    consoleRoute("payments.refund", {
      params: z.object({ refundId: z.string() }),
      body: refundDecision,
      response: refundForStaff,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { settings } = await deps.operators.get(operatorId);
      const refund = await decideRefundByStaff(deps.payments, {
        ...request.body,
        operatorId,
        staffId,
        refundId: request.params.refundId,
        limitMinor: (currency, role) => refundLimitOf(settings, role, currency),
      });
      return presentOne(deps, { operatorId, staffId }, refund);
    },
  );
}

async function presentOne(
  deps: ConsoleDeps,
  by: { operatorId: string; staffId: string },
  refund: RefundForReview,
): Promise<RefundForStaff> {
  const [shown] = await presentRefunds(deps, by, [refund]);
  return shown as RefundForStaff;
}

/** Largest refund of one payment, in minor units; null for no limit. */
export function refundLimitOf(
  { reviewerRefundLimitsMinor: limits }: Pick<OperatorSettings, "reviewerRefundLimitsMinor">,
  role: StaffRole,
  currency: string,
): number | null {
  if (role === "admin" || limits === null) return null;
  return Object.hasOwn(limits, currency) ? (limits[currency] ?? 0) : 0;
}

/** Shows refunds as this staff member may see them, with the names of requesters and approvers. */
export async function presentRefunds(
  deps: ConsoleDeps,
  by: { operatorId: string; staffId: string },
  refunds: readonly RefundForReview[],
): Promise<RefundForStaff[]> {
  const staffIds = refunds.flatMap(({ requestedBy, decidedBy }) =>
    [requestedBy, decidedBy].flatMap((actor) => (actor?.kind === "staff" ? [actor.staffId] : [])),
  );
  const nameOf = await staffNames(deps, by.operatorId, staffIds);
  return refunds.map(({ shown, requestedBy, decidedBy, ...refund }) => ({
    ...shown,
    ...refund,
    requestedBy: requestedBy.kind === "staff" ? nameOf(requestedBy.staffId).name : "API",
    decidedBy: decidedBy?.kind === "staff" ? nameOf(decidedBy.staffId).name : null,
    isOwn: requestedBy.kind === "staff" && requestedBy.staffId === by.staffId,
  }));
}
