import {
  cardCapabilities,
  type Lackable,
  withoutAbilities,
} from "#contract/connectors/card-capabilities";
import {
  type Charge,
  charge as chargeSchema,
  processorHealth,
  reversal,
} from "#contract/connectors/processor";
import { type OutgoingAnswer, OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-answers.ts";
import { type Call, outcomeWithoutAnswer } from "../../kit/exchange.ts";
import type { ChargeOutcome, ExpectedCharge } from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { readAnswerLookUp, readAnswerResponse } from "./read-dispute-answer.ts";
import { readNotice } from "./read-notice.ts";
import { readRefundAnswer, readRefundLookUp } from "./read-refund.ts";

export interface TesseraProcessorSettings {
  readonly key: string;
  /** The address for the processor's notices. */
  readonly notificationUrl: string;
  /** What the server behind the protocol lacks. */
  readonly cannot?: readonly Lackable[] | undefined;
}

/** Tessera's own protocol, documented in the README.md of this folder's parent. */
export function tesseraConnector(
  { key: connectorKey, notificationUrl, cannot = [] }: TesseraProcessorSettings,
  { chargeDeadlineMs, lookUpDeadlineMs }: Deadlines,
): CardConnector {
  const headers = { authorization: `Bearer ${connectorKey}`, accept: "application/json" };
  const get = (path: string, deadlineMs = lookUpDeadlineMs): Call => ({
    method: "GET",
    path,
    headers,
    deadlineMs,
  });
  const post = (path: string, key: string, body: object): Call => ({
    method: "POST",
    path,
    headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
    deadlineMs: chargeDeadlineMs,
  });
  const id = encodeURIComponent;

  return {
    capabilities: withoutAbilities(cardCapabilities.tessera, cannot),

    *charge(request, key) {
      const answer = yield post("/charges", key, { ...request, notificationUrl });
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readChargeAnswer(answer, request);
    },

    *lookUp(key, expected) {
      const answer = yield get(`/charges/by-key/${id(key)}`);
      if (answer instanceof OutgoingCallFailed) return unknown(answer);
      if (answer.statusCode === 404 && errorCodeOf(answer) === "charge_not_found") {
        return { type: "not_found" };
      }
      if (answer.statusCode !== 200) {
        return { type: "unknown", reason: `status_${answer.statusCode}` };
      }
      return readCharge(answer, expected);
    },

    *reverse(chargeId, key, reason) {
      const answer = yield post(`/charges/${id(chargeId)}/reversals`, key, { reason });
      if (answer instanceof OutgoingCallFailed) return unknown(answer);
      if (answer.statusCode !== 200 && answer.statusCode !== 201) {
        return { type: "unknown", reason: `status_${answer.statusCode}` };
      }
      const parsed = reversal.safeParse(parseJson(answer.text));
      return parsed.success && parsed.data.chargeId === chargeId
        ? { type: "reversed", reversalId: parsed.data.reversalId }
        : { type: "unknown", reason: "malformed" };
    },

    *refund(order, key) {
      const { chargeId, ...body } = order;
      const answer = yield post(`/charges/${id(chargeId)}/refunds`, key, body);
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readRefundAnswer(answer, order);
    },

    *lookUpRefund(key, expected) {
      const answer = yield get(`/refunds/by-key/${id(key)}`);
      if (answer instanceof OutgoingCallFailed) return unknown(answer);
      return readRefundLookUp(answer, expected);
    },

    *answerDispute({ body, ...expected }, key) {
      const resource = expected.kind === "evidence" ? "evidence" : "acceptance";
      const answer = yield post(`/disputes/${id(expected.disputeId)}/${resource}`, key, body);
      if (answer instanceof OutgoingCallFailed) return outcomeWithoutAnswer(answer);
      return readAnswerResponse(answer, expected);
    },

    *lookUpAnswer(key, expected) {
      const answer = yield get(`/dispute-answers/by-key/${id(key)}`);
      if (answer instanceof OutgoingCallFailed) return unknown(answer);
      return readAnswerLookUp(answer, expected);
    },

    readNotice: (received) => readNotice(connectorKey, received),

    *isHealthy() {
      const answer = yield get("/health", healthDeadlineMs);
      if (answer instanceof OutgoingCallFailed) return false;
      const parsed = processorHealth.safeParse(parseJson(answer.text));
      return answer.statusCode === 200 && parsed.success && parsed.data.status === "ok";
    },
  };
}

/** A look-up or reversal without an answer says nothing, even if it was never sent. */
function unknown({ code }: OutgoingCallFailed) {
  return { type: "unknown", reason: code } as const;
}

/**
 * Reads the response to a charge request. 2xx is a charge. 400, 401, 403 and 422 refuse it before anything was charged.
 * All others (409, 429, 5xx) leave the outcome unknown.
 */
function readChargeAnswer(answer: OutgoingAnswer, expected: ExpectedCharge): ChargeOutcome {
  if (answer.statusCode === 200 || answer.statusCode === 201) return readCharge(answer, expected);
  if ([400, 401, 403, 422].includes(answer.statusCode)) {
    return { type: "rejected", reason: errorCodeOf(answer) ?? `status_${answer.statusCode}` };
  }
  return { type: "unknown", reason: `status_${answer.statusCode}` };
}

function readCharge(answer: OutgoingAnswer, expected: ExpectedCharge): ChargeOutcome {
  const parsed = chargeSchema.safeParse(parseJson(answer.text));
  if (!parsed.success) return { type: "unknown", reason: "malformed" };
  return outcomeOf(parsed.data, expected);
}

function outcomeOf(charge: Charge, expected: ExpectedCharge): ChargeOutcome {
  const { chargeId, status } = charge;
  if (charge.amountMinor !== expected.amountMinor || charge.currency !== expected.currency) {
    return { type: "mismatch", chargeId, charged: status === "approved" || status === "pending" };
  }
  const facts = factsOf(charge);
  switch (status) {
    case "approved":
      return { type: status, chargeId, ...(facts && { facts }) };
    case "declined": {
      const declineCode = charge.declineCode ?? "generic_decline";
      return { type: status, chargeId, declineCode, ...(facts && { facts }) };
    }
    default:
      return { type: status, chargeId };
  }
}
