/**
 * The store is unavailable: unreachable, shutting down, read-only, or the connection broke.
 *
 * A write that fails with this error has an unknown outcome, because the connection may have broken after the commit.
 * Never report it as "not done". A retry with the same idempotency key, or a version condition, settles it later.
 */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  readonly code = "store_unavailable";
  constructor(cause: unknown) {
    super("the database is unavailable", { cause });
  }
}

/** Whether `error`, or one of its causes, is a {@link StoreUnavailable}. */
export function isStoreUnavailable(error: unknown): boolean {
  return unavailableIn(error) !== undefined;
}

/**
 * Whether all other work would fail, too. Not if one statement reached our time limit, because its rows are too many or
 * locked: a job that works on many rows continues with the others.
 */
export function isStoreLost(error: unknown): boolean {
  const unavailable = unavailableIn(error);
  if (!unavailable) return false;
  const { code } = unavailable.cause as { code?: unknown };
  return !statementLimits.has(code);
}

/** SQLSTATEs of `statement_timeout` and `lock_timeout`. */
const statementLimits: ReadonlySet<unknown> = new Set(["57014", "55P03"]);

function unavailableIn(error: unknown): StoreUnavailable | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 4; each = each.cause) {
    if (each instanceof StoreUnavailable) return each;
    depth += 1;
  }
  return undefined;
}

/** PostgreSQL's `read_only_sql_transaction`: a standby, or a demoted primary. */
export const readOnlyTransaction = "25006";

/**
 * SQLSTATEs of errors that the statement did not cause. Classes: 08 connection exceptions (PgBouncer uses 08P01 when the
 * server is unavailable), 53 insufficient resources (53300 too many connections), 57P0x shutdown, crash and start-up.
 * 57014, 55P03 and 25P03 come from our own time limits.
 */
const sqlStates = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006)$/;

const systemErrors: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** Errors without a code: `pg`'s for a broken connection or a full pool, and ours for a silent connection. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end|the database connection went silent)/;

export function endsConnection(error: unknown): boolean {
  const { severity } = (error ?? {}) as { severity?: unknown };
  return severity === "FATAL" || severity === "PANIC";
}

/** Whether an error of `pg` says that the store is unavailable, rather than that the SQL is wrong. */
export function meansUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  if (endsConnection(error)) return true;
  if (typeof code === "string" && code !== "") {
    return sqlStates.test(code) || systemErrors.has(code);
  }
  return typeof message === "string" && messages.test(message);
}
