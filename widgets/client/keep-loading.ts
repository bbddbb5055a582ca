const againMs = 3_000;

/** Then a part counts as lost, though it may still come. Browsers wait for minutes. */
const stalledMs = 20_000;

/**
 * Retries until a part without which the widget cannot work has loaded. Calls `failed` after each failure; its signal
 * ends the pause before the next try. Calls it with true when a try takes too long; that try continues.
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

/** Ends early when the connection returns. */
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
