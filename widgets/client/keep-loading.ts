/** Milliseconds between two tries. */
const againMs = 3_000;

/** A part that has not arrived by then counts as lost, though it may still come. Browsers wait for minutes. */
const stalledMs = 20_000;

/**
 * Loads a part without which the widget cannot work. Retries until it loads. `failed` is called after each failure; its signal
 * ends the pause before the next try. It is called with true while a try takes too long, and that
 * try continues.
 */
export async function keepLoading<Part>(
  load: () => Promise<Part>,
  failed?: (isStalled?: boolean) => AbortSignal | undefined,
): Promise<Part> {
  for (;;) {
    const timer = setInterval(() => failed?.(true), stalledMs);
    try {
      return await load().finally(() => clearInterval(timer));
    } catch {
      await pauseUntilOnline(againMs, failed?.() ?? new AbortController().signal);
    }
  }
}

/** Waits in the browser; ends early when the connection returns. */
export function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
