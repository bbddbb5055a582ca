import type { FastifyRequest } from "fastify";
import type { ClientDisbursementStatus, DisbursementSession } from "#contract/client/disbursements";
import type { PayoutContextOf } from "../customers/requirements/index.ts";
import { leaseFor } from "../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import type { Domain } from "../platform/domain.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import { createPollingGate } from "../platform/http/polling-gate.ts";
import { createFailurePauses, type FailurePauses } from "../platform/jobs/failure-pauses.ts";
import { createJob } from "../platform/jobs/job.ts";
import { createLaneJobs, type Lane } from "../platform/jobs/lanes.ts";
import { workAtOnce } from "../platform/jobs/work-at-once.ts";
import { loginPayerOf } from "../rails/bank-login/index.ts";
import { captureLinkFor } from "../tax/w9/index.ts";
import {
  type DisbursementsDeps,
  type DisbursementsNeeds,
  defaultPayoutTimes,
  type PayoutTimes,
  sendLeaseMs,
} from "./disbursements-deps.ts";
import { createAchRail } from "./flow/ach-rail.ts";
import { createOutgoingPayouts } from "./flow/outgoing-payouts.ts";
import { payoutMoney } from "./flow/payout-hold.ts";
import { createRails } from "./flow/rails.ts";
import { expirePayouts } from "./flow/refresh-payout.ts";
import { requestMissingW9s } from "./flow/request-w9.ts";
import { recoverPayout, sendPayout } from "./flow/send-payout.ts";
import { requireOpenChoice } from "./flow/submit-payout.ts";
import { endConsents } from "./methods/end-consents.ts";
import { type MethodOwner, removeSavedMethod } from "./methods/saved-methods.ts";
import { assessPayout, contextOf, isW9Missing } from "./payout-assessment.ts";
import type { PayoutRecord } from "./records.ts";
import { readSession, readStatus, registerClientRoutes } from "./routes/client-routes.ts";
import { resolvePayoutSecret } from "./routes/client-secret.ts";
import { registerNotificationRoutes } from "./routes/notification-routes.ts";
import { registerOperatorRoutes } from "./routes/operator-routes.ts";
import {
  claimDue,
  findByKey,
  findByProviderIds,
  findPayout,
  releaseClaim,
} from "./store/payout-store.ts";
import { payoutsInFlight } from "./store/payouts-in-flight.ts";

const batchSize = 20;

export interface Disbursements extends Domain {
  deps: DisbursementsDeps;
  /** Answers `GET /v1/client/session` and `/v1/client/status` with a payout's client secret. */
  client: PayoutClient;
  /**
   * Refuses a bank login for a payout whose customer has chosen (`disbursement_already_submitted`) or is too late
   * (`disbursement_intent_expired`). Other subjects pass.
   */
  requireBankLogin(subject: string): Promise<void>;
  /** Describes a payout to the requirements engine. */
  payoutContextOf: PayoutContextOf;
  /** Resolves when all sending payouts have a response, which their deadlines limit. */
  close(): Promise<void>;
}

/** The client's responses on paths that payouts share with payments. */
export interface PayoutClient {
  session(request: FastifyRequest): Promise<DisbursementSession>;
  status(request: FastifyRequest): Promise<ClientDisbursementStatus>;
  /** Removes a method. False if the owner has no such method. */
  removeMethod(owner: MethodOwner, payoutMethodId: string): Promise<boolean>;
  /** Looks up the payouts under the provider's ids, or under our keys. */
  noticed(provider: string, payoutIds: readonly string[], keys: readonly string[]): Promise<void>;
}

export function createDisbursements(
  given: DisbursementsNeeds,
  givenTimes: Partial<PayoutTimes> = {},
): Disbursements {
  const { config, metrics, machineClock } = given;
  const times = { ...defaultPayoutTimes, ...givenTimes };
  const outcomes = metrics.counter("tessera_payouts_total", "Payouts by provider and outcome.", [
    "provider",
    "outcome",
  ]);
  const deps: DisbursementsDeps = {
    ...given,
    times,
    rails: createRails({
      processors: given.payoutProcessors,
      ach: given.ach.isConfigured ? createAchRail(given.ach, given.database) : undefined,
      hasBankLogin: config.bankLogin !== undefined,
      loginPayer: loginPayerOf(config)?.name ?? null,
    }),
    outgoing: createOutgoingPayouts(
      {
        send: (id) => sendPayout(deps, id),
        recover: (id) => recoverPayout(deps, id),
      },
      given,
    ),
    counters: {
      outcome: (provider, outcome) => outcomes.inc({ provider, outcome }),
      outcomeAlarm: given.outcomeAlarm,
    },
  };
  given.connectorAccounts.addOrders(payoutsInFlight);
  given.ach.listen("disbursement", async ({ entryKey }) => {
    const payout = await findByKey(deps, entryKey);
    if (payout) await recoverPayout(deps, payout.disbursementIntentId);
  });
  given.sanctions.addMoney(payoutMoney(deps));
  const polling = createPollingGate(machineClock, times.pollingCooldownMs);
  const pauses = createFailurePauses();
  return {
    deps,
    client: {
      session: (request) => readSession(deps, request),
      status: (request) => readStatus(deps, request, polling),
      removeMethod: (owner, payoutMethodId) => removeSavedMethod(deps, owner, payoutMethodId),
      async noticed(provider, payoutIds, keys) {
        const found = new Set(await findByProviderIds(deps, provider, payoutIds));
        for (const key of keys) {
          const ofKey = await findByKey(deps, key, provider);
          if (ofKey) found.add(ofKey.disbursementIntentId);
        }
        for (const disbursementIntentId of found)
          void deps.outgoing.recover({ disbursementIntentId, provider });
      },
    },
    async requireBankLogin(subject) {
      if (!subject.startsWith("di_")) return;
      const payout = await findPayout(deps, subject);
      if (!payout) throw new ApiError("resource_not_found");
      requireOpenChoice(payout, deps.clock.nowMs());
    },
    async payoutContextOf(tx, grant, customer, settings) {
      const payout = grant as PayoutRecord;
      const assessment = await assessPayout(deps, tx, payout, customer, settings);
      const intentLiveUntil = new Date(payout.expiresAtMs);
      const link = isW9Missing(assessment)
        ? await captureLinkFor(deps, tx, payout, { intentLiveUntil })
        : null;
      return contextOf(assessment, link?.w9CaptureUrl ?? null);
    },
    register: (app) => registerDisbursements(app, deps),
    commands: [],
    jobs: [
      createJob({
        name: "disbursements.expire",
        everyMs: 5_000,
        run: (signal) => expirePayouts(deps, signal),
      }),
      createJob({
        name: "disbursements.ask_w9",
        everyMs: 30_000,
        run: (signal) => requestMissingW9s(deps, signal),
      }),
      ...createLaneJobs(
        { name: "disbursements.recover", followsStore: true, everyMs: 1_000 },
        deps.rails.names,
        (lane) => recoverDue(deps, lane, pauses),
      ),
      createJob({
        name: "disbursements.end_consents",
        everyMs: 60_000,
        run: () => endConsents(deps),
      }),
    ],
    close: () => deps.outgoing.idle(),
  };
}

function registerDisbursements(app: HttpServer, deps: DisbursementsDeps): void {
  const polling = createPollingGate(deps.machineClock, deps.times.pollingCooldownMs);
  deps.clientSecrets.register("di", resolvePayoutSecret(deps));
  registerOperatorRoutes(app, deps, polling);
  registerClientRoutes(app, deps);
  registerNotificationRoutes(app, deps);
}

/**
 * Recovers payouts after a crash, without an outcome, or while they can be returned. One that fails each time is tried
 * after growing pauses.
 */
async function recoverDue(
  deps: DisbursementsDeps,
  lane: Lane,
  pauses: FailurePauses,
): Promise<"more" | undefined> {
  const leaseMs = sendLeaseMs(deps.times);
  const lease = leaseFor(deps, leaseMs);
  const { untilMs } = lease;
  const due = await claimDue(deps, lane, lease, batchSize).catch((error: unknown) => {
    // The claim may have been stored.
    if (isStoreUnavailable(error)) {
      deps.database.onceBack(() =>
        releaseClaim(deps, lane, { id: null, untilMs, dueMs: deps.clock.nowMs() }),
      );
    }
    throw error;
  });
  await workAtOnce(due, async (payout) => {
    const { disbursementIntentId: id } = payout;
    const failure = await deps.outgoing.recover(payout);
    if (!failure) return pauses.forget(id);
    const dueMs = lease.nowMs + pauses.afterFailure(id, failure.error, leaseMs);
    await releaseClaim(deps, lane, { id, untilMs, dueMs });
  });
  return due.length === batchSize ? "more" : undefined;
}
