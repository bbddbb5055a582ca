import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** SQL with `$1` parameters and a stable name. Each connection parses it once. */
export interface Statement {
  /** Unique in the service: `domain.what_it_does`, at most 63 characters. */
  name: string;
  text: string;
}

export interface StatementResult<Row> {
  rows: Row[];
  /** Rows changed or read by the last part of the statement. */
  rowCount: number;
}

/** The store: embedded or PostgreSQL. Both run the same SQL (PostgreSQL 15). */
export interface Database {
  readonly kind: "embedded" | "postgres";
  readonly kysely: Kysely<Tables>;
  /**
   * Runs one prepared statement, which commits by itself. For frequent statements. Parameters: strings, numbers,
   * booleans, `Date`, null.
   */
  run<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /**
   * `run` for the most frequent writes: those that arrive at the same time share a commit (group-commit.ts). Each still
   * succeeds or fails by itself.
   */
  commit<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /** Rejects if the store is unavailable or read-only, or does not answer within three seconds. */
  ping(): Promise<void>;
  /** Resolves at once unless the store is known to be unavailable; then when it is back. Never rejects. */
  whenBack(): Promise<void>;
  /**
   * Runs `work` once the store is reachable, again if the connection is lost in the meantime, and once more two seconds
   * later, when a late last statement has taken effect. It releases what interrupted work held and must be safe to
   * repeat. It is dropped when the service stops or ten thousand wait; what was held then expires.
   */
  onceBack(work: () => Promise<unknown>): void;
  /**
   * A number that grows with each commit that changed something. Undefined if other processes also change the store or
   * nothing counts: ask the store then.
   */
  readonly changes?: (() => number) | undefined;
  /** Undefined for PostgreSQL, which maintains itself. */
  readonly maintenance: StoreMaintenance | undefined;
  /** The embedded store also writes a checkpoint and releases its lock. */
  close(): Promise<void>;
}

export interface StoreMaintenance {
  /** Bytes of write-ahead log since the last checkpoint. */
  logBytes(): Promise<number>;
  checkpoint(): Promise<void>;
  vacuum(): Promise<void>;
}

/** Whether the error is PostgreSQL's `unique_violation`, on this constraint or index if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null;
  return (
    typeof found === "object" &&
    found?.code === "23505" &&
    (constraint === undefined || found.constraint === constraint)
  );
}
