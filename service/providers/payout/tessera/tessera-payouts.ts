import {
  type Payout,
  type PayoutRequest,
  payout as payoutSchema,
} from "#contract/connectors/payout";
import { OutgoingCallFailed, type OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-responses.ts";
import { outcomeWithoutResponse } from "../../kit/exchange.ts";
import type { PayoutConnector, PayoutDeadlines } from "../kit/payout-connector.ts";
import type {
  ExpectedPayout,
  PayoutCapabilities,
  PayoutOrder,
  PayoutOutcome,
} from "../payout-provider.ts";

export interface TesseraPayoutSettings {
  readonly key: string;
}

/** Card within half an hour, ACH by the third banking day, crypto within an hour. */
const capabilities: PayoutCapabilities = {
  arrivals: {
    bank: { unit: "business_days", least: 1, most: 3 },
    card: { unit: "minutes", least: 1, most: 30 },
    crypto: { unit: "minutes", least: 5, most: 60 },
  },
  currencies: null,
  lookUps: { firstMs: 1_000, maxMs: 60 * 60_000, atOnce: true, showReturns: true },
};

/** Tessera's own protocol, documented in the README.md of this folder's parent. */
export function tesseraPayouts(
  settings: TesseraPayoutSettings,
  {
    notificationUrl,
    sendDeadlineMs,
    lookUpDeadlineMs,
  }: PayoutDeadlines & {
    readonly notificationUrl: string;
  },
): PayoutConnector {
  const headers = () => ({
    authorization: `Bearer ${settings.key}`,
    accept: "application/json",
  });
  return {
    capabilities,

    *send(order, key) {
      const { operatorId: _, payee: _payee, consent: _consent, ...wireOrder } = order;
      const body: PayoutRequest = { ...wireOrder, notificationUrl };
      const response = yield {
        method: "POST",
        path: "/payouts",
        headers: {
          ...headers(),
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify(body),
        deadlineMs: sendDeadlineMs,
      };
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readSendResponse(response, expectedOf(order));
    },

    *lookUp(key, expected) {
      const response = yield {
        method: "GET",
        path: `/payouts/by-key/${encodeURIComponent(key)}`,
        headers: headers(),
        deadlineMs: lookUpDeadlineMs,
      };
      if (response instanceof OutgoingCallFailed) return { type: "unknown", reason: response.code };
      if (response.statusCode === 200) return readPayout(response, expected);
      const isNotFound =
        response.statusCode === 404 && errorCodeOf(response) === "payout_not_found";
      return isNotFound
        ? { type: "not_found" }
        : { type: "unknown", reason: `status_${response.statusCode}` };
    },
  };
}

function expectedOf({ destination, ...order }: PayoutOrder): ExpectedPayout {
  const exact = destination.type === "crypto" ? destination.amount : undefined;
  return { ...order, ...(exact !== undefined && { assetAmount: exact }) };
}

/**
 * Reads the response to a send request. 2xx is a payout. 400 and 422 refuse the payout, 401 and 403 our credentials,
 * before anything was sent. All others (409, 429, 5xx) leave the outcome unknown.
 */
function readSendResponse(response: OutgoingResponse, expected: ExpectedPayout): PayoutOutcome {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 201) return readPayout(response, expected);
  if ([400, 401, 403, 422].includes(statusCode)) {
    const reason = errorCodeOf(response) ?? `status_${statusCode}`;
    return {
      type: "rejected",
      reason,
      isAboutOurAccount: statusCode === 401 || statusCode === 403,
    };
  }
  return { type: "unknown", reason: `status_${statusCode}` };
}

function readPayout(response: OutgoingResponse, expected: ExpectedPayout): PayoutOutcome {
  const parsed = payoutSchema.safeParse(parseJson(response.text));
  return parsed.success
    ? outcomeOf(parsed.data, expected)
    : { type: "unknown", reason: "malformed" };
}

function outcomeOf(payout: Payout, expected: ExpectedPayout): PayoutOutcome {
  const { payoutId, status } = payout;
  if (payout.amountMinor !== expected.amountMinor || payout.currency !== expected.currency) {
    return { type: "mismatch", payoutId };
  }
  const { assetAmount } = expected;
  if (
    assetAmount !== undefined &&
    plainNumber(payout.assetAmount ?? "") !== plainNumber(assetAmount)
  ) {
    return { type: "mismatch", payoutId };
  }
  const onChain =
    payout.transactionHash === undefined ? {} : { transactionHash: payout.transactionHash };
  if (status === "pending") return { type: "pending", payoutId, ...onChain };
  if (status === "paid") {
    const paidAtMs = payout.paidAt === undefined ? null : Date.parse(payout.paidAt);
    return { type: "paid", payoutId, paidAtMs, ...onChain };
  }
  return { type: status, payoutId, reasonCode: toReasonCode(payout.reasonCode) };
}

/** Decimal text without needless zeros: `1.50` and `1.5` are one amount. */
function plainNumber(text: string): string {
  return text
    .replace(/^0+(?=\d)/, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** Reasons are an open list of snake_case codes. Anything else becomes `declined`. */
function toReasonCode(reason: string | undefined): string {
  const code = (reason ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return /^[a-z0-9_]{1,64}$/.test(code) ? code : "declined";
}
