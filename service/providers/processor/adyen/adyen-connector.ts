import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { type Call, type Exchange, outcomeWithoutResponse } from "../../kit/exchange.ts";
import type { ChargeOutcome, RefundOutcome } from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { categoryOf } from "../kit/merchant-category.ts";
import type { AdyenSettings } from "./adyen-settings.ts";
import { chargeOutcomeOf, refundOutcomeOf, reversalOutcomeOf } from "./outcome-of-notices.ts";
import { paymentBody } from "./payment-body.ts";
import { adyenNotices } from "./read-notice.ts";
import { readPaymentResponse, readRefundResponse } from "./read-payment.ts";

const refundReasons: Readonly<Record<string, string>> = {
  requested_by_customer: "CUSTOMER REQUEST",
  duplicate: "DUPLICATE",
  fraudulent: "FRAUD",
};

/**
 * Adyen: Checkout API v72 for payments, refunds and reversals, and standard webhooks for their outcomes.
 * docs/connectors/adyen.md says what is proven.
 *
 * Adyen has no query by our reference. A repeated request under the same key has the same response, so a payment is
 * sent once more while we still have its card; after that only a notice reports it. Adyen at first only accepts refunds
 * and reversals: their outcome also comes in a notice.
 */
export function adyenConnector(
  settings: AdyenSettings,
  {
    chargeDeadlineMs,
    lookUpDeadlineMs,
    notificationUrl,
  }: Deadlines & { readonly notificationUrl: string },
): CardConnector {
  const { apiKey, merchantAccount, mcc } = settings;
  const { notCurrencies } = cardCapabilities.adyen;
  const returnUrl = new URL("/", notificationUrl).href;

  const post = (path: string, body: object, key?: string, deadlineMs = chargeDeadlineMs): Call => ({
    method: "POST",
    path,
    headers: {
      "x-api-key": apiKey,
      accept: "application/json",
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
    deadlineMs,
  });

  return {
    capabilities: cardCapabilities.adyen,
    noticeResponse: "[accepted]",
    readNotice: adyenNotices(settings),

    *charge(request, key): Exchange<ChargeOutcome> {
      // Adyen uses other minor units in these currencies, so the amount would be wrong.
      if (notCurrencies.some((notCurrency) => notCurrency === request.currency)) {
        return { type: "rejected", reason: "currency_not_supported" };
      }
      const response = yield post("/payments", paymentBody(request, key, settings, returnUrl), key);
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readPaymentResponse(response, key, request, categoryOf(mcc, request));
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUp(key, expected, notices = []) {
      return chargeOutcomeOf(notices, key, expected, categoryOf(mcc, expected));
    },

    *reverse(chargeId, key, _, notices = []) {
      const { reversalId, failures } = reversalOutcomeOf(notices, chargeId, key);
      if (reversalId !== null) return { type: "reversed", reversalId };
      const response = yield post(
        `/payments/${encodeURIComponent(chargeId)}/reversals`,
        { merchantAccount, reference: key },
        // Adyen answers a repeat with its first response, so a failed reversal needs a new key.
        failures === 0 ? key : `${key}-${failures + 1}`,
        lookUpDeadlineMs,
      );
      if (response instanceof OutgoingCallFailed) return { type: "unknown", reason: response.code };
      return response.statusCode === 201
        ? { type: "pending" }
        : { type: "unknown", reason: `status_${response.statusCode}` };
    },

    *refund(order, key): Exchange<RefundOutcome> {
      const { chargeId, amountMinor: value, currency, reason } = order;
      const response = yield post(
        `/payments/${encodeURIComponent(chargeId)}/refunds`,
        {
          amount: { currency, value },
          merchantAccount,
          reference: key,
          merchantRefundReason: refundReasons[reason] ?? "OTHER",
        },
        key,
      );
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readRefundResponse(response, key, order);
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpRefund(key, expected, notices = []) {
      return refundOutcomeOf(notices, key, expected);
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *answerDispute() {
      return { type: "rejected", code: "disputes_not_supported" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpAnswer() {
      return { type: "not_found" };
    },

    /** Adyen has no health call. The list of payment methods shows that the API is up and our key works. */
    *isHealthy() {
      const response = yield post(
        "/paymentMethods",
        { merchantAccount },
        undefined,
        healthDeadlineMs,
      );
      return !(response instanceof OutgoingCallFailed) && response.statusCode === 200;
    },
  };
}
