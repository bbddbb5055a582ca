import { disputeAnswer } from "#contract/connectors/processor";
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { errorCodeOf, parseJson } from "../../connector-responses.ts";
import type { AnswerOutcome, ExpectedAnswer } from "../card-processor.ts";

/**
 * Reads the response to a new answer. 400, 413 and 422 refuse the answer, 401 and 403 our connector key; a 404 with its
 * code means no such dispute. Every other status (409, 429, 5xx, a proxy's 404) says nothing about an answer under this
 * key.
 */
export function readAnswerResponse(
  response: OutgoingResponse,
  expected: ExpectedAnswer,
): AnswerOutcome {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 201) return readAnswer(response, expected);
  const code = errorCodeOf(response);
  const status = `status_${statusCode}`;
  if ([400, 413, 422].includes(statusCode)) return { type: "rejected", code: toCode(code, status) };
  if (statusCode === 404 && code === "dispute_not_found") return { type: "rejected", code };
  if (statusCode === 401 || statusCode === 403) {
    return { type: "credentials_refused", reason: status };
  }
  return { type: "unknown", reason: status };
}

/** Reads the response to a look-up. Only a 404 with its own code means that there is no answer. */
export function readAnswerLookUp(
  response: OutgoingResponse,
  expected: ExpectedAnswer,
): AnswerOutcome {
  if (response.statusCode === 200) return readAnswer(response, expected);
  return response.statusCode === 404 && errorCodeOf(response) === "dispute_answer_not_found"
    ? { type: "not_found" }
    : { type: "unknown", reason: `status_${response.statusCode}` };
}

function readAnswer(response: OutgoingResponse, expected: ExpectedAnswer): AnswerOutcome {
  const parsed = disputeAnswer.safeParse(parseJson(response.text));
  if (!parsed.success) return { type: "unknown", reason: "malformed" };
  const { answerId, disputeId, kind } = parsed.data;
  return disputeId === expected.disputeId && kind === expected.kind
    ? { type: "taken", answerId }
    : { type: "unknown", reason: "mismatch" };
}

function toCode(code: string | null, otherwise: string): string {
  return code !== null && /^[a-z0-9_]{1,64}$/.test(code) ? code : otherwise;
}
