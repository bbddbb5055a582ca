/**
 * Why a call to the service failed.
 * - `lost`: the outcome is unknown: no response in time, no connection, or a response that says nothing (5xx, a request
 *   that came too soon, not JSON, not of the contract's shape). Send again with the same idempotency key.
 * - `refused`: the service said no; `code` says why.
 */
export interface ApiFailure {
  readonly kind: "lost" | "refused";
  /** The service's errorCode, or one of ours: `network`, `timeout`, `bad_answer`. The list is open. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly requestId?: string;
  readonly retryAfterMs?: number;
  /** Other members of the refusal. */
  readonly extra?: object;
}
