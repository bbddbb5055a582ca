import type { FieldError } from "#contract/error-response";
import { type ErrorCode, errorCodes } from "#contract/errors";

interface ApiErrorOptions {
  /** Replaces the code's default text. Callers see it unchanged. */
  message?: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** More members of the body, if the error's contract has them, such as a new `breakdown`. */
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * A refusal. Throw it anywhere below a route: the server answers with the code's status and the standard error body (`{
 * message, errorCode, errors?, requestId }`).
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

  /** Leaves out the request id, which belongs to one response and is not stored. */
  toBody(): Record<string, unknown> {
    return {
      message: this.message,
      errorCode: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.extra,
    };
  }
}

/** One invalid field. `message` replaces the code's own text. */
export function fieldError(path: string, errorCode: ErrorCode, message?: string): FieldError {
  return { path, message: message ?? errorCodes[errorCode].message, errorCode };
}

/** A refusal about one field: `{ errorCode: code, errors: [{ path, message, errorCode }] }`. */
export function fieldRefusal(code: ErrorCode, path: string, message?: string): ApiError {
  const error = fieldError(path, code, message);
  return new ApiError(code, { message: error.message, errors: [error] });
}

/** Throws 400 `validation_failed` with these fields, if there are any. */
export function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError("validation_failed", { errors });
}
