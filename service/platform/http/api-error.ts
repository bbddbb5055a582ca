import type { FieldError } from "#contract/error-response";
import { type ErrorCode, errorCodes } from "#contract/errors";

interface ApiErrorOptions {
  /**
   * Replaces the code's default text. It goes to the caller unchanged, so it must be safe to show.
   */
  message?: string;
  /** The invalid fields. */
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** More members of the body, if the error's contract has them, such as a new `breakdown`. */
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * A refusal. Throw it anywhere below a route: the server sends it with the code's status as the
 * standard error body (`{ message, errorCode, errors?, requestId }`).
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.code = code;
    this.statusCode = errorCodes[code].status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }

  /** Returns the body without the request id, which belongs to one answer and is not stored. */
  toBody(): Record<string, unknown> {
    return {
      message: this.message,
      errorCode: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.extra,
    };
  }
}

/** One invalid field, with the code's own text unless `message` replaces it. */
export function fieldError(path: string, errorCode: ErrorCode, message?: string): FieldError {
  return { path, message: message ?? errorCodes[errorCode].message, errorCode };
}

/**
 * Creates a refusal about one field: `{ errorCode: code, errors: [{ path, message, errorCode }] }`.
 */
export function fieldRefusal(code: ErrorCode, path: string, message?: string): ApiError {
  const error = fieldError(path, code, message);
  return new ApiError(code, { message: error.message, errors: [error] });
}

/** Throws 400 `validation_failed` with these fields. Does nothing if there are none. */
export function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError("validation_failed", { errors });
}
