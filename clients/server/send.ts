import type { BuiltRequest } from "./build-request.ts";
import type { CallOptions, ResponseFacts } from "./call-types.ts";
import { checkCallLimits, usage } from "./check-options.ts";
import {
  apiErrorOf,
  type ClientErrorCode,
  type InvalidField,
  TesseraConnectionError,
  type TesseraError,
} from "./errors.ts";

export interface Sender {
  /** The origin and, behind a proxy, the path, without a trailing slash. */
  baseUrl: string;
  secretKey: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
}

export interface Sent {
  data: unknown;
  response: ResponseFacts;
}

/** The outcome of one try. `waitMs` is null if the request must not be sent again. */
type Outcome =
  | { sent: Omit<Sent, "response"> & { response: Omit<ResponseFacts, "tries"> } }
  | Failure;
interface Failure {
  error: TesseraError;
  waitMs: number | null;
}

/** The caller decides about longer waits. */
const longestWaitMs = 60_000;
const firstWaitMs = 500;
const longestOwnWaitMs = 8_000;

/**
 * Sends a request, and retries it while that is safe: a GET, or a POST or PUT under its one idempotency key. A DELETE
 * takes no key, so it is retried only after a 429.
 * @throws TesseraApiError, TesseraConnectionError, or TesseraError `invalid_usage`
 */
export async function send(
  sender: Sender,
  request: BuiltRequest,
  options: CallOptions,
): Promise<Sent> {
  const takesKey = request.method === "POST" || request.method === "PUT";
  const idempotencyKey = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
  if (idempotencyKey !== null && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw usage("`idempotencyKey` must be 1 to 255 printable ASCII characters.");
  }
  const { timeoutMs, maxRetries } = checkCallLimits({
    timeoutMs: options.timeoutMs ?? sender.timeoutMs,
    maxRetries: options.maxRetries ?? sender.maxRetries,
  });
  const maxTries = 1 + maxRetries;
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(
      { ...sender, timeoutMs },
      request,
      options.signal,
      idempotencyKey,
      tries,
    );
    if ("sent" in outcome) {
      const { data, response } = outcome.sent;
      return { data, response: { ...response, tries } };
    }
    if (outcome.waitMs === null || tries >= maxTries) throw outcome.error;
    await wait(outcome.waitMs, options.signal);
  }
}

async function tryOnce(
  sender: Sender,
  request: BuiltRequest,
  signal: AbortSignal | undefined,
  idempotencyKey: string | null,
  tries: number,
): Promise<Outcome> {
  const { timeoutMs } = sender;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const response = await sender.fetch(sender.baseUrl + request.target, {
      method: request.method,
      headers: headersOf(sender, request, idempotencyKey),
      body: (request.body as BodyInit | undefined) ?? null,
      // Another address must not get the secret key.
      redirect: "manual",
      signal: controller.signal,
    });
    return readOutcome(request, response, await response.text(), idempotencyKey, tries);
  } catch (cause) {
    const fail = (code: ClientErrorCode, message: string, waitMs: number | null): Failure => ({
      error: new TesseraConnectionError(code, message, { idempotencyKey, cause }),
      waitMs,
    });
    const where = `${request.method} ${request.target}`;
    if (signal?.aborted) return fail("aborted", `${where} was aborted.`, null);
    const waitMs = request.method === "DELETE" ? null : ownWaitMs(tries);
    return controller.signal.aborted
      ? fail("timed_out", `${where} had no answer within ${timeoutMs} ms.`, waitMs)
      : fail("connection_failed", `${where} could not reach ${sender.baseUrl}.`, waitMs);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function headersOf(
  { secretKey }: Sender,
  { contentType }: BuiltRequest,
  idempotencyKey: string | null,
): Record<string, string> {
  return {
    accept: "application/json",
    authorization: `Bearer ${secretKey}`,
    ...(contentType === undefined ? undefined : { "content-type": contentType }),
    ...(idempotencyKey === null ? undefined : { "idempotency-key": idempotencyKey }),
  };
}

function readOutcome(
  { method, target }: BuiltRequest,
  { status, headers }: Response,
  text: string,
  idempotencyKey: string | null,
  tries: number,
): Outcome {
  const requestId = headers.get("x-request-id");
  const body = parseJson(text);
  const where = `${method} ${target}`;
  if (status >= 200 && status < 300) {
    if (body !== undefined) {
      const isReplayed = headers.get("idempotent-replayed") === "true";
      return { sent: { data: body, response: { status, requestId, isReplayed, headers } } };
    }
    const message = `${where} was answered with ${status}, but not with JSON.`;
    const error = new TesseraConnectionError("unexpected_answer", message, { idempotencyKey });
    return { error, waitMs: null };
  }
  const { errorCode, message, errors } = (body ?? {}) as Record<string, unknown>;
  const code = typeof errorCode === "string" ? errorCode : "unexpected_answer";
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  const isUnclear = status >= 500 || status === 408 || code === "idempotency_key_in_use";
  const mayRepeat = status === 429 || (isUnclear && method !== "DELETE");
  const waitMs = retryAfterMs ?? ownWaitMs(tries);
  const error = apiErrorOf({
    status,
    code,
    message: typeof message === "string" ? message : `${where} was answered with ${status}.`,
    errors: Array.isArray(errors) ? (errors as InvalidField[]) : [],
    requestId,
    retryAfterMs,
    idempotencyKey,
  });
  return { error, waitMs: mayRepeat && waitMs <= longestWaitMs ? waitMs : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads `Retry-After`: seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null || value === "") return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Half a second after the first try, doubled each time, with jitter. */
function ownWaitMs(tries: number): number {
  const ms = Math.min(longestOwnWaitMs, firstWaitMs * 2 ** (tries - 1));
  return ms * (0.5 + Math.random() / 2);
}

/** Waits. Ends early when the caller aborts; the next try then reports that. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
