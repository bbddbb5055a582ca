import type { FastifyRequest } from "fastify";
import type { ClientDisbursementStatus, DisbursementSession } from "#contract/client/disbursements";
import type { PayoutContextOf } from "../customers/requirements/index.ts";
import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import type { Domain } from "../platform/domain.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import { createPollingGate } from "../platform/http/polling-gate.ts";
import { createJob } from "../platform/jobs/job.ts";
import { callsTo } from "../platform/observe-calls.ts";
import { createHttpPayoutProcessor } from "../providers/payout/index.ts";
import { captureLinkFor } from "../tax/w9/index.ts";
import {
  type DisbursementsDeps,
  type DisbursementsNeeds,
  defaultPayoutTimes,
  type PayoutTimes,
  sendLeaseMs,
} from "./disbursements-deps.ts";
import { createAchRail } from "./flow/ach-rail.ts";
import { askForW9s } from "./flow/ask-w9.ts";
import { createOutgoingPayouts } from "./flow/outgoing-payouts.ts";
import { createRails } from "./flow/rails.ts";
import { expirePayouts } from "./flow/refresh-payout.ts";
import { lookAfterPayout, sendPayout } from "./flow/send-payout.ts";
import { type MethodOwner, removeSavedMethod } from "./methods/saved-methods.ts";
import type { PayoutRecord } from "./records.ts";
import { readSession, readStatus, registerClientRoutes } from "./routes/client-routes.ts";
import { resolvePayoutSecret } from "./routes/client-secret.ts";
import { registerNotificationRoutes } from "./routes/notification-routes.ts";
import { registerOperatorRoutes } from "./routes/operator-routes.ts";
import { contextOf, owesW9, standingOf } from "./standing.ts";
import { claimDue, findByKey, releaseClaim } from "./store/payout-store.ts";

/** Payouts taken in one round of recovery. */
const mostPayouts = 20;

/** The domain, and what its functions are given. */
export interface Disbursements extends Domain {
  deps: DisbursementsDeps;
  /** What `GET /v1/client/session` and `/v1/client/status` answer to a payout's secret. */
  client: PayoutClient;
  /** For the requirements engine. */
  payoutContextOf: PayoutContextOf;
  /** Resolves when what is being sent has its answer; its deadlines bound it. */
  close(): Promise<void>;
}

/** What payouts do on paths that they share with payments. */
export interface PayoutClient {
  session(request: FastifyRequest): Promise<DisbursementSession>;
  status(request: FastifyRequest): Promise<ClientDisbursementStatus>;
  /** Removes a way to be paid that was kept; false if its owner has none of that id. */
  removeMethod(owner: MethodOwner, payoutMethodId: string): Promise<boolean>;
}

/** Puts the domain together: its ways to send money, its times. */
export function createDisbursements(
  given: DisbursementsNeeds,
  givenTimes: Partial<PayoutTimes> = {},
): Disbursements {
  const { config, http, metrics, clock } = given;
  const times = { ...defaultPayoutTimes, ...givenTimes };
  const { payoutProcessor, payoutNotificationUrl: notificationUrl } = config;
  const outcomes = metrics.counter("tessera_payouts_total", "Payouts by provider and outcome.", [
    "provider",
    "outcome",
  ]);
  const deps: DisbursementsDeps = {
    ...given,
    times,
    rails: createRails({
      processor:
        payoutProcessor &&
        createHttpPayoutProcessor(
          { ...payoutProcessor, ...times, notificationUrl },
          callsTo(payoutProcessor.name, http),
        ),
      ach: given.ach.isOpen ? createAchRail(given.ach, given.database) : undefined,
      hasBankLogin: config.bankLogin !== undefined,
    }),
    outgoing: createOutgoingPayouts(
      {
        send: (id) => sendPayout(deps, id),
        lookAfter: (id) => lookAfterPayout(deps, id),
      },
      given,
    ),
    counters: { outcome: (provider, outcome) => outcomes.inc({ provider, outcome }) },
  };
  given.ach.listen("disbursement", async ({ entryKey }) => {
    const disbursementIntentId = await findByKey(deps, entryKey);
    if (disbursementIntentId !== undefined) await lookAfterPayout(deps, disbursementIntentId);
  });
  const polling = createPollingGate(clock, times.pollingCooldownMs);
  return {
    deps,
    client: {
      session: (request) => readSession(deps, request),
      status: (request) => readStatus(deps, request, polling),
      removeMethod: (owner, payoutMethodId) => removeSavedMethod(deps, owner, payoutMethodId),
    },
    async payoutContextOf(tx, grant, customer) {
      const payout = grant as PayoutRecord;
      const { settings } = await deps.operators.get(payout.operatorId);
      const standing = await standingOf(deps, tx, payout, customer, settings);
      const intentLiveUntil = new Date(payout.expiresAtMs);
      const link = owesW9(standing)
        ? await captureLinkFor(deps, tx, payout, { intentLiveUntil })
        : null;
      return contextOf(standing, link?.w9CaptureUrl ?? null);
    },
    register: (app) => registerDisbursements(app, deps),
    commands: [],
    jobs: [
      createJob({ name: "disbursements.expire", everyMs: 5_000, run: () => expirePayouts(deps) }),
      createJob({ name: "disbursements.ask_w9", everyMs: 30_000, run: () => askForW9s(deps) }),
      createJob({
        name: "disbursements.look_after",
        everyMs: 1_000,
        run: () => lookAfterDue(deps),
      }),
    ],
    close: () => deps.outgoing.idle(),
  };
}

/** Registers the routes and the client secrets of payouts. */
function registerDisbursements(app: HttpServer, deps: DisbursementsDeps): void {
  const polling = createPollingGate(deps.clock, deps.times.pollingCooldownMs);
  deps.clientSecrets.register("di", resolvePayoutSecret(deps));
  registerOperatorRoutes(app, deps, polling);
  registerClientRoutes(app, deps);
  registerNotificationRoutes(app, deps);
}

/** One round of recovery: payouts that a crash cut off, whose outcome is open, or that may come back. */
async function lookAfterDue(deps: DisbursementsDeps): Promise<"more" | undefined> {
  const nowMs = deps.clock.nowMs();
  const untilMs = nowMs + sendLeaseMs(deps.times);
  const due = await claimDue(deps, nowMs, untilMs, mostPayouts).catch((error: unknown) => {
    // The claim may have been made although its answer is lost.
    if (isStoreUnavailable(error)) {
      deps.database.onceBack(() => releaseClaim(deps, untilMs, deps.clock.nowMs()));
    }
    throw error;
  });
  await Promise.all(due.map((id) => deps.outgoing.lookAfter(id)));
  return due.length === mostPayouts ? "more" : undefined;
}
