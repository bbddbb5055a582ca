/**
 * Sends server-sent events (HTML Living Standard §9.2) over a request that stays open.
 *
 * The next part is made when the connection takes it, so a slow reader costs one part of memory. A reader that takes
 * nothing for a while is disconnected, and every reader after some minutes. It reconnects with `Last-Event-ID`.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** `stallMs`: how long a reader may take nothing. */
export const streamTimes = { lifeMs: 15 * 60_000, stallMs: 60_000, keepAliveMs: 10_000 } as const;

/** A message of the stream. Without `data` it only moves the reader's `Last-Event-ID`. */
export interface ServerSentEvent {
  readonly event?: string;
  readonly id?: string | undefined;
  /** The data without line breaks, like JSON. */
  readonly data?: string;
}

export function formatEvent({ event, id, data }: ServerSentEvent): string {
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(data === undefined ? [] : [`data: ${data}`]),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** A comment that keeps the connection open. */
export const keepAlive = ": keep-alive\n\n";

/** Sends until the parts end or the reader leaves. `leave` then ends the waits of `parts`. */
export function sendEvents(
  reply: FastifyReply,
  parts: AsyncGenerator<string>,
  leave: AbortController,
): FastifyReply {
  let stalled: NodeJS.Timeout | undefined;
  const stream = Readable.from(watched(), { objectMode: false, highWaterMark: 1 });
  async function* watched() {
    try {
      for await (const part of parts) {
        clearTimeout(stalled);
        stalled = setTimeout(() => {
          leave.abort();
          stream.destroy();
        }, streamTimes.stallMs);
        stalled.unref();
        yield part;
      }
    } finally {
      clearTimeout(stalled);
    }
  }
  // The stream closes only after the wait that this ends.
  reply.raw.once("close", () => leave.abort());
  return (
    reply
      .type("text/event-stream; charset=utf-8")
      .header("cache-control", "no-store")
      // Otherwise nginx holds parts back.
      .header("x-accel-buffering", "no")
      .send(stream)
  );
}

/** Pauses at most until the signal aborts. */
export function pauseUnless(signal: AbortSignal, durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener("abort", end, { once: true });
  });
}
