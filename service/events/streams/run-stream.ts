import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { keepAlive, pauseUnless, streamTimes } from "./server-sent.ts";
import { renewEveryMs, renewStream } from "./stream-leases.ts";

export interface StreamSource {
  readonly first: string;
  /** The next parts; undefined without new ones. */
  next(): Promise<string | undefined>;
}

export interface OpenStream {
  readonly operatorId: string;
  readonly streamId: string;
  readonly signal: AbortSignal;
  /** Whether the reader's key still allows it. Called before each read. */
  isAllowed(): Promise<boolean>;
}

/** Pauses grow while there are no new parts. */
const shortestPauseMs = 200;
const longestPauseMs = 1_000;

/**
 * Yields the source's parts, and comments that make proxies keep the connection. Ends after {@link streamTimes}, when
 * the signal aborts, when the key no longer allows it, and when the stream's row has ended.
 */
export async function* runStream(
  deps: Pick<PlatformDeps, "database" | "machineClock" | "random">,
  source: StreamSource,
  { operatorId, streamId, signal, isAllowed }: OpenStream,
): AsyncGenerator<string> {
  const startedMs = performance.now();
  let renewedMs = startedMs;
  let sentMs = startedMs;
  let pauseMs = shortestPauseMs;
  yield source.first;
  // Cheap, because the key directory has a cache.
  while (!signal.aborted && (await isAllowed())) {
    const nowMs = performance.now();
    if (nowMs - startedMs > streamTimes.lifeMs) return;
    if (nowMs - renewedMs > renewEveryMs) {
      if (!(await renewStream(deps, operatorId, streamId))) return;
      renewedMs = nowMs;
    }
    const part = await source.next();
    if (part !== undefined) {
      yield part;
      sentMs = performance.now();
      pauseMs = shortestPauseMs;
      continue;
    }
    if (nowMs - sentMs > streamTimes.keepAliveMs) {
      yield keepAlive;
      sentMs = performance.now();
    }
    await pauseUnless(signal, pauseMs);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }
}
