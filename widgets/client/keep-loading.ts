/** Between two tries. */
const againMs = 3_000;

/** Loads what nothing can be shown without, not even that it is missing: tries until it is there. */
export async function keepLoading<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await pauseUntilOnline(againMs, new AbortController().signal);
    }
  }
}

/** The browser's pause: ends early when the connection comes back. */
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
