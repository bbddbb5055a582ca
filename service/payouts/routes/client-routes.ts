import type { FastifyRequest } from "fastify";
import {
  type ClientDisbursementStatus,
  chooseDisbursementMethod,
  clientDisbursement,
  type DisbursementSession,
  type PayoutOption,
  type YearToDateNotice,
} from "#contract/client/disbursements";
import type { Requirement } from "#contract/client/session";
import { cryptoAssets, networksOf } from "#contract/crypto-networks";
import { toMajor } from "#contract/money";
import { hasVerificationForPayouts } from "../../customers/profile/index.ts";
import { requirementsOf } from "../../customers/requirements/index.ts";
import { pendingCodeOf } from "../../customers/text-messages/index.ts";
import { presentOperator } from "../../operators/accounts/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { grantOf } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { type PollingGate, requireSlowPolling } from "../../platform/http/polling-gate.ts";
import { payerOf } from "../../providers/payout/index.ts";
import { captureLinkOf } from "../../tax/w9/index.ts";
import type { DisbursementsDeps, RailSettings } from "../disbursements-deps.ts";
import { arrivalOf, railFor } from "../flow/rails.ts";
import { type CurrentPayout, refreshPayout } from "../flow/refresh-payout.ts";
import { submitPayout } from "../flow/submit-payout.ts";
import { listSavedMethods } from "../methods/saved-methods.ts";
import { contextOf, isW9Missing, type PayoutAssessment } from "../payout-assessment.ts";
import { amountsOf, maskMethod, presentClientDisbursement } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { intentStatusOf, type PayoutStep } from "../states/payout-steps.ts";
import { findPayout } from "../store/payout-store.ts";

export function registerClientRoutes(app: HttpServer, deps: DisbursementsDeps): void {
  app.post(
    "/v1/client/disbursements",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "Choose how to be paid",
        description:
          "Creates the disbursement, which then waits for the operator's approval. Refused while " +
          "a requirement blocks submission, and with 409 `amount_changed` unless `netAmount` is the " +
          "current net amount.",
        body: chooseDisbursementMethod,
        response: { 201: clientDisbursement },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(
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

/** `GET /v1/client/session` with a payout's secret. */
export async function readSession(
  deps: DisbursementsDeps,
  request: FastifyRequest,
): Promise<DisbursementSession> {
  const { operatorId, externalCustomerId } = payoutOf(request);
  await deps.locations.recordSeen(operatorId, externalCustomerId, request.ip);
  const current = await readOwn(deps, request);
  const { payout, assessment } = current;
  const [operator, saved, w9CaptureUrl] = await Promise.all([
    deps.operators.get(operatorId),
    listSavedMethods(deps, deps.database.kysely, payout),
    w9LinkOf(deps, current),
  ]);
  const { customer, settings } = assessment;
  const withheldMinor = payout.record?.withheldMinor ?? assessment.withheldMinor;
  const net = { amountMinor: payout.amountMinor - withheldMinor, currency: payout.currency };
  const options = optionsOf(deps, settings, net);
  return {
    intent: {
      disbursementIntentId: payout.disbursementIntentId,
      status: intentStatusOf(payout.step),
      amount: toMajor(payout.amountMinor, payout.currency),
      currency: payout.currency,
      description: payout.description,
      expiresAt: toIsoTime(payout.expiresAtMs),
    },
    operator: presentOperator(operator),
    amounts: amountsOf(payout.amountMinor, withheldMinor, payout.currency),
    payoutOptions: options,
    savedPayoutMethods: saved.flatMap(({ payoutMethodId, type, shown, lastUsedAt, payer }) => {
      const provider = railFor(deps, settings, type, net, payer);
      if (!provider) return [];
      const arrival = arrivalOf(provider, type);
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
    requirements: isClosed(payout.step)
      ? []
      : await withSentCode(
          deps,
          current,
          requirementsOf({
            purpose: "disbursement",
            settings,
            customer,
            payout: contextOf(assessment, w9CaptureUrl),
          }),
        ),
    yearToDate: noticeOf(assessment),
    disbursement: payout.record ? await clientView(deps, current) : null,
    serverTime: toIsoTime(deps.clock.nowMs()),
  };
}

/** After a reload the customer can enter the code that they received, and sees the wait for another one. */
async function withSentCode(
  deps: DisbursementsDeps,
  { payout, assessment: { customer } }: CurrentPayout,
  requirements: Requirement[],
): Promise<Requirement[]> {
  if (!requirements.some(({ type }) => type === "sms_verification")) return requirements;
  const { operatorId, externalCustomerId, disbursementIntentId: subject } = payout;
  const owner = { operatorId, externalCustomerId, purpose: "payout" as const, subject };
  const code = await pendingCodeOf(deps, owner, customer);
  return requirements.map((requirement) =>
    requirement.type === "sms_verification" ? { ...requirement, code } : requirement,
  );
}

/** `GET /v1/client/status` with a payout's secret. */
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
    disbursement: payout.record ? await clientView(deps, current) : null,
  };
}

/** The payout of a request. Throws like {@link grantOf}. */
function payoutOf(request: FastifyRequest): PayoutRecord {
  return grantOf(request, "di");
}

async function readOwn(deps: DisbursementsDeps, request: FastifyRequest): Promise<CurrentPayout> {
  const payout = await findPayout(deps, payoutOf(request).disbursementIntentId);
  if (!payout) throw new ApiError("resource_not_found");
  return refreshPayout(deps, payout);
}

/** The prefilled W-9 link; it works while the intent is open. */
async function w9LinkOf(
  deps: DisbursementsDeps,
  { payout, assessment }: CurrentPayout,
): Promise<string | null> {
  if (!isW9Missing(assessment) || isClosed(payout.step)) return null;
  const intentLiveUntil = new Date(payout.expiresAtMs);
  const link = await captureLinkOf(deps, payout, { intentLiveUntil });
  return link?.w9CaptureUrl ?? null;
}

/** Whether nothing more is required from the customer. */
function isClosed(step: PayoutStep): boolean {
  return !["requires_customer_data", "open", "awaiting_approval"].includes(step);
}

function optionsOf(
  deps: DisbursementsDeps,
  settings: RailSettings,
  net: Pick<PayoutRecord, "amountMinor" | "currency">,
): PayoutOption[] {
  const assets = cryptoAssets.map((asset) => ({ asset, networks: networksOf(asset) }));
  // Bank accounts come first: most people have one, and they cost the least.
  return ["bank", "card", "crypto", "pay_by_bank"].flatMap((type) => {
    const provider = railFor(deps, settings, type, net, deps.rails.loginPayer);
    if (!provider) return [];
    const arrival = arrivalOf(provider, type);
    return [{ type, arrival, ...(type === "crypto" ? { assets } : {}) }];
  });
}

async function clientView(deps: DisbursementsDeps, { payout, assessment }: CurrentPayout) {
  const { type = "", provider = null, consentId = null } = payout.record ?? {};
  const { settings } = assessment;
  const { rails } = deps;
  const payer =
    provider === null ? await payerOf(deps.database.kysely, payout.operatorId, consentId) : null;
  const net = { ...payout, amountMinor: payout.amountMinor - (payout.record?.withheldMinor ?? 0) };
  const planned = railFor(deps, settings, type, net, payer) ?? rails.forType(type, settings);
  const rail = provider === null ? planned : rails.byName(provider);
  return presentClientDisbursement(payout, arrivalOf(rail, type));
}

function noticeOf(assessment: PayoutAssessment): YearToDateNotice | null {
  const { yearToDateMinor: total, thresholdMinor, year, customer, w9 } = assessment;
  if (total === null) return null;
  const isReached = total >= thresholdMinor;
  const asks = [
    ...(isReached && !hasVerificationForPayouts(customer) ? ["identity_document"] : []),
    ...(isReached && w9.status !== "completed" ? ["tax_information"] : []),
  ];
  const dollars = (minor: number) => toMajor(minor, "USD");
  return { year, totalAfter: dollars(total), threshold: dollars(thresholdMinor), asks };
}
