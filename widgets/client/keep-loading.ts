/** Milliseconds between two tries. */
const againMs = 3_000;

/**
 * Loads a part without which the widget cannot work. Retries until it loads. `failed` is called after each failure; its signal
 * ends the pause before the next try.
 */
export async function keepLoading<Part>(
  load: () => Promise<Part>,
  failed?: () => AbortSignal | undefined,
): Promise<Part> {
  for (;;) {
    try {
      return await load();
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
