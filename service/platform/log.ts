import pino, { type DestinationStream } from "pino";
import type { LogLevel } from "./config.ts";

/**
 * Fields that a log line may have. All others are dropped, so logging an object with a card number cannot leak it. Add
 * a name only if its values are never secret or personal.
 */
const fieldNames = [
  "address",
  "addresses",
  "attempt",
  "attempts",
  "bankLoginId",
  "bytes",
  "code",
  "count",
  "creditMinor",
  "debitMinor",
  "disbursementIntentId",
  "disputeId",
  "durationMs",
  "endpointId",
  "entryCount",
  "entryKey",
  "environment",
  "errorCode",
  "eventId",
  "failureCode",
  "from",
  "host",
  "isSame",
  "jobName",
  "keyId",
  "kind",
  "method",
  "migration",
  "name",
  "operatorId",
  "outcome",
  "party",
  "paymentId",
  "paymentIntentId",
  "persons",
  "port",
  "prizeCount",
  "problem",
  "processor",
  "publicUrl",
  "reason",
  "refundBatchId",
  "refundId",
  "reported",
  "requestId",
  "resourceId",
  "route",
  "setting",
  "signal",
  "source",
  "status",
  "statusCode",
  "taxFilingId",
  "to",
  "type",
  "unknown",
  "vendor",
  "version",
  "w9Id",
  "webhookId",
] as const;
const allowedFields: ReadonlySet<string> = new Set(fieldNames);

/** Plain values under allowed names, and an error. Other names do not compile. */
export type LogFields = {
  readonly [Name in (typeof fieldNames)[number]]?: string | number | boolean | null | undefined;
} & { readonly error?: unknown };

/**
 * A log with one JSON object per line. `error` becomes name, code, message and stack, after {@link maskDigits}. Other
 * fields need an allowed name and a plain value.
 */
export interface Log {
  error(message: string, fields?: LogFields): void;
  /**
   * Logs an error of a row that a job tries in every round. The same error of the same row is written at most once an
   * hour, so that rows that always fail do not fill the log. `fields` must name the row.
   */
  errorHourly(message: string, fields: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const hourMs = 60 * 60_000;
/** How many errors a process remembers for {@link Log.errorHourly}. */
const maxRemembered = 10_000;

/** Creates the log. It writes to standard output unless a test passes `destination`. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const sink = destination ? pino(options, destination) : pino(options);
  const write =
    (method: "error" | "warn" | "info" | "debug") => (message: string, fields?: LogFields) => {
      if (!sink.isLevelEnabled(method)) return;
      if (fields === undefined) sink[method](message);
      else sink[method](keepAllowed(fields), message);
    };
  const writtenAtMs = new Map<string, number>();
  return {
    error: write("error"),
    errorHourly(message, fields) {
      const { name, code, message: text } = describeError(fields.error);
      // The message of a failed system call names the file, which can be a new temporary one each time.
      const isSystemError = fields.error instanceof Error && "syscall" in fields.error;
      const key = JSON.stringify([
        message,
        { ...fields, error: [name, isSystemError ? code : text] },
      ]);
      const nowMs = performance.now();
      if (nowMs - (writtenAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
      // The oldest is the first.
      writtenAtMs.delete(key);
      writtenAtMs.set(key, nowMs);
      const [oldest] = writtenAtMs.size > maxRemembered ? writtenAtMs.keys() : [];
      if (oldest !== undefined) writtenAtMs.delete(oldest);
      write("error")(message, fields);
    },
    warn: write("warn"),
    info: write("info"),
    debug: write("debug"),
  };
}

function keepAllowed(fields: LogFields): Record<string, unknown> {
  const allowed: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (name === "error") allowed["error"] = describeError(value);
    else if (!allowedFields.has(name)) continue;
    else if (typeof value === "string") allowed[name] = maskDigits(value);
    else if (typeof value === "number" || typeof value === "boolean") allowed[name] = value;
  }
  return allowed;
}

function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    ...(typeof code === "string" ? { code } : {}),
    message: maskDigits(error.message),
    stack: maskDigits(error.stack ?? ""),
    ...(error.cause !== undefined && depth < 3
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

/** Masks runs of 12 to 19 digits, with or without spaces or dashes, because they may be card numbers. */
export function maskDigits(text: string): string {
  return text.replace(/\d(?:[ -]?\d){11,18}/g, "[digits]");
}
