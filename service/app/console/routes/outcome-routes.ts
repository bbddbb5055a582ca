import * as z from "zod/mini";
import {
  alarmResolution,
  lookUpAnswer,
  type MarkOutcome,
  markDecision,
  markOutcome,
  type OutcomeForStaff,
  outcomeDone,
  waitingOutcomes,
} from "#contract/console/outcomes";
import type { StaffRole } from "#contract/console/roles";
import { pageQuery } from "#contract/lists";
import type { AuditActor } from "../../../operators/audit/index.ts";
import { type StaffCaller, staffNames } from "../../../operators/staff/index.ts";
import {
  decideMarkByStaff,
  evidenceBodyBytes,
  isWithinLimit,
  lookUpPayment,
  lookUpRefund,
  type MarkRequest,
  markPayment,
  markRefund,
  type OutcomeForReview,
  openMarkFile,
  readUpload,
  readWaitingOutcomes,
  resolveAlarm,
  staffOfOutcomes,
} from "../../../payments/index.ts";
import {
  acceptForPayout,
  applyMarkToPayout,
  lookUpPayoutForStaff,
  markPayout,
} from "../../../payouts/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { refundLimitOf } from "./refund-routes.ts";
import { requireAttempt } from "./require-attempt.ts";

const attemptParams = z.object({ paymentIntentId: z.string(), paymentId: z.string() });
const payoutParams = z.object({ disbursementIntentId: z.string() });
const refundParams = z.object({ refundId: z.string() });

/** Registers the routes with which staff look up and mark unknown outcomes of payments, refunds and payouts. */
export function registerOutcomeRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const attempt = `${consoleApi}/payments/:paymentIntentId/attempts/:paymentId`;
  const refund = `${consoleApi}/refunds/:refundId`;

  app.post(
    `${attempt}/look-up`,
    consoleRoute("payments.decide", { params: attemptParams, response: lookUpAnswer }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const subjectId = await requireAttempt(deps, operatorId, request.params);
      return lookUpPayment(deps.payments, { operatorId, subjectId, staffId });
    },
  );

  app.post(
    `${attempt}/mark`,
    {
      ...consoleRoute("payments.refund", {
        params: attemptParams,
        body: markOutcome,
        response: outcomeDone,
      }),
      bodyLimit: evidenceBodyBytes,
    },
    async (request) => {
      const staff = staffOf(request);
      const subjectId = await requireAttempt(deps, staff.operatorId, request.params);
      await markPayment(deps.payments, await markRequestOf(deps, staff, subjectId, request.body));
      return { subjectId };
    },
  );

  app.post(
    `${refund}/look-up`,
    consoleRoute("payments.decide", { params: refundParams, response: lookUpAnswer }),
    (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { refundId: subjectId } = request.params;
      return lookUpRefund(deps.payments, { operatorId, subjectId, staffId });
    },
  );

  app.post(
    `${refund}/mark`,
    {
      ...consoleRoute("payments.refund", {
        params: refundParams,
        body: markOutcome,
        response: outcomeDone,
      }),
      bodyLimit: evidenceBodyBytes,
    },
    async (request) => {
      const { refundId: subjectId } = request.params;
      const staff = staffOf(request);
      const mark = await markRequestOf(deps, staff, subjectId, request.body);
      await markRefund(deps.payments, mark);
      return { subjectId };
    },
  );
  registerPayoutOutcomes(app, deps);
  registerDecisions(app, deps);
}

function registerPayoutOutcomes(app: HttpServer, deps: ConsoleDeps): void {
  const payout = `${consoleApi}/payouts/:disbursementIntentId`;

  app.post(
    `${payout}/look-up`,
    consoleRoute("payouts.decide", { params: payoutParams, response: lookUpAnswer }),
    (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { disbursementIntentId: subjectId } = request.params;
      return lookUpPayoutForStaff(deps.disbursements, { operatorId, subjectId, staffId });
    },
  );

  app.post(
    `${payout}/mark`,
    {
      ...consoleRoute("payouts.decide", {
        params: payoutParams,
        body: markOutcome,
        response: outcomeDone,
      }),
      bodyLimit: evidenceBodyBytes,
    },
    async (request) => {
      const { disbursementIntentId: subjectId } = request.params;
      const mark = await markRequestOf(deps, staffOf(request), subjectId, request.body);
      await markPayout(deps.disbursements, mark);
      return { subjectId };
    },
  );
}

/** The second person's decisions, and the lists of open work. */
function registerDecisions(app: HttpServer, deps: ConsoleDeps): void {
  app.post(
    `${consoleApi}/outcome-marks/:markId/decision`,
    consoleRoute("payments.refund", {
      params: z.object({ markId: z.string() }),
      body: markDecision,
      response: outcomeDone,
    }),
    async (request) => {
      const staff = staffOf(request);
      const { operatorId, staffId } = staff;
      const { markId } = request.params;
      const subjectId = await decideMarkByStaff(
        deps.payments,
        {
          ...request.body,
          operatorId,
          markId,
          staffId,
          limitMinor: await limitOf(deps, staff),
        },
        (mark, alsoWrite) => applyMarkToPayout(deps.disbursements, mark, alsoWrite),
      );
      return { subjectId };
    },
  );

  app.post(
    `${consoleApi}/outcome-alarms/:alarmId/resolution`,
    consoleRoute("payments.refund", {
      params: z.object({ alarmId: z.string() }),
      body: alarmResolution,
      response: outcomeDone,
    }),
    async (request) => {
      const staff = staffOf(request);
      const { operatorId, staffId } = staff;
      const { reference = null, ...resolution } = request.body;
      const subjectId = await resolveAlarm(
        deps.payments,
        {
          ...resolution,
          reference,
          operatorId,
          alarmId: request.params.alarmId,
          staffId,
          limitMinor: await limitOf(deps, staff),
        },
        (alarm, close) => acceptForPayout(deps.disbursements, alarm, close),
      );
      return { subjectId };
    },
  );

  app.get(
    `${consoleApi}/outcome-marks/:markId/file`,
    consoleRoute("payments.decide", {
      params: z.object({ markId: z.string() }),
      response: z.any(),
    }),
    async (request, reply) => {
      const { operatorId, staffId } = staffOf(request);
      const { markId } = request.params;
      const file = await openMarkFile(deps.payments, { operatorId, markId, staffId });
      const ending = file.contentType.split("/")[1];
      reply
        .type(file.contentType)
        .header("content-disposition", `attachment; filename="${markId}.${ending}"`);
      return reply.send(file.content);
    },
  );

  app.get(
    `${consoleApi}/outcomes/waiting`,
    consoleRoute("payments.read", { querystring: pageQuery, response: waitingOutcomes }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size } = request.query;
      const found = await readWaitingOutcomes(deps.payments, operatorId, { page, size });
      return { ...found, page, size };
    },
  );
}

async function limitOf(
  deps: ConsoleDeps,
  { operatorId, role: admitted }: Pick<StaffCaller, "operatorId" | "role">,
): Promise<(currency: string, role?: StaffRole) => number | null> {
  const { settings } = await deps.operators.get(operatorId);
  return (currency, role = admitted) => refundLimitOf(settings, role, currency);
}

async function markRequestOf(
  deps: ConsoleDeps,
  staff: Pick<StaffCaller, "operatorId" | "staffId" | "role">,
  subjectId: string,
  body: MarkOutcome,
): Promise<MarkRequest> {
  const { outcome, note, statement = null, seen } = body;
  return {
    operatorId: staff.operatorId,
    staffId: staff.staffId,
    subjectId,
    outcome,
    reference: body.outcome === "success" ? body.reference : null,
    evidence: { note, statement },
    file: body.file ? await readUpload(staff.operatorId, body.file, "file") : null,
    seen,
    limitMinor: await limitOf(deps, staff),
  };
}

/** Unknown, marked or contradicted outcomes, as this staff member may see them. */
export async function presentOutcomes(
  deps: ConsoleDeps,
  staff: Pick<StaffCaller, "operatorId" | "staffId" | "role">,
  outcomes: readonly OutcomeForReview[],
): Promise<OutcomeForStaff[]> {
  const { operatorId, staffId } = staff;
  const nameOf = await staffNames(deps, operatorId, staffOfOutcomes(outcomes));
  const limitMinor = await limitOf(deps, staff);
  const shownName = (actor: AuditActor | null) =>
    actor?.kind === "staff" ? nameOf(actor.staffId).name : null;
  const isoOf = (ms: number | null) => (ms === null ? null : toIsoTime(ms));
  return outcomes.map(({ subject, unknown, canLookUp, marks, alarms }) => {
    return {
      subjectType: subject.type,
      subjectId: subject.id,
      unknown: unknown && {
        checks: unknown.checks,
        nextCheckAt: isoOf(unknown.nextCheckAtMs),
        canMark: unknown.canMark,
        markableAt: toIsoTime(unknown.markableAtMs),
        onlyFailed: unknown.onlyFailed,
        isWithinLimit: isWithinLimit(subject, limitMinor(subject.currency)),
        needsSecondPerson: unknown.needsSecondPerson,
        seen: unknown.seen,
      },
      canLookUp,
      marks: marks.map(({ evidence, markedBy, decidedBy, ...mark }) => ({
        markId: mark.markId,
        outcome: mark.outcome,
        reference: mark.reference,
        note: evidence?.note ?? null,
        statement: evidence?.statement ?? null,
        file: mark.file,
        state: mark.state,
        markedBy: shownName(markedBy) ?? markedBy.kind,
        decidedBy: shownName(decidedBy),
        isOwn: markedBy.kind === "staff" && markedBy.staffId === staffId,
        version: mark.version,
        createdAt: toIsoTime(mark.createdAtMs),
        decidedAt: isoOf(mark.decidedAtMs),
        confirmedAt: isoOf(mark.confirmedAtMs),
      })),
      alarms: alarms.map(({ resolvedBy, openedAtMs, resolvedAtMs, ...alarm }) => ({
        ...alarm,
        reference: alarm.reference || null,
        resolvedBy: shownName(resolvedBy),
        openedAt: toIsoTime(openedAtMs),
        resolvedAt: isoOf(resolvedAtMs),
      })),
    };
  });
}
