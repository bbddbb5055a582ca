import { ApiError } from "../http/api-error.ts";
import { isDamaged } from "../secrets/key-services/key-service-error.ts";

const longestMs = 60 * 60_000;
/** How many failing rows a process remembers. */
const maxRemembered = 10_000;

/**
 * Pauses before a job tries rows again whose work failed with an unexpected error, such as a value that cannot be
 * decrypted. Kept in memory: a restart or another process begins with the shortest pause.
 */
export interface FailurePauses {
  /**
   * Counts a failure. Returns the pause: `firstMs`, then twice as long after each further failure, up to an hour. Keys
   * that this process cannot open right now do not count.
   */
  afterFailure(rowId: string, error: unknown, firstMs: number): number;
  /** The row's work succeeded: its next failure counts as the first. */
  forget(rowId: string): void;
}

/** Whether this process cannot use an operator's key right now, but later, or another process can. */
export function isKeyUnavailable(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === "service_unavailable" && !isDamaged(error.cause)
  );
}

export function createFailurePauses(): FailurePauses {
  const pausesMs = new Map<string, number>();
  return {
    afterFailure(rowId, error, firstMs) {
      if (isKeyUnavailable(error)) return firstMs;
      const pauseMs = Math.min(longestMs, 2 * (pausesMs.get(rowId) ?? firstMs / 2));
      // The oldest is the first.
      pausesMs.delete(rowId);
      pausesMs.set(rowId, pauseMs);
      const [oldest] = pausesMs.size > maxRemembered ? pausesMs.keys() : [];
      if (oldest !== undefined) pausesMs.delete(oldest);
      return pauseMs;
    },
    forget: (rowId) => void pausesMs.delete(rowId),
  };
}
