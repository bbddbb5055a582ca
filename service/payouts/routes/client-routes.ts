import type { FastifyRequest } from "fastify";
import {
  type ClientDisbursementStatus,
  chooseDisbursementMethod,
  clientDisbursement,
  type DisbursementSession,
  type PayoutOption,
  type YearToDateNotice,
} from "#contract/client/disbursements";
import { cryptoAssets, networksOf } from "#contract/crypto-networks";
import { toMajor } from "#contract/money";
import { hasVerificationForPayouts } from "../../customers/profile/index.ts";
import { requirementsOf } from "../../customers/requirements/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { grantOf } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type PollingGate, requireSlowPolling } from "../../platform/http/polling-gate.ts";
import { captureLinkOf } from "../../tax/w9/index.ts";
import type { DisbursementsDeps, RailSettings } from "../disbursements-deps.ts";
import { arrivalOf } from "../flow/rails.ts";
import { type CurrentPayout, refreshPayout } from "../flow/refresh-payout.ts";
import { submitPayout } from "../flow/submit-payout.ts";
import { listSavedMethods } from "../methods/saved-methods.ts";
import { amountsOf, maskMethod, presentClientDisbursement } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { contextOf, owesW9, type Standing } from "../standing.ts";
import { intentStatusOf, type PayoutStep } from "../states/payout-steps.ts";
import { findPayout } from "../store/payout-store.ts";

/** Registers `POST /v1/client/disbursements`. */
export function registerClientRoutes(app: HttpServer, deps: DisbursementsDeps): void {
  app.post(
    "/v1/client/disbursements",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "Choose how to be paid",
        description:
          "Makes the disbursement, which waits for the operator's approval then. Refused while " +
          "a requirement that blocks submission is unmet, and with 409 `amount_changed` unless " +
          "`netAmount` is what would arrive now.",
        body: chooseDisbursementMethod,
        response: { 201: clientDisbursement },
      },
    },
    (request, reply) =>
      deps.idempotency.answerOnce(
        request,
        reply,
        (claim) => {
          const payout = payoutOf(request);
          const { body, ip } = request;
          return submitPayout(deps, { payout, body, ipAddress: ip || null, claim });
        },
        { leaveOut: ["card"] },
      ),
  );
}

/** Answer of `GET /v1/client/session` with a payout's secret. */
export async function readSession(
  deps: DisbursementsDeps,
  request: FastifyRequest,
): Promise<DisbursementSession> {
  const { operatorId, externalCustomerId } = payoutOf(request);
  await deps.locations.noteSeen(operatorId, externalCustomerId, request.ip);
  const current = await readOwn(deps, request);
  const { payout, standing } = current;
  const [operator, saved, w9CaptureUrl] = await Promise.all([
    deps.operators.get(operatorId),
    listSavedMethods(deps, deps.database.kysely, payout),
    w9LinkOf(deps, current),
  ]);
  const options = optionsOf(deps, standing.settings);
  const { customer, settings } = standing;
  const withheldMinor = payout.record?.withheldMinor ?? standing.withheldMinor;
  return {
    intent: {
      disbursementIntentId: payout.disbursementIntentId,
      status: intentStatusOf(payout.step),
      amount: toMajor(payout.amountMinor, payout.currency),
      currency: payout.currency,
      description: payout.description,
      expiresAt: toIsoTime(payout.expiresAtMs),
    },
    operator: { name: operator.name },
    amounts: amountsOf(payout.amountMinor, withheldMinor, payout.currency),
    payoutOptions: options,
    savedPayoutMethods: saved.flatMap(({ payoutMethodId, type, shown, lastUsedAt }) => {
      const option = options.find((each) => each.type === type);
      if (!option) return [];
      const { arrival } = option;
      const lastUsed = lastUsedAt.toISOString();
      return [
        {
          savedPayoutMethodId: payoutMethodId,
          type,
          arrival,
          lastUsedAt: lastUsed,
          payoutMethod: maskMethod(shown),
        },
      ];
    }),
    requirements: isOver(payout.step)
      ? []
      : requirementsOf({
          purpose: "disbursement",
          settings,
          customer,
          payout: contextOf(standing, w9CaptureUrl),
        }),
    yearToDate: noticeOf(standing),
    disbursement: payout.record ? clientView(deps, current) : null,
    serverTime: toIsoTime(deps.clock.nowMs()),
  };
}

/** Answer of `GET /v1/client/status` with a payout's secret. */
export async function readStatus(
  deps: DisbursementsDeps,
  request: FastifyRequest,
  polling: PollingGate,
): Promise<ClientDisbursementStatus> {
  const current = await readOwn(deps, request);
  const { payout } = current;
  const { disbursementIntentId: id, version } = payout;
  requireSlowPolling(polling, `client ${id}`, id, String(version));
  return {
    status: intentStatusOf(payout.step),
    disbursement: payout.record ? clientView(deps, current) : null,
  };
}

/** The payout that the client secret opens; throws as {@link grantOf}. */
function payoutOf(request: FastifyRequest): PayoutRecord {
  return grantOf(request, "di");
}

async function readOwn(deps: DisbursementsDeps, request: FastifyRequest): Promise<CurrentPayout> {
  const found = await findPayout(deps, payoutOf(request).disbursementIntentId);
  if (!found) throw new ApiError("resource_not_found");
  return refreshPayout(deps, found);
}

/** A link that opens filled in beforehand, for as long as the intent is live. */
async function w9LinkOf(
  deps: DisbursementsDeps,
  { payout, standing }: CurrentPayout,
): Promise<string | null> {
  if (!owesW9(standing) || isOver(payout.step)) return null;
  const intentLiveUntil = new Date(payout.expiresAtMs);
  const link = await captureLinkOf(deps, payout, { intentLiveUntil });
  return link?.w9CaptureUrl ?? null;
}

/** Nothing is asked of the customer any more. */
function isOver(step: PayoutStep): boolean {
  return !["requires_customer_data", "open", "awaiting_approval"].includes(step);
}

function optionsOf(deps: DisbursementsDeps, settings: RailSettings): PayoutOption[] {
  const assets = cryptoAssets.map((asset) => ({ asset, networks: networksOf(asset) }));
  // A bank account first: it is what most people have at hand, and what costs least.
  return ["bank", "card", "crypto", "pay_by_bank"].flatMap((type) => {
    const provider = deps.rails.forType(type, settings);
    if (!provider) return [];
    const arrival = arrivalOf(provider, type);
    return [{ type, arrival, ...(type === "crypto" ? { assets } : {}) }];
  });
}

function clientView(deps: DisbursementsDeps, { payout, standing }: CurrentPayout) {
  const { type = "", provider = null } = payout.record ?? {};
  const rail =
    provider === null ? deps.rails.forType(type, standing.settings) : deps.rails.byName(provider);
  return presentClientDisbursement(payout, arrivalOf(rail, type));
}

function noticeOf(standing: Standing): YearToDateNotice | null {
  const { yearToDateMinor: total, thresholdMinor, year, customer, w9 } = standing;
  if (total === null) return null;
  const isReached = total >= thresholdMinor;
  const asks = [
    ...(isReached && !hasVerificationForPayouts(customer) ? ["identity_document"] : []),
    ...(isReached && w9.status !== "completed" ? ["tax_information"] : []),
  ];
  const dollars = (minor: number) => toMajor(minor, "USD");
  return { year, totalAfter: dollars(total), threshold: dollars(thresholdMinor), asks };
}
