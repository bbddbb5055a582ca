import { object, optional, type Read, readOrNull, text } from "#contract/channel/readers";
import type { ApiFailure } from "./api-failure.ts";

export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

/** Both members are missing if something other than the service answered. */
const readError = object({ message: optional(text), errorCode: optional(text) });

/** Reads a response. Never throws. `more` reads what a refusal has in addition to code and message. */
export async function readResult<T>(
  pending: Promise<Response>,
  shape: Read<T>,
  more?: Read<object>,
): Promise<ApiResult<T>> {
  let response: Response;
  let body: unknown;
  try {
    response = await pending;
    body = await response.json();
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : "";
    const code = name === "TimeoutError" || name === "AbortError" ? "timeout" : "network";
    return { ok: false, failure: { kind: "lost", code, message: "No answer.", status: 0 } };
  }
  const { status } = response;
  const requestId = response.headers.get("X-Request-Id") ?? undefined;
  const from = { status, ...(requestId === undefined ? {} : { requestId }) };
  if (response.ok) {
    const value = readOrNull(shape, body);
    if (value !== null) return { ok: true, value };
    const message = "Unexpected answer.";
    return { ok: false, failure: { kind: "lost", code: "bad_answer", message, ...from } };
  }
  const { errorCode: code = "bad_answer", message = "" } = readOrNull(readError, body) ?? {};
  const retryAfter = Number(response.headers.get("Retry-After"));
  // A 5xx says nothing about the outcome, except with this code: nothing was done. A 429 with another code than these is
  // a limit that another try in a few seconds does not change.
  const isLost =
    status < 500 ? /rate_limited|polling_too_fast/.test(code) : code !== "processor_unavailable";
  const extra = more && readOrNull(more, body);
  return {
    ok: false,
    failure: {
      kind: isLost ? "lost" : "refused",
      code,
      message,
      ...from,
      ...(retryAfter > 0 && { retryAfterMs: retryAfter * 1000 }),
      ...(extra && { extra }),
    },
  };
}
