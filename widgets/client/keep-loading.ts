/** Milliseconds between two tries. */
const againMs = 3_000;

/** Loads a part without which nothing can be shown, not even an error. Retries until it loads. */
export async function keepLoading<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await pauseUntilOnline(againMs, new AbortController().signal);
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
