import { TesseraError } from "./errors.ts";

/** The times of a client or of one call. */
export interface Patience {
  timeoutMs: number;
  maxRetries: number;
}

/**
 * Checks options that callers compute, for example from their environment. `NaN` retries would never end.
 * @throws TesseraError `invalid_usage`
 */
export function checkPatience({ timeoutMs, maxRetries }: Patience): Patience {
  return {
    timeoutMs: inRange("timeoutMs", timeoutMs, 1, 2 ** 31 - 1),
    maxRetries: inRange("maxRetries", maxRetries, 0, 10),
  };
}

function inRange(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw usage(`\`${name}\` must be a whole number from ${least} to ${most}.`);
}

/** The error of wrong options or parameters. */
export function usage(message: string): TesseraError {
  return new TesseraError("invalid_usage", message);
}
