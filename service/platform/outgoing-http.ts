import { Agent, type Dispatcher, request } from "undici";

/** One call to an outside party. */
export interface OutgoingRequest {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** From the call to the last byte of the answer. */
  deadlineMs: number;
  /** Longest answer that is read; the rest is an error. Default 256 KiB. */
  mostBytes?: number;
  /** Cuts the call off from outside, such as at shutdown. */
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * How a call failed. `sent` tells whether the other side may have seen it: `no` only if the
 * connection was never made, so that another try can't do anything twice.
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

/** The client for outside calls: keep-alive, a deadline on each, no redirects, no retries. */
export interface OutgoingHttp {
  /** Any HTTP status is an answer; only a call without one throws {@link OutgoingCallFailed}. */
  call(request: OutgoingRequest): Promise<OutgoingAnswer>;
  close(): Promise<void>;
}

/** Connection errors after which nothing can have been sent. */
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
 * Creates the client. `dispatcher` is for callers with rules of their own about where a connection
 * may go (webhooks); the default one connects anywhere and keeps connections open.
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
    async call({ method, url, headers, body, deadlineMs, mostBytes = defaultMostBytes, signal }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        const answer = await request(url, {
          method,
          headers: headers ?? {},
          body: body ?? null,
          dispatcher,
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
          headersTimeout: deadlineMs,
          bodyTimeout: deadlineMs,
        });
        const chunks: Buffer[] = [];
        let length = 0;
        for await (const chunk of answer.body) {
          length += (chunk as Buffer).length;
          if (length > mostBytes) throw new OutgoingCallFailed("too_large", "unknown");
          chunks.push(chunk as Buffer);
        }
        return {
          statusCode: answer.statusCode,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        };
      } catch (error) {
        throw describeFailure(error, deadline.aborted, signal?.aborted ?? false);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function describeFailure(error: unknown, late: boolean, canceled: boolean): OutgoingCallFailed {
  if (error instanceof OutgoingCallFailed) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "ADDRESS_REFUSED") return new OutgoingCallFailed("refused", "no", error);
  // A connection that was made can end with some of these too, and then the request is gone.
  const { syscall } = (error ?? {}) as { syscall?: unknown };
  const wasConnected = syscall === "read" || syscall === "write";
  if (neverConnected.has(code) && !wasConnected) {
    return new OutgoingCallFailed("unreachable", "no", error);
  }
  if (canceled) return new OutgoingCallFailed("canceled", "unknown", error);
  if (late || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return new OutgoingCallFailed("deadline", "unknown", error);
  }
  return new OutgoingCallFailed("broken", "unknown", error);
}
