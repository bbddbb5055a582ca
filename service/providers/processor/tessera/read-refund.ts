import { type ProcessorRefund, processorRefund } from "#contract/connectors/processor";
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-responses.ts";
import type { ExpectedRefund, RefundOutcome } from "../card-processor.ts";

/**
 * Reads the response to a new refund. 400 and 422 refuse the refund, 401 and 403 our connector key; a 404 with its code
 * means no such charge: nothing was returned. Every other status (409, 429, 5xx, a proxy's 404) says nothing about a
 * refund under this key.
 */
export function readRefundResponse(
  response: OutgoingResponse,
  expected: ExpectedRefund,
): RefundOutcome {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 201) return readRefund(response, expected);
  const code = errorCodeOf(response);
  const status = `status_${statusCode}`;
  if (statusCode === 400 || statusCode === 422) {
    return { type: "rejected", code: toCode(code ?? undefined, status) };
  }
  if (statusCode === 404 && code === "charge_not_found") return { type: "rejected", code };
  if (statusCode === 401 || statusCode === 403) {
    return { type: "credentials_refused", reason: status };
  }
  return { type: "unknown", reason: status };
}

/** Reads the response to a look-up. Only a 404 with its own code means that there is no refund. */
export function readRefundLookUp(
  response: OutgoingResponse,
  expected: ExpectedRefund,
): RefundOutcome {
  if (response.statusCode === 200) return readRefund(response, expected);
  return response.statusCode === 404 && errorCodeOf(response) === "refund_not_found"
    ? { type: "not_found" }
    : { type: "unknown", reason: `status_${response.statusCode}` };
}

function readRefund(response: OutgoingResponse, expected: ExpectedRefund): RefundOutcome {
  const parsed = processorRefund.safeParse(parseJson(response.text));
  return parsed.success ? believe(parsed.data, expected) : { type: "unknown", reason: "malformed" };
}

function believe(refund: ProcessorRefund, expected: ExpectedRefund): RefundOutcome {
  const { refundId, status, kind } = refund;
  const isOurs =
    refund.amountMinor === expected.amountMinor &&
    refund.currency === expected.currency &&
    refund.chargeId === expected.chargeId;
  if (!isOurs) return { type: "mismatch", refundId };
  if (status === "failed") {
    const failureCode = toCode(refund.failureCode ?? undefined, "refund_failed");
    return { type: "failed", refundId, kind, failureCode };
  }
  return { type: status, refundId, kind, arn: toArn(refund.arn) };
}

/** The ARN without spaces; null if the text is not an ARN. It only informs, so a wrong one does no harm. */
function toArn(arn: string | null | undefined): string | null {
  const text = (arn ?? "").replace(/\s+/g, "");
  return /^[0-9A-Za-z]{1,40}$/.test(text) ? text : null;
}

/** Codes are an open list of short words in snake_case; any other text becomes `otherwise`. */
function toCode(code: string | undefined, otherwise: string): string {
  const word = (code ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return /^[a-z0-9_]{1,64}$/.test(word) ? word : otherwise;
}
