import type { ErrorCode } from "../../contract/errors.ts";

/** Known codes complete in editors; later ones are possible. */
export type OpenErrorCode = ErrorCode | (string & {});

/** One invalid field of a request, such as `data.address.postalCode`. */
export interface InvalidField {
  path: string;
  message: string;
  errorCode: string;
}

/** Why there was no response from the API. */
export type ClientErrorCode =
  /** Options or parameters are wrong. Nothing was sent. */
  | "invalid_usage"
  /** No connection, or it broke. */
  | "connection_failed"
  /** Every try timed out. */
  | "timed_out"
  /** Your signal ended the call. */
  | "aborted"
  /** The response is not the API's (a proxy's page or a redirect), or was cut off. */
  | "unexpected_answer";

/** Every error that this client throws. No message contains the secret key. */
export class TesseraError extends Error {
  override readonly name: string = "TesseraError";
  readonly code: OpenErrorCode | ClientErrorCode;

  constructor(
    code: OpenErrorCode | ClientErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.code = code;
  }
}

/**
 * No response came, so the service may or may not have made the change. Repeat the call with the same `idempotencyKey`
 * to find out: it makes the change at most once.
 */
export class TesseraConnectionError extends TesseraError {
  override readonly name = "TesseraConnectionError";
  /** The request's idempotency key; null for methods that take no key. */
  readonly idempotencyKey: string | null;

  constructor(
    code: ClientErrorCode,
    message: string,
    { idempotencyKey, cause }: { idempotencyKey: string | null; cause?: unknown },
  ) {
    super(code, message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** The API refused the request. `code` is stable; `message` is for your log, not for customers. */
export class TesseraApiError extends TesseraError {
  override readonly name: string = "TesseraApiError";
  readonly status: number;
  /** The invalid fields of a 400. */
  readonly errors: readonly InvalidField[];
  /** `req_…`: support needs it to find the request. */
  readonly requestId: string | null;
  /** Milliseconds until the next try may succeed, if the service says so. */
  readonly retryAfterMs: number | null;
  /** The request's idempotency key; null for methods that take no key. */
  readonly idempotencyKey: string | null;

  constructor(refusal: Refusal) {
    super(refusal.code, refusal.message);
    this.status = refusal.status;
    this.errors = refusal.errors;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
    this.idempotencyKey = refusal.idempotencyKey;
  }
}

export interface Refusal {
  status: number;
  code: OpenErrorCode;
  message: string;
  errors: readonly InvalidField[];
  requestId: string | null;
  retryAfterMs: number | null;
  idempotencyKey: string | null;
}

/** 400: the request is wrong. `errors` names the fields. */
export class TesseraValidationError extends TesseraApiError {
  override readonly name = "TesseraValidationError";
}
/** 401: the secret key is unknown, revoked, or belongs to the other environment. */
export class TesseraAuthenticationError extends TesseraApiError {
  override readonly name = "TesseraAuthenticationError";
}
/** 403: the key may not do this, or the service's rules forbid it. */
export class TesseraPermissionError extends TesseraApiError {
  override readonly name = "TesseraPermissionError";
}
/** 404: you have no such object. */
export class TesseraNotFoundError extends TesseraApiError {
  override readonly name = "TesseraNotFoundError";
}
/** 409: the object's state does not allow it. */
export class TesseraConflictError extends TesseraApiError {
  override readonly name = "TesseraConflictError";
}
/** 429: too many requests. */
export class TesseraRateLimitError extends TesseraApiError {
  override readonly name = "TesseraRateLimitError";
}
/** 5xx: the service failed, and may or may not have made the change. */
export class TesseraServerError extends TesseraApiError {
  override readonly name = "TesseraServerError";
}

const classes: Readonly<Record<number, typeof TesseraApiError>> = {
  400: TesseraValidationError,
  401: TesseraAuthenticationError,
  403: TesseraPermissionError,
  404: TesseraNotFoundError,
  409: TesseraConflictError,
  429: TesseraRateLimitError,
};

/** The error for a refusal, by its HTTP status. */
export function apiErrorOf(refusal: Refusal): TesseraApiError {
  const ErrorClass = refusal.status >= 500 ? TesseraServerError : classes[refusal.status];
  return new (ErrorClass ?? TesseraApiError)(refusal);
}
