import {
  type Charge,
  type ChargeRequest,
  charge as chargeSchema,
  processorHealth,
  reversal,
} from "#contract/connectors/processor";
import {
  type OutgoingAnswer,
  OutgoingCallFailed,
  type OutgoingHttp,
} from "../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson, reasonOfFailure } from "../connector-answers.ts";
import type { CardProcessor, ChargeOutcome, ExpectedCharge } from "./card-processor.ts";
import {
  outcomeOfFailedAnswer,
  readAnswerLookUp,
  readAnswerResponse,
} from "./read-dispute-answer.ts";
import { outcomeOfFailedRefund, readRefundAnswer, readRefundLookUp } from "./read-refund.ts";

/** Address, credentials and deadlines of a processor. */
export interface ProcessorOptions {
  readonly name: string;
  /** Base address of the connector, without trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Where the processor sends its notices. */
  readonly notificationUrl: string;
  readonly chargeDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** Health is checked in the background; a slow response counts as unhealthy. */
const healthDeadlineMs = 2_000;

/** Creates the connector over HTTP. README.md beside this file documents the protocol. */
export function createHttpCardProcessor(
  options: ProcessorOptions,
  http: OutgoingHttp,
): CardProcessor {
  const call = (
    method: "GET" | "POST",
    path: string,
    deadlineMs: number,
    write?: { body: object; idempotencyKey: string },
  ) =>
    http.call({
      method,
      url: `${options.url}${path}`,
      headers: {
        authorization: `Bearer ${options.key}`,
        accept: "application/json",
        ...(write
          ? { "content-type": "application/json", "idempotency-key": write.idempotencyKey }
          : {}),
      },
      ...(write ? { body: JSON.stringify(write.body) } : {}),
      deadlineMs,
    });

  return {
    name: options.name,

    async charge(request: ChargeRequest, idempotencyKey) {
      try {
        const answer = await call("POST", "/charges", options.chargeDeadlineMs, {
          body: { ...request, notificationUrl: options.notificationUrl },
          idempotencyKey,
        });
        return readChargeAnswer(answer, request);
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },

    async lookUp(idempotencyKey, expected) {
      try {
        const path = `/charges/by-key/${encodeURIComponent(idempotencyKey)}`;
        const answer = await call("GET", path, options.lookUpDeadlineMs);
        if (answer.statusCode === 404) {
          return errorCodeOf(answer) === "charge_not_found"
            ? { type: "not_found" }
            : { type: "unknown", reason: "status_404" };
        }
        if (answer.statusCode !== 200) {
          return { type: "unknown", reason: `status_${answer.statusCode}` };
        }
        return readCharge(answer, expected);
      } catch (error) {
        const outcome = outcomeOfFailure(error);
        return outcome.type === "unreached" ? { type: "unknown", reason: "unreachable" } : outcome;
      }
    },

    async reverse(chargeId, idempotencyKey, reason) {
      try {
        const path = `/charges/${encodeURIComponent(chargeId)}/reversals`;
        const answer = await call("POST", path, options.chargeDeadlineMs, {
          body: { reason },
          idempotencyKey,
        });
        if (answer.statusCode !== 200 && answer.statusCode !== 201) {
          return { type: "unknown", reason: `status_${answer.statusCode}` };
        }
        const parsed = reversal.safeParse(parseJson(answer.text));
        return parsed.success && parsed.data.chargeId === chargeId
          ? { type: "reversed", reversalId: parsed.data.reversalId }
          : { type: "unknown", reason: "malformed" };
      } catch (error) {
        return { type: "unknown", reason: reasonOfFailure(error) };
      }
    },

    async refund(order, idempotencyKey) {
      const { chargeId, ...body } = order;
      try {
        const path = `/charges/${encodeURIComponent(chargeId)}/refunds`;
        const answer = await call("POST", path, options.chargeDeadlineMs, {
          body,
          idempotencyKey,
        });
        return readRefundAnswer(answer, order);
      } catch (error) {
        return outcomeOfFailedRefund(error);
      }
    },

    async lookUpRefund(idempotencyKey, expected) {
      try {
        const path = `/refunds/by-key/${encodeURIComponent(idempotencyKey)}`;
        const answer = await call("GET", path, options.lookUpDeadlineMs);
        return readRefundLookUp(answer, expected);
      } catch (error) {
        return { type: "unknown", reason: reasonOfFailure(error) };
      }
    },

    async answerDispute({ body, ...expected }, idempotencyKey) {
      const resource = expected.kind === "evidence" ? "evidence" : "acceptance";
      try {
        const path = `/disputes/${encodeURIComponent(expected.disputeId)}/${resource}`;
        const answer = await call("POST", path, options.chargeDeadlineMs, {
          body,
          idempotencyKey,
        });
        return readAnswerResponse(answer, expected);
      } catch (error) {
        return outcomeOfFailedAnswer(error);
      }
    },

    async lookUpAnswer(idempotencyKey, expected) {
      try {
        const path = `/dispute-answers/by-key/${encodeURIComponent(idempotencyKey)}`;
        const answer = await call("GET", path, options.lookUpDeadlineMs);
        return readAnswerLookUp(answer, expected);
      } catch (error) {
        return { type: "unknown", reason: reasonOfFailure(error) };
      }
    },

    async isHealthy() {
      try {
        const answer = await call("GET", "/health", healthDeadlineMs);
        const parsed = processorHealth.safeParse(parseJson(answer.text));
        return answer.statusCode === 200 && parsed.success && parsed.data.status === "ok";
      } catch (error) {
        if (!(error instanceof OutgoingCallFailed)) throw error;
        return false;
      }
    },
  };
}

/**
 * Reads the response to a charge request. 2xx is a charge. 400, 401, 403 and 422 refuse it before anything was
 * charged. All others (409, 429, 5xx) leave the outcome unknown.
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
  if (status === "declined") {
    return { type: "declined", chargeId, declineCode: charge.declineCode ?? "generic_decline" };
  }
  return { type: status, chargeId };
}

function outcomeOfFailure(error: unknown): ChargeOutcome {
  if (error instanceof OutgoingCallFailed && error.sent === "no") return { type: "unreached" };
  return { type: "unknown", reason: reasonOfFailure(error) };
}
