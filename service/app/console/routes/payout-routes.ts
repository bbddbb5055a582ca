import * as z from "zod/mini";
import {
  decidedPayout,
  decidePayout as decisionBody,
  payoutDetail,
  payoutList,
  payoutQuery,
  waitingPayoutQuery,
  waitingPayouts,
} from "#contract/console/payouts";
import { toMajor } from "#contract/money";
import { listEvents } from "../../../events/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import {
  decidePayout,
  listDisbursements,
  listPendingValidation,
  readDisbursement,
  readPayoutOutcomes,
} from "../../../payouts/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { payoutFilterOf } from "../filters.ts";
import { namesOfCustomers } from "../names-of-customers.ts";
import { presentOutcomes } from "./outcome-routes.ts";

const params = z.object({ disbursementIntentId: z.string() });
const maxEvents = 100;
const staffActor = /^staff:(.+)$/;
const dollars = (minor: number | null) => (minor === null ? null : toMajor(minor, "USD"));

export function registerPayoutRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const { disbursements } = deps;

  app.get(
    `${consoleApi}/payouts/waiting`,
    consoleRoute("payouts.read", { querystring: waitingPayoutQuery, response: waitingPayouts }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const found = await listPendingValidation(disbursements, operatorId, request.query);
      const data = found.data.map(({ yearToDateMinor, ...waiting }) => ({
        ...waiting,
        gates: { ...waiting.gates },
        yearToDate: dollars(yearToDateMinor),
      }));
      return { ...found, data };
    },
  );

  app.get(
    `${consoleApi}/payouts`,
    consoleRoute("payouts.read", { querystring: payoutQuery, response: payoutList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, sort, ...query } = request.query;
      const filter = await payoutFilterOf(deps, operatorId, query);
      const shown = { page, size, sort, ...filter };
      const found = await listDisbursements(disbursements, operatorId, shown);
      const ids = found.data.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = found.data.map((intent) => ({
        ...intent,
        ...namesOf(intent.externalCustomerId),
      }));
      return { ...found, data };
    },
  );

  app.get(
    `${consoleApi}/payouts/:disbursementIntentId`,
    consoleRoute("payouts.read", { params, response: payoutDetail }),
    async (request) => {
      const staff = staffOf(request);
      const { operatorId } = staff;
      const { disbursementIntentId } = request.params;
      const found = await readDisbursement(disbursements, { operatorId, disbursementIntentId });
      const { intent, isHeld, customer, gates, yearToDateMinor, processor, history } = found;
      const actors = history.flatMap(({ actor }) => staffActor.exec(actor)?.[1] ?? []);
      const decider = staffActor.exec(intent.disbursement?.decidedBy ?? "")?.[1];
      const about = { resourceId: disbursementIntentId };
      const [nameOf, events, outcomes] = await Promise.all([
        staffNames(deps, operatorId, decider === undefined ? actors : [...actors, decider]),
        listEvents(deps, operatorId, about, { page: 1, size: maxEvents }),
        readPayoutOutcomes(disbursements, operatorId, disbursementIntentId).then((all) =>
          presentOutcomes(deps, staff, all),
        ),
      ]);
      return {
        intent,
        isHeld,
        customer,
        gates: { ...gates },
        yearToDate: dollars(yearToDateMinor),
        history: history.map(({ event, actor, ...entry }) => {
          const staffId = staffActor.exec(actor)?.[1];
          const name = staffId === undefined ? actor : nameOf(staffId).name;
          return { ...entry, happening: event, actor: name };
        }),
        decidedBy: decider === undefined ? null : nameOf(decider),
        processor,
        events: events.data,
        outcomes,
      };
    },
  );

  app.post(
    `${consoleApi}/payouts/:disbursementIntentId/decision`,
    consoleRoute("payouts.decide", { params, body: decisionBody, response: decidedPayout }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { decision, reason, version } = request.body;
      const key = { operatorId, disbursementIntentId: request.params.disbursementIntentId };
      const intent = await decidePayout(disbursements, key, {
        decision,
        version,
        decider: { kind: "staff", staffId },
        ...(reason === undefined ? {} : { reason }),
      });
      const one = { page: 1, size: 1 };
      const { total } = await listPendingValidation(disbursements, operatorId, one);
      return { intent, waiting: total };
    },
  );
}
