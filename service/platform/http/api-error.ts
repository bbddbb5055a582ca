import { type ErrorCode, errorCodes, type FieldError } from "#contract/errors";

interface ApiErrorOptions {
  /** Instead of the code's default text. Safe to show: it goes to the caller as it is. */
  message?: string;
  /** The invalid fields. */
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** More members of the body, where the error's contract has them (a new `breakdown`). */
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * An answer that refuses. Throw it anywhere below a route: the server writes it as the one error
 * body (`{ message, errorCode, errors?, requestId }`) with the code's status.
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

  /** The body without the request id, which belongs to one answer and not to a stored one. */
  toBody(): Record<string, unknown> {
    return {
      message: this.message,
      errorCode: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.extra,
    };
  }
}

/** One invalid field, with the code's own text unless another is given. */
export function fieldError(path: string, errorCode: ErrorCode, message?: string): FieldError {
  return { path, message: message ?? errorCodes[errorCode].message, errorCode };
}

/** A refusal because of one field: `{ errorCode: code, errors: [{ path, message, errorCode }] }`. */
export function fieldRefusal(code: ErrorCode, path: string, message?: string): ApiError {
  const error = fieldError(path, code, message);
  return new ApiError(code, { message: error.message, errors: [error] });
}

/** Throws 400 `validation_failed` that names the fields; nothing where there are none. */
export function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError("validation_failed", { errors });
}
