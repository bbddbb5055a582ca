const retryAfterMs = 3_000;

/** After this time a part counts as late, although it may still arrive. Browsers wait for minutes. */
const stalledSeconds = 20;

/**
 * Loads a part that the widget needs, and retries until it has loaded. Calls `failed` after each failure; the signal
 * that it returns ends the pause before the next try. Also calls `failed` with true every second while a try takes too
 * long; that try continues.
 */
export async function keepLoading<Part>(
  load: () => Promise<Part>,
  failed?: (isStalled?: boolean) => AbortSignal | undefined,
): Promise<Part> {
  for (;;) {
    let seconds = 0;
    // Checks every second, because the part may already be late when the customer first needs it.
    const timer = setInterval(() => ++seconds >= stalledSeconds && failed?.(true), 1_000);
    try {
      return await load().finally(() => clearInterval(timer));
    } catch {
      await pauseUntilOnline(retryAfterMs, failed?.());
    }
  }
}

/** Waits `ms` milliseconds, or until the connection returns. */
export function pauseUntilOnline(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}
