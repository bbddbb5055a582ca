import { Agent, type Dispatcher } from "undici";

export interface OutgoingRequest {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** The body as bytes, if it is not text. */
  bytes?: Uint8Array;
  /** The party's name in the metrics (observe-calls.ts). */
  party?: string;
  /** The time from the call to the response's last byte. */
  deadlineMs: number;
  /** The longest response; a longer one is an error. Default 256 KiB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface OutgoingResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * A call without a response. `sent` says whether the other party may have received it. It is `no` only if no connection
 * was made; then another try cannot repeat an effect.
 */
export class OutgoingCallFailed extends Error {
  override name = "OutgoingCallFailed";
  readonly code: "deadline" | "unreachable" | "broken" | "too_large" | "canceled" | "refused";
  readonly sent: "no" | "unknown";
  constructor(code: OutgoingCallFailed["code"], sent: "no" | "unknown", cause?: unknown) {
    super(`an outgoing call failed: ${code}`, { cause });
    this.code = code;
    this.sent = sent;
  }
}

/** Calls outside parties: keep-alive, a deadline per call, no redirects, no retries. */
export interface OutgoingHttp {
  /** Makes a call. Any HTTP status is a response. Throws {@link OutgoingCallFailed} only if there is none. */
  call(request: OutgoingRequest): Promise<OutgoingResponse>;
  close(): Promise<void>;
}

/** Errors after which nothing can have been sent. */
const neverConnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const defaultMostBytes = 256 * 1024;

/**
 * `dispatcher` is for callers with their own rules about connections (webhooks). The default connects anywhere and
 * keeps connections open.
 */
export function createOutgoingHttp(
  dispatcher: Dispatcher = new Agent({
    connections: 64,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 5_000 },
  }),
): OutgoingHttp {
  return {
    call: (request) => dispatchCall(dispatcher, request),
    close: () => dispatcher.destroy(),
  };
}

/**
 * Sends one call through the dispatcher. undici's convenience functions create a stream and several abort signals per
 * response, which costs more than the rest of a short one.
 */
function dispatchCall(
  dispatcher: Dispatcher,
  {
    method,
    url,
    headers,
    body,
    bytes,
    deadlineMs,
    maxBytes = defaultMostBytes,
    signal,
  }: OutgoingRequest,
): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    const response: OutgoingResponse = { statusCode: 0, headers: {}, text: "" };
    const chunks: Buffer[] = [];
    let length = 0;
    let isLate = false;
    let controller: Dispatcher.DispatchController | undefined;
    let cutOff: Error | undefined;

    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };
    const fail = (error: unknown) => {
      release();
      reject(describeFailure(error, isLate, signal?.aborted ?? false));
    };
    /** This works before and after the call has a connection. */
    const cut = (reason: Error) => {
      cutOff ??= reason;
      controller?.abort(cutOff);
      fail(cutOff);
    };
    const cancel = () => cut(new Error("canceled"));
    const timer = setTimeout(() => {
      isLate = true;
      cut(new Error("deadline"));
    }, deadlineMs);
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel, { once: true });

    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method,
          headers: headers ?? {},
          body: bytes ?? body ?? null,
          // The deadline covers both phases.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart(started) {
            controller = started;
            if (cutOff) started.abort(cutOff);
          },
          onResponseStart(_, statusCode, headers) {
            response.statusCode = statusCode;
            response.headers = headers;
          },
          onResponseData(_, chunk) {
            length += chunk.length;
            if (length > maxBytes) cut(new OutgoingCallFailed("too_large", "unknown"));
            else chunks.push(chunk);
          },
          onResponseEnd() {
            release();
            resolve({ ...response, text: Buffer.concat(chunks).toString("utf8") });
          },
          onResponseError: (_, error) => fail(error),
        },
      );
    } catch (error) {
      fail(error);
    }
  });
}

function describeFailure(error: unknown, late: boolean, canceled: boolean): OutgoingCallFailed {
  if (error instanceof OutgoingCallFailed) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "ADDRESS_REFUSED") return new OutgoingCallFailed("refused", "no", error);
  // An existing connection can also end with some of these codes; the request may then have been sent.
  const { syscall } = (error ?? {}) as { syscall?: unknown };
  const wasConnected = syscall === "read" || syscall === "write";
  if (neverConnected.has(code) && !wasConnected) {
    return new OutgoingCallFailed("unreachable", "no", error);
  }
  if (canceled) return new OutgoingCallFailed("canceled", "unknown", error);
  if (late) return new OutgoingCallFailed("deadline", "unknown", error);
  return new OutgoingCallFailed("broken", "unknown", error);
}
