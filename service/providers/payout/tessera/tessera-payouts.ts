import {
  type Payout,
  type PayoutRequest,
  payout as payoutSchema,
} from "#contract/connectors/payout";
import { type OutgoingAnswer, OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-answers.ts";
import { outcomeWithoutAnswer } from "../../kit/exchange.ts";
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
      const { operatorId: _, payee: _payee, consent: _consent, ...asked } = order;
      const body: PayoutRequest = { ...asked, notificationUrl };
      const answer = yield {
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
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readSendAnswer(answer, expectedOf(order));
    },

    *lookUp(key, expected) {
      const answer = yield {
        method: "GET",
        path: `/payouts/by-key/${encodeURIComponent(key)}`,
        headers: headers(),
        deadlineMs: lookUpDeadlineMs,
      };
      if (answer instanceof OutgoingCallFailed) return { type: "unknown", reason: answer.code };
      if (answer.statusCode === 200) return readPayout(answer, expected);
      const isUnheardOf = answer.statusCode === 404 && errorCodeOf(answer) === "payout_not_found";
      return isUnheardOf
        ? { type: "not_found" }
        : { type: "unknown", reason: `status_${answer.statusCode}` };
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
function readSendAnswer(answer: OutgoingAnswer, expected: ExpectedPayout): PayoutOutcome {
  const { statusCode } = answer;
  if (statusCode === 200 || statusCode === 201) return readPayout(answer, expected);
  if ([400, 401, 403, 422].includes(statusCode)) {
    const reason = errorCodeOf(answer) ?? `status_${statusCode}`;
    return { type: "rejected", reason, isOurs: statusCode === 401 || statusCode === 403 };
  }
  return { type: "unknown", reason: `status_${statusCode}` };
}

function readPayout(answer: OutgoingAnswer, expected: ExpectedPayout): PayoutOutcome {
  const parsed = payoutSchema.safeParse(parseJson(answer.text));
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
