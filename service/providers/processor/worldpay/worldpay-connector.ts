import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import { OutgoingCallFailed, type OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import {
  type Call,
  type Exchange,
  outcomeWithoutResponse,
  problemOf,
  type VendorResponse,
} from "../../kit/exchange.ts";
import type { ChargeOutcome, RefundOutcome } from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { categoryOf } from "../kit/merchant-category.ts";
import { chargeBody } from "./charge-body.ts";
import {
  actionPath,
  chargeOutcomeOf,
  foundPayments,
  isBeingReversed,
  isReversed,
  type QueriedPayment,
  queriedPayment,
  refundOutcomeOf,
} from "./payment-query.ts";
import { errorNameOf, readChargeResponse } from "./read-charge.ts";
import { readNotice } from "./read-notice.ts";
import type { WorldpaySettings } from "./worldpay-settings.ts";

const { maxMinor } = cardCapabilities.worldpay;
const apiVersion = "2024-06-01";
const queryType = "application/vnd.worldpay.payment-queries-v1.hal+json";
const actionType = "application/vnd.worldpay.payments-v7+json";

/**
 * Worldpay Access: Payments API 2024-06-01 for charges, Payment Queries 1 for look-ups, and the queries' action links
 * (Card Payments 7) for refunds and reversals. docs/connectors/worldpay.md says what is proven.
 *
 * Worldpay promises nothing about a repeated charge, so one with a lost response is only looked up.
 */
export function worldpayConnector(
  settings: WorldpaySettings,
  { chargeDeadlineMs, lookUpDeadlineMs }: Deadlines,
): CardConnector {
  const { eventSecret } = settings;
  const login = Buffer.from(`${settings.username}:${settings.password}`).toString("base64");
  const authorization = `Basic ${login}`;

  const get = (path: string, deadlineMs = lookUpDeadlineMs): Call => ({
    method: "GET",
    path,
    headers: { authorization, accept: queryType },
    deadlineMs,
  });
  const act = (path: string, body?: object): Call => ({
    method: "POST",
    path,
    headers: { authorization, accept: actionType, "content-type": actionType },
    ...(body ? { body: JSON.stringify(body) } : {}),
    deadlineMs: chargeDeadlineMs,
  });
  const byReference = (reference: string) =>
    `/paymentQueries/payments?transactionReference=${encodeURIComponent(reference)}`;

  function* query(paymentId: string): Exchange<QueriedPayment | { readonly reason: string }> {
    const response = yield get(`/paymentQueries/payments/${encodeURIComponent(paymentId)}`);
    const parsed = queriedPayment.safeParse(bodyOf(response));
    return parsed.success && parsed.data.paymentId === paymentId
      ? parsed.data
      : { reason: problemOf(response) };
  }

  return {
    capabilities: cardCapabilities.worldpay,

    *charge(request: ChargeRequest, key): Exchange<ChargeOutcome> {
      if (request.amountMinor > maxMinor) return { type: "rejected", reason: "amount_too_large" };
      const response = yield {
        method: "POST",
        path: "/api/payments",
        headers: {
          authorization,
          accept: "application/json",
          "content-type": "application/json",
          "wp-api-version": apiVersion,
        },
        body: JSON.stringify(chargeBody(request, key, settings)),
        deadlineMs: chargeDeadlineMs,
      };
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readChargeResponse(response, key, request, categoryOf(settings.mcc, request));
    },

    *lookUp(key, expected): Exchange<ChargeOutcome> {
      const response = yield get(byReference(key));
      const parsed = foundPayments.safeParse(bodyOf(response));
      if (!parsed.success) return { type: "unknown", reason: problemOf(response) };
      const { payments } = parsed.data._embedded;
      const [found, ...others] = payments.filter((payment) => payment.transactionReference === key);
      if (!found) return { type: "not_found" };
      if (others.length > 0) return { type: "unknown", reason: "several_charges" };
      const payment = yield* query(found.paymentId);
      if ("reason" in payment) return { type: "unknown", reason: payment.reason };
      return chargeOutcomeOf(payment, expected, categoryOf(settings.mcc, expected));
    },

    *reverse(chargeId) {
      const payment = yield* query(chargeId);
      if ("reason" in payment) return { type: "unknown", reason: payment.reason };
      if (isReversed(payment)) return { type: "reversed", reversalId: chargeId };
      if (isBeingReversed(payment)) return { type: "pending" };
      const path = actionPath(payment, "reverse") ?? actionPath(payment, "cancel");
      if (!path) return { type: "unknown", reason: "not_reversible" };
      const response = yield act(path);
      if (response instanceof OutgoingCallFailed) return { type: "unknown", reason: response.code };
      return response.statusCode === 202
        ? { type: "pending" }
        : { type: "unknown", reason: `status_${response.statusCode}` };
    },

    *refund(order, key): Exchange<RefundOutcome> {
      const payment = yield* query(order.chargeId);
      // Nothing was sent yet. The caller looks up an earlier try.
      if ("reason" in payment) return { type: "unreached" };
      const known = refundOutcomeOf(payment, key, order);
      if (known.type !== "not_found") return known;
      const path = actionPath(payment, "partialRefund");
      if (!path) return { type: "rejected", code: "charge_not_refundable" };
      const { amountMinor: amount, currency } = order;
      const response = yield act(path, { value: { amount, currency }, reference: key });
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readRefundResponse(response, key);
    },

    *lookUpRefund(key, expected): Exchange<RefundOutcome> {
      const payment = yield* query(expected.chargeId);
      if ("reason" in payment) return { type: "unknown", reason: payment.reason };
      return refundOutcomeOf(payment, key, expected);
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *answerDispute() {
      return { type: "rejected", code: "disputes_not_supported" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpAnswer() {
      return { type: "not_found" };
    },

    ...(eventSecret === undefined
      ? {}
      : { readNotice: (received) => readNotice(eventSecret, received) }),

    /** Worldpay has no health call. An answered query shows that the API is up and our credentials work. */
    *isHealthy() {
      const response = yield get(byReference("health"), healthDeadlineMs);
      return !(response instanceof OutgoingCallFailed) && response.statusCode === 200;
    },
  };
}

function readRefundResponse(response: OutgoingResponse, key: string): RefundOutcome {
  switch (response.statusCode) {
    case 202:
      return { type: "pending", refundId: key, kind: "refund", arn: null };
    case 400:
      return { type: "rejected", code: errorNameOf(response) ?? "status_400" };
    case 401:
    case 403:
      return { type: "credentials_refused", reason: `status_${response.statusCode}` };
    default:
      return { type: "unknown", reason: `status_${response.statusCode}` };
  }
}

/** The response's body; undefined unless it is valid JSON of a success. */
function bodyOf(response: VendorResponse): unknown {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 200) return undefined;
  return parseJson(response.text);
}
