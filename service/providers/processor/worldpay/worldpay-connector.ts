import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import { type OutgoingAnswer, OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-answers.ts";
import {
  type Answer,
  type Call,
  type Exchange,
  outcomeWithoutAnswer,
  problemOf,
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
import { errorNameOf, readChargeAnswer } from "./read-charge.ts";
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
 * Worldpay promises nothing about a repeated charge, so one with a lost answer is only looked up.
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
    const answer = yield get(`/paymentQueries/payments/${encodeURIComponent(paymentId)}`);
    const parsed = queriedPayment.safeParse(bodyOf(answer));
    return parsed.success && parsed.data.paymentId === paymentId
      ? parsed.data
      : { reason: problemOf(answer) };
  }

  return {
    capabilities: cardCapabilities.worldpay,

    *charge(request: ChargeRequest, key): Exchange<ChargeOutcome> {
      if (request.amountMinor > maxMinor) return { type: "rejected", reason: "amount_too_large" };
      const answer = yield {
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
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readChargeAnswer(answer, key, request, categoryOf(settings.mcc, request));
    },

    *lookUp(key, expected): Exchange<ChargeOutcome> {
      const answer = yield get(byReference(key));
      const parsed = foundPayments.safeParse(bodyOf(answer));
      if (!parsed.success) return { type: "unknown", reason: problemOf(answer) };
      const { payments } = parsed.data._embedded;
      const [found, ...others] = payments.filter((each) => each.transactionReference === key);
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
      const answer = yield act(path);
      if (answer instanceof OutgoingCallFailed) return { type: "unknown", reason: answer.code };
      return answer.statusCode === 202
        ? { type: "pending" }
        : { type: "unknown", reason: `status_${answer.statusCode}` };
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
      const answer = yield act(path, { value: { amount, currency }, reference: key });
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readRefundAnswer(answer, key);
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
      const answer = yield get(byReference("health"), healthDeadlineMs);
      return !(answer instanceof OutgoingCallFailed) && answer.statusCode === 200;
    },
  };
}

function readRefundAnswer(answer: OutgoingAnswer, key: string): RefundOutcome {
  switch (answer.statusCode) {
    case 202:
      return { type: "pending", refundId: key, kind: "refund", arn: null };
    case 400:
      return { type: "rejected", code: errorNameOf(answer) ?? "status_400" };
    case 401:
    case 403:
      return { type: "credentials_refused", reason: `status_${answer.statusCode}` };
    default:
      return { type: "unknown", reason: `status_${answer.statusCode}` };
  }
}

/** The answer's body; undefined unless it is valid JSON of a success. */
function bodyOf(answer: Answer): unknown {
  if (answer instanceof OutgoingCallFailed || answer.statusCode !== 200) return undefined;
  return parseJson(answer.text);
}
