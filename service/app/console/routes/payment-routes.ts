import * as z from "zod/mini";
import { paymentFilters, paymentList, paymentQuery } from "#contract/console/payment-list";
import { barLift } from "#contract/console/payment-rails";
import { type PaymentDetail, paymentDetail, paymentDone } from "#contract/console/payments";
import { cryptoNetworkNames } from "#contract/crypto-networks";
import { toMajor } from "#contract/money";
import { findCustomers } from "../../../customers/profile/index.ts";
import { listEvents } from "../../../events/index.ts";
import {
  type AttemptForStaff,
  cancelPayment,
  disputesOfIntent,
  liftBar,
  listPayments,
  readBars,
  readOutcomes,
  readPayment,
  readRefunds,
} from "../../../payments/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { paymentFilterOf } from "../filters.ts";
import { nameOfCustomer } from "../names.ts";
import { namesOfCustomers } from "../names-of-customers.ts";
import { presentLifts } from "../present-lifts.ts";
import { resourcesOfPayment } from "../resources-of-payment.ts";
import { summarizePayment } from "../summarize-payment.ts";
import { presentStops } from "./card-stop-routes.ts";
import { presentOutcomes } from "./outcome-routes.ts";
import { presentRefunds, refundLimitOf } from "./refund-routes.ts";
import { requireAttempt } from "./require-attempt.ts";

const params = z.object({ paymentIntentId: z.string() });
const attemptParams = z.object({ paymentIntentId: z.string(), paymentId: z.string() });
const maxEvents = 100;

export function registerPaymentRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/payments`,
    consoleRoute("payments.read", { querystring: paymentQuery, response: paymentList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, sort = "newest", ...query } = request.query;
      const filter = await paymentFilterOf(deps, operatorId, query);
      const found = await listPayments(deps, operatorId, { page, size, sort, ...filter });
      const ids = found.data.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = found.data.map((intent) =>
        summarizePayment(intent, namesOf(intent.externalCustomerId)),
      );
      return { ...found, data };
    },
  );

  app.get(
    `${consoleApi}/payment-filters`,
    consoleRoute("payments.read", { response: paymentFilters }),
    () => ({
      processors: [
        ...deps.payments.processors.all.map(({ name }) => name),
        "ach",
        "open_banking",
        ...cryptoNetworkNames,
      ],
    }),
  );

  app.get(
    `${consoleApi}/payments/:paymentIntentId`,
    consoleRoute("payments.read", { params, response: paymentDetail }),
    async (request) => {
      const { operatorId, staffId, role } = staffOf(request);
      const { paymentIntentId } = request.params;
      const found = await readPayment(deps.payments, operatorId, paymentIntentId);
      const { externalCustomerId } = found.intent;
      const [
        { settings },
        { refunds, refundables, returnables },
        outcomes,
        disputes,
        customers,
        events,
      ] = await Promise.all([
        deps.operators.get(operatorId),
        readRefunds(deps.payments, operatorId, paymentIntentId),
        readOutcomes(deps.payments, operatorId, paymentIntentId).then((reviews) =>
          presentOutcomes(deps, { operatorId, staffId, role }, reviews),
        ),
        disputesOfIntent(deps.payments, operatorId, paymentIntentId),
        findCustomers(deps, operatorId, [externalCustomerId]),
        listEvents(
          deps,
          operatorId,
          { resourceIds: resourcesOfPayment(operatorId, paymentIntentId) },
          { page: 1, size: maxEvents },
        ),
      ]);
      const [refundable, ...alsoRefundable] = refundables.map((refundable) => ({
        ...refundable,
        limitMinor: refundLimitOf(settings, role, refundable.currency),
      }));
      const data = customers.get(externalCustomerId)?.data;
      const customer = data && { email: data.email, name: nameOfCustomer(data) };
      return {
        intent: found.intent,
        attempts: await Promise.all(
          found.attempts.map((attempt, at) =>
            presentAttempt(deps, operatorId, attempt, {
              type: found.intent.payments[at]?.type,
              currency: found.intent.currency,
            }),
          ),
        ),
        refunds: await presentRefunds(deps, { operatorId, staffId }, refunds),
        returnables,
        disputes,
        refundable: refundable ?? null,
        alsoRefundable,
        outcomes,
        customer: customer ? { externalCustomerId, ...customer } : null,
        events: events.data,
      };
    },
  );

  app.post(
    `${consoleApi}/payments/:paymentIntentId/attempts/:paymentId/cancel`,
    consoleRoute("payments.decide", { params: attemptParams, response: paymentDone }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const paymentId = await requireAttempt(deps, operatorId, request.params);
      const actor = { kind: "staff", staffId } as const;
      await cancelPayment(deps.payments, { operatorId, paymentId, actor });
      return { paymentId };
    },
  );

  app.post(
    `${consoleApi}/payments/:paymentIntentId/attempts/:paymentId/unbar`,
    consoleRoute("payments.decide", {
      params: attemptParams,
      body: barLift,
      response: paymentDone,
    }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const paymentId = await requireAttempt(deps, operatorId, request.params);
      const actor = { kind: "staff", staffId } as const;
      await liftBar(deps.payments, operatorId, paymentId, { ...request.body, actor });
      return { paymentId };
    },
  );
}

/** Adds the data of the attempt's own rail. */
async function presentAttempt(
  deps: ConsoleDeps,
  operatorId: string,
  { deposit, rate, surcharge, isOfStoppedCard, ...attempt }: AttemptForStaff,
  { type, currency }: { readonly type: string | undefined; readonly currency: string },
): Promise<PaymentDetail["attempts"][number]> {
  const { paymentId } = attempt;
  const entry = type === "bank" ? await deps.ach.find(operatorId, paymentId) : undefined;
  const consent =
    type === "pay_by_bank" ? await deps.openBanking.find(operatorId, paymentId) : undefined;
  return {
    ...attempt,
    canCancel: attempt.canCancel && (type !== "bank" || entry?.status === "queued"),
    surcharge: surcharge && {
      outcome: surcharge.outcome,
      rule: surcharge.rule,
      basisPoints: surcharge.setting.basisPoints,
      fixed: toMajor(surcharge.setting.fixedMinor, currency),
    },
    ach: entry
      ? {
          status: entry.status,
          traceNumber: entry.trace_number,
          effectiveDate: entry.effective_date,
          settlesOn: entry.settles_on,
          returnCode: entry.return_code,
        }
      : null,
    bars: type === "bank" ? await presentBars(deps, operatorId, paymentId) : [],
    stops: isOfStoppedCard ? await presentStops(deps, operatorId, paymentId) : [],
    bankConsent: consent
      ? {
          status: consent.status,
          way: consent.way,
          payee: consent.payee,
          openedAt: consent.opened_at?.toISOString() ?? null,
          agreedAt: consent.agreed_at?.toISOString() ?? null,
          expiresAt: consent.expires_at.toISOString(),
          bankPaymentId: consent.bank_payment_id,
          missingBank: consent.missingBank,
        }
      : null,
    crypto: deposit && {
      status: deposit.status,
      amount: deposit.amount,
      received: deposit.received,
      missing: deposit.missing,
      rate: rate ?? "",
      confirmations: deposit.confirmations,
      requiredConfirmations: deposit.required,
      overpaid: deposit.isOverpaid,
      wrongAsset: deposit.hasWrongAsset,
      expiresAt: deposit.expiresAt,
      transfers: (await deps.coins.transfersOf(operatorId, paymentId)).map(
        ({ network: _network, ...transfer }) => transfer,
      ),
    },
  };
}

async function presentBars(
  deps: ConsoleDeps,
  operatorId: string,
  paymentId: string,
): Promise<PaymentDetail["attempts"][number]["bars"]> {
  return presentLifts(deps, operatorId, await readBars(deps.payments, operatorId, paymentId));
}
