import {
  type Payout,
  type PayoutRequest,
  payout as payoutSchema,
} from "#contract/connectors/payout";
import type { Connector } from "../../platform/connectors.ts";
import {
  type OutgoingAnswer,
  OutgoingCallFailed,
  type OutgoingHttp,
} from "../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson, reasonOfFailure } from "../connector-answers.ts";
import type {
  ExpectedPayout,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "./payout-provider.ts";

/** Address, credentials and deadlines of a payout processor. */
export interface PayoutProcessorOptions {
  readonly connector: Connector;
  /** Where the processor reports changes: an address that *it* can reach. */
  readonly notificationUrl: string;
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** Card within half an hour, ACH by the third banking day, crypto within an hour. */
const arrivals: PayoutProvider["arrivals"] = {
  bank: { unit: "business_days", least: 1, most: 3 },
  card: { unit: "minutes", least: 1, most: 30 },
  crypto: { unit: "minutes", least: 5, most: 60 },
};

/** Creates the connector over HTTP. README.md beside this file documents the protocol. */
export function createHttpPayoutProcessor(
  options: PayoutProcessorOptions,
  http: OutgoingHttp,
): PayoutProvider {
  const { connector, notificationUrl } = options;
  const { name, url } = connector;
  const headers = () => ({
    authorization: `Bearer ${connector.key}`,
    accept: "application/json",
  });
  return {
    name,
    arrivals,

    async send(order, idempotencyKey) {
      const { operatorId: _, ...asked } = order;
      const body: PayoutRequest = { ...asked, notificationUrl };
      try {
        const answer = await http.call({
          method: "POST",
          url: `${url}/payouts`,
          headers: {
            ...headers(),
            "content-type": "application/json",
            "idempotency-key": idempotencyKey,
          },
          body: JSON.stringify(body),
          deadlineMs: options.sendDeadlineMs,
        });
        return readSendAnswer(answer, expectedOf(order));
      } catch (error) {
        if (error instanceof OutgoingCallFailed && error.sent === "no") {
          return { type: "unreached" };
        }
        return { type: "unknown", reason: reasonOfFailure(error) };
      }
    },

    async lookUp(idempotencyKey, expected) {
      try {
        const answer = await http.call({
          method: "GET",
          url: `${url}/payouts/by-key/${encodeURIComponent(idempotencyKey)}`,
          headers: headers(),
          deadlineMs: options.lookUpDeadlineMs,
        });
        if (answer.statusCode === 200) return readPayout(answer, expected);
        const isUnheardOf = answer.statusCode === 404 && errorCodeOf(answer) === "payout_not_found";
        return isUnheardOf
          ? { type: "not_found" }
          : { type: "unknown", reason: `status_${answer.statusCode}` };
      } catch (error) {
        return { type: "unknown", reason: reasonOfFailure(error) };
      }
    },
  };
}

function expectedOf({ destination, ...order }: PayoutOrder): ExpectedPayout {
  const exact = destination.type === "crypto" ? destination.amount : undefined;
  return { ...order, ...(exact !== undefined && { assetAmount: exact }) };
}

/**
 * Reads the response to a send request. 2xx is a payout. 400 and 422 refuse the payout, 401 and 403 our
 * credentials, before anything was sent. All others (409, 429, 5xx) leave the outcome unknown.
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
