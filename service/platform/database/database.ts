import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** SQL with `$1` parameters under a stable name: parsed once per connection, then only run. */
export interface Statement {
  /** Unique in the whole service; `domain.what_it_does`. At most 63 characters. */
  name: string;
  text: string;
}

/** What a statement did. */
export interface StatementResult<Row> {
  rows: Row[];
  /** Rows changed or read by the last part of the statement. */
  rowCount: number;
}

/** The store: the embedded one or PostgreSQL; both speak the same SQL (PostgreSQL 15's). */
export interface Database {
  readonly kind: "embedded" | "postgres";
  /** For everything but the hottest paths. */
  readonly kysely: Kysely<Tables>;
  /**
   * Runs one prepared statement outside any transaction (so it commits by itself): the fast way for
   * hot paths. Parameters are what `pg` takes: strings, numbers, booleans, `Date`, null.
   */
  run<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /**
   * The same for writes of the hottest paths: those that arrive at the same time share one commit
   * (see group-commit.ts). Each is still all or nothing by itself.
   */
  commit<Row = Record<string, unknown>>(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<StatementResult<Row>>;
  /** Resolves when the store answers and takes writes; rejects when it is away or read-only. */
  ping(): Promise<void>;
  /** Resolves at once, or if the store is known to be away, when it is back. Never rejects. */
  whenBack(): Promise<void>;
  /**
   * Runs `work` as soon as the store answers, again if it is lost meanwhile, and once more two seconds
   * later: gives back what a piece of work held when it was cut off, also where its last statement takes
   * effect late. So `work` must be safe to repeat. It is dropped when the service
   * stops or when ten thousand wait; what was held then runs out by its own time.
   */
  onceBack(work: () => Promise<unknown>): void;
  /** Housekeeping that the embedded store does not do by itself; undefined for PostgreSQL. */
  readonly maintenance: StoreMaintenance | undefined;
  /** Ends all connections. The embedded store is checkpointed and its lock released. */
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
