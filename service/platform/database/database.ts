import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * SQL with `$1` parameters and a stable name. A connection parses it once and then only runs it.
 */
export interface Statement {
  /** Unique in the whole service; `domain.what_it_does`. At most 63 characters. */
  name: string;
  text: string;
}

/** The result of a statement. */
export interface StatementResult<Row> {
  rows: Row[];
  /** Rows changed or read by the last part of the statement. */
  rowCount: number;
}

/** The store: embedded or PostgreSQL. Both run the same SQL (PostgreSQL 15). */
export interface Database {
  readonly kind: "embedded" | "postgres";
  /** For everything except the most frequent statements. */
  readonly kysely: Kysely<Tables>;
  /**
   * Runs one prepared statement outside any transaction, so it commits by itself. Use it for
   * frequent statements. Parameters have the types that `pg` accepts: strings, numbers, booleans,
   * `Date`, null.
   */
  run<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /**
   * Like `run`, for the most frequent writes: writes that arrive at the same time share one commit
   * (see group-commit.ts). Each still succeeds or fails by itself.
   */
  commit<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /**
   * Resolves if the store is reachable and accepts writes; rejects if it is unavailable or
   * read-only.
   */
  ping(): Promise<void>;
  /**
   * Resolves at once, or when the store is back if it is known to be unavailable. Never rejects.
   */
  whenBack(): Promise<void>;
  /**
   * Runs `work` as soon as the store is reachable, again if the connection is lost meanwhile, and a
   * second time two seconds later. Use it to give up what interrupted work held, even if its last
   * statement takes effect late. `work` must be safe to repeat. The service drops it when it stops
   * or when ten thousand wait; what was held then runs out by time.
   */
  onceBack(work: () => Promise<unknown>): void;
  /**
   * Returns a number that grows with each commit that changed something. Undefined where other processes change the
   * store, too, or where nothing counts: ask the store then.
   */
  readonly changes?: (() => number) | undefined;
  /** Maintenance that the embedded store does not do by itself; undefined for PostgreSQL. */
  readonly maintenance: StoreMaintenance | undefined;
  /** Closes all connections. The embedded store writes a checkpoint and releases its lock. */
  close(): Promise<void>;
}

/** See embedded-store.ts. */
export interface StoreMaintenance {
  /** Bytes of write-ahead log since the last checkpoint. */
  logBytes(): Promise<number>;
  checkpoint(): Promise<void>;
  vacuum(): Promise<void>;
}

/** PostgreSQL's `unique_violation`, on the named constraint or index if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null;
  return (
    typeof found === "object" &&
    found?.code === "23505" &&
    (constraint === undefined || found.constraint === constraint)
  );
}
