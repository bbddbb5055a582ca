/**
 * How long a request may take to arrive.
 *
 * - Every request must be complete within `requestMs`, or it gets 408 `request_timeout`. Node's own `requestTimeout`
 *   has one value per server.
 * - A route for large files calls {@link readSlowly} once it knows its caller. Then a pause may last `pauseMs`, and on
 *   average `bytesPerSecond` must arrive. The service's own time for what arrived does not count.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { within } from "../within.ts";
import { ApiError } from "./api-error.ts";

export interface SlowBodyTimes {
  /** The sender's longest pause. */
  readonly pauseMs: number;
  /** The slowest average, after a first pause. */
  readonly bytesPerSecond: number;
}

/** Limits for files. 512 MiB may take two and a half hours. */
export const slowBodyTimes: SlowBodyTimes = { pauseMs: 30_000, bytesPerSecond: 64 * 1024 };

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

export function addBodyTimes(app: FastifyInstance, requestMs: number): void {
  app.server.prependListener("request", (request: IncomingMessage) => {
    const { headers, socket } = request;
    const hasBody =
      headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
    if (!hasBody) return;
    const timer = setTimeout(() => refuse(app, socket), requestMs);
    timer.unref();
    timers.set(request, timer);
    const forget = () => clearTimeout(timer);
    request.once("end", forget);
    request.once("close", forget);
  });
}

/** Refuses as Node does when its own limit is exceeded. */
function refuse(app: FastifyInstance, socket: Socket): void {
  const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  app.server.emit("clientError", error, socket);
}

/**
 * Yields the body's pieces while the sender makes progress, then throws ApiError `request_timeout`. The request's
 * caller must be known. The rest stays unread in the request, so that a response can still be sent.
 */
export async function* readSlowly(
  request: FastifyRequest,
  body: Readable,
  times: SlowBodyTimes = slowBodyTimes,
  nowMs: () => number = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  clearTimeout(timers.get(request.raw));
  const pieces = body.iterator({ destroyOnReturn: false });
  let waitedMs = 0;
  let bytes = 0;
  for (;;) {
    const startMs = nowMs();
    const allowedMs = times.pauseMs + (bytes / times.bytesPerSecond) * 1000 - waitedMs;
    const next = await within(pieces.next(), Math.min(times.pauseMs, allowedMs));
    if (next === "late") throw new ApiError("request_timeout");
    if (next.done) return;
    waitedMs += nowMs() - startMs;
    const piece = next.value as Uint8Array;
    bytes += piece.length;
    yield piece;
  }
}
