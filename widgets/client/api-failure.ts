/**
 * Why a call to the service brought no result.
 *
 * - `lost`: nobody knows whether it was done: no answer in time, no connection, an answer that says
 *   nothing (5xx, not JSON, not of the contract's shape). Ask again with the same idempotency key.
 * - `refused`: the service said no, and `code` says why.
 */
export interface ApiFailure {
  readonly kind: "lost" | "refused";
  /** The service's errorCode, or ours: `network`, `timeout`, `bad_answer`. Open list. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly requestId?: string;
  readonly retryAfterMs?: number;
  /** What else the refusal carried, where the caller reads it. */
  readonly extra?: object;
}
