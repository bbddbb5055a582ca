/** How long what was loaded serves, and how long anybody waits for it. All in milliseconds. */
export interface KeepingTimes {
  /** Older than this, it is loaded anew while it still serves. */
  readonly cardRangesFreshMs: number;
  /** Older than this, it serves no more. */
  readonly cardRangesStaleMs: number;
  /** How long a caller waits while nothing serves. */
  readonly versioningDeadlineMs: number;
}

/** Something that is loaded now and then and asked for often. */
export interface Kept<Value> {
  /** What serves. Throws why there is nothing, or {@link StillLoading}. */
  get(): Promise<Value>;
}

/** Nothing serves yet, and the wait was over before it was loaded. The load goes on. */
export class StillLoading extends Error {
  readonly code = "deadline";
}

/** After a load in vain, while the old still serves. */
const tryAgainMs = 60_000;

/**
 * Keeps the newest of what `load` gives, which is told what there is. At most one load is under way;
 * `onTrouble` hears of each that failed.
 */
export function keepLoaded<Value>(
  load: (held: Value | undefined) => Promise<Value>,
  {
    nowMs,
    onTrouble,
    ...times
  }: KeepingTimes & {
    nowMs(): number;
    onTrouble(error: unknown): void;
  },
): Kept<Value> {
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
        notBeforeMs = startedAtMs + tryAgainMs;
        loading = undefined;
        onTrouble(error);
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
