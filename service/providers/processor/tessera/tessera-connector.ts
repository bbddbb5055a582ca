import {
  cardCapabilities,
  type OptionalAbility,
  withoutAbilities,
} from "#contract/connectors/card-capabilities";
import {
  type Charge,
  charge as chargeSchema,
  processorHealth,
  reversal,
} from "#contract/connectors/processor";
import { OutgoingCallFailed, type OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-responses.ts";
import { type Call, outcomeWithoutResponse } from "../../kit/exchange.ts";
import type { ChargeOutcome, ExpectedCharge } from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { readAnswerLookUp, readAnswerResponse } from "./read-dispute-answer.ts";
import { readNotice } from "./read-notice.ts";
import { readRefundLookUp, readRefundResponse } from "./read-refund.ts";

export interface TesseraProcessorSettings {
  readonly key: string;
  /** The address for the processor's notices. */
  readonly notificationUrl: string;
  /** What the server behind the protocol lacks. */
  readonly cannot?: readonly OptionalAbility[] | undefined;
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
      const response = yield post("/charges", key, { ...request, notificationUrl });
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readChargeResponse(response, request);
    },

    *lookUp(key, expected) {
      const response = yield get(`/charges/by-key/${id(key)}`);
      if (response instanceof OutgoingCallFailed) return unknown(response);
      if (response.statusCode === 404 && errorCodeOf(response) === "charge_not_found") {
        return { type: "not_found" };
      }
      if (response.statusCode !== 200) {
        return { type: "unknown", reason: `status_${response.statusCode}` };
      }
      return readCharge(response, expected);
    },

    *reverse(chargeId, key, reason) {
      const response = yield post(`/charges/${id(chargeId)}/reversals`, key, { reason });
      if (response instanceof OutgoingCallFailed) return unknown(response);
      if (response.statusCode !== 200 && response.statusCode !== 201) {
        return { type: "unknown", reason: `status_${response.statusCode}` };
      }
      const parsed = reversal.safeParse(parseJson(response.text));
      return parsed.success && parsed.data.chargeId === chargeId
        ? { type: "reversed", reversalId: parsed.data.reversalId }
        : { type: "unknown", reason: "malformed" };
    },

    *refund(order, key) {
      const { chargeId, ...body } = order;
      const response = yield post(`/charges/${id(chargeId)}/refunds`, key, body);
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readRefundResponse(response, order);
    },

    *lookUpRefund(key, expected) {
      const response = yield get(`/refunds/by-key/${id(key)}`);
      if (response instanceof OutgoingCallFailed) return unknown(response);
      return readRefundLookUp(response, expected);
    },

    *answerDispute({ body, ...expected }, key) {
      const resource = expected.kind === "evidence" ? "evidence" : "acceptance";
      const response = yield post(`/disputes/${id(expected.disputeId)}/${resource}`, key, body);
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readAnswerResponse(response, expected);
    },

    *lookUpAnswer(key, expected) {
      const response = yield get(`/dispute-answers/by-key/${id(key)}`);
      if (response instanceof OutgoingCallFailed) return unknown(response);
      return readAnswerLookUp(response, expected);
    },

    readNotice: (received) => readNotice(connectorKey, received),

    *isHealthy() {
      const response = yield get("/health", healthDeadlineMs);
      if (response instanceof OutgoingCallFailed) return false;
      const parsed = processorHealth.safeParse(parseJson(response.text));
      return response.statusCode === 200 && parsed.success && parsed.data.status === "ok";
    },
  };
}

/** A look-up or reversal without a response says nothing, even if it was never sent. */
function unknown({ code }: OutgoingCallFailed) {
  return { type: "unknown", reason: code } as const;
}

/**
 * Reads the response to a charge request. 2xx is a charge. 400, 401, 403 and 422 refuse it before anything was charged.
 * All others (409, 429, 5xx) leave the outcome unknown.
 */
function readChargeResponse(response: OutgoingResponse, expected: ExpectedCharge): ChargeOutcome {
  if (response.statusCode === 200 || response.statusCode === 201)
    return readCharge(response, expected);
  if ([400, 401, 403, 422].includes(response.statusCode)) {
    return { type: "rejected", reason: errorCodeOf(response) ?? `status_${response.statusCode}` };
  }
  return { type: "unknown", reason: `status_${response.statusCode}` };
}

function readCharge(response: OutgoingResponse, expected: ExpectedCharge): ChargeOutcome {
  const parsed = chargeSchema.safeParse(parseJson(response.text));
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
