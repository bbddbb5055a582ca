import * as z from "zod/mini";
import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";
import { parseJson } from "../connector-responses.ts";
import { type Exchange, runExchange, type VendorResponse } from "../kit/exchange.ts";
import type { TinCheckRequest, TinMatch, TinMatcher } from "./tin-matcher.ts";

const deadlineMs = 15_000;
/** States of checks that ended without a result. */
const finalStates: ReadonlySet<string> = new Set(["FAILED", "CANCELLED"]);

const verification = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  state: z.string(),
  tin: z.string(),
  tin_matched: z.optional(z.nullable(z.boolean())),
  tin_match_type: z.optional(z.nullable(z.string())),
  warnings: z.optional(z.nullable(z.array(z.unknown()))),
});

/**
 * Baselayer's TIN verification (OpenAPI 3.1, version 0.1.0). A verification is created once and read by its id until
 * its result comes, so a slow IRS is not asked several times. docs/connectors/tin-matching.md says what is proven.
 */
export function createBaselayerMatcher(
  http: OutgoingHttp,
  connector: { readonly url: string; readonly key: string },
): TinMatcher {
  return {
    check: (question) =>
      runExchange(checkAtBaselayer(question, connector.key), connector.url, http),
  };
}

export function* checkAtBaselayer(question: TinCheckRequest, key: string): Exchange<TinMatch> {
  const headers = { "x-api-key": key, accept: "application/json" };
  const { name, tin, reference } = question;
  if (reference !== null) {
    const response = yield {
      method: "GET",
      path: `/tin_verifications/${encodeURIComponent(reference)}`,
      headers,
      deadlineMs,
    };
    const isGone = !(response instanceof OutgoingCallFailed) && response.statusCode === 404;
    if (!isGone) return resultOf(response, question);
  }
  const answer = yield {
    method: "POST",
    path: "/tin_verifications",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name, tin }),
    deadlineMs,
  };
  return resultOf(answer, question);
}

/**
 * Baselayer says whether number and name match, and as which kind of number. Only a completed verification of our
 * number without a warning counts: a warning says that the IRS could not be asked. A number of the other kind is a
 * mismatch: the form would be filed wrongly.
 */
function resultOf(response: VendorResponse, { tin, tinType }: TinCheckRequest): TinMatch {
  if (response instanceof OutgoingCallFailed) return { state: "unavailable" };
  if (response.statusCode === 429) return { state: "unavailable", isLimited: true };
  if (response.statusCode !== 200 && response.statusCode !== 201) return { state: "unavailable" };
  const parsed = verification.safeParse(parseJson(response.text));
  if (!parsed.success || parsed.data.tin !== tin) return { state: "unavailable" };
  const { id, state, tin_matched: isMatched, tin_match_type: kind, warnings } = parsed.data;
  if (state === "PENDING" || state === "EXECUTING") return { state: "pending", reference: id };
  // Reading the check again by its id would give the same response.
  const over = { state: "unavailable", isOver: true } as const;
  if (state !== "COMPLETED") return finalStates.has(state) ? over : { state: "unavailable" };
  if ((warnings ?? []).length > 0) return over;
  if (isMatched === false) return { state: "mismatch", code: "3" };
  if (isMatched !== true) return over;
  switch (kind) {
    case "SSN":
      return { state: tinType === "ssn" ? "match" : "mismatch", code: "6" };
    case "EIN":
      return { state: tinType === "ein" ? "match" : "mismatch", code: "7" };
    case "UNKNOWN":
      return { state: "match", code: "8" };
    default:
      return over;
  }
}
