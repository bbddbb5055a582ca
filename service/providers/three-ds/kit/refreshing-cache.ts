export interface CacheTimes {
  /** An older value still serves and is reloaded. */
  readonly cardRangesFreshMs: number;
  /** An older value no longer serves. */
  readonly cardRangesStaleMs: number;
  /** How long a caller waits when no value serves. */
  readonly versioningDeadlineMs: number;
}

/** A value that is loaded rarely and read often. */
export interface RefreshingCache<Value> {
  /** Returns the value. Throws the load error, or {@link StillLoading}. */
  get(): Promise<Value>;
}

/** The first load takes longer than a caller waits. It continues. */
export class StillLoading extends Error {
  readonly code = "deadline";
}

/** The pause after a failed load while the old value still serves. */
const retryPauseMs = 60_000;

/**
 * Caches the newest value of `load`, which receives the previous one. One load runs at a time; `onError` receives
 * each failure.
 */
export function createRefreshingCache<Value>(
  load: (held: Value | undefined) => Promise<Value>,
  {
    nowMs,
    onError,
    ...times
  }: CacheTimes & {
    nowMs(): number;
    onError(error: unknown): void;
  },
): RefreshingCache<Value> {
  let held: { value: Value; loadedAtMs: number } | undefined;
  let loading: Promise<Value> | undefined;
  let notBeforeMs = 0;

  const begin = (): Promise<Value> => {
    const startedAtMs = nowMs();
    loading ??= load(held?.value).then(
      (value) => {
        held = { value, loadedAtMs: startedAtMs };
        loading = undefined;
        return value;
      },
      (error: unknown) => {
        notBeforeMs = startedAtMs + retryPauseMs;
        loading = undefined;
        onError(error);
        throw error;
      },
    );
    return loading;
  };

  return {
    async get() {
      const ageMs = held ? nowMs() - held.loadedAtMs : Number.POSITIVE_INFINITY;
      if (held && ageMs < times.cardRangesFreshMs) return held.value;
      if (held && ageMs < times.cardRangesStaleMs) {
        if (nowMs() >= notBeforeMs) begin().catch(() => {});
        return held.value;
      }
      return within(begin(), times.versioningDeadlineMs);
    },
  };
}

async function within<Value>(loading: Promise<Value>, deadlineMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StillLoading()), deadlineMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
