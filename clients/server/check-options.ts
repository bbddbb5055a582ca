import { TesseraError } from "./errors.ts";

/** How long to wait and how often to retry, for a client or one call. */
export interface CallLimits {
  timeoutMs: number;
  maxRetries: number;
}

/**
 * Checks values that callers may have computed, for example from their environment: with `NaN`, retries would never end.
 * @throws TesseraError `invalid_usage`
 */
export function checkCallLimits({ timeoutMs, maxRetries }: CallLimits): CallLimits {
  return {
    timeoutMs: inRange("timeoutMs", timeoutMs, 1, 2 ** 31 - 1),
    maxRetries: inRange("maxRetries", maxRetries, 0, 10),
  };
}

function inRange(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw usage(`\`${name}\` must be a whole number from ${least} to ${most}.`);
}

/** The error for wrong options or parameters. */
export function usage(message: string): TesseraError {
  return new TesseraError("invalid_usage", message);
}
