/**
 * Groups of statements that PostgreSQL runs in one transaction without begin and commit: everything
 * before a `Sync` message is one implicit transaction, which commits there. So a group needs one
 * message each way, where `begin`, each statement and `commit` need one each.
 */
import { DatabaseError, type PoolClient } from "pg";
import { toIsoTime } from "../clock.ts";
import type { Statement, StatementResult } from "./database.ts";

/** A statement with its parameters as text. */
export interface Filled {
  readonly statement: Statement;
  readonly parameters: readonly (string | null)[];
}

/**
 * The part of the connection's protocol that we use. The types that come with `pg` describe an
 * older one.
 */
interface Connection {
  readonly stream: { cork?(): void; uncork?(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { name: string; text: string }): void;
  describe(message: { type: "S"; name: string }): void;
  bind(message: { statement: string; values: readonly (string | null)[] }): void;
  execute(): void;
  sync(): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

type Read = (text: string) => unknown;

/** The columns that a prepared statement returns. */
type Columns = readonly { readonly name: string; readonly read: Read }[];

interface Bound {
  readonly name: string;
  readonly columns: Columns;
  readonly values: readonly (string | null)[];
}

/** Statements that each connection has prepared, by name. */
const prepared = new WeakMap<PoolClient, Map<string, Columns>>();

/**
 * Runs the statements in order, all or none of them. Throws PostgreSQL's error for the first one
 * that failed ({@link isRefusal}), or the connection's error, and then it is unknown whether they
 * committed. The connection must not use pipelining, and must not use these statement names for
 * anything else.
 */
export async function runAsOne(
  client: PoolClient,
  group: readonly Filled[],
): Promise<StatementResult<unknown>[]> {
  let known = prepared.get(client);
  if (!known) {
    known = new Map();
    prepared.set(client, known);
  }
  const bound: Bound[] = [];
  for (const { statement, parameters } of group) {
    let found = known.get(statement.name);
    if (!found) {
      const fields = await new Promise<readonly Field[]>((resolve, reject) => {
        client.query(new Preparation(statement, resolve, reject));
      });
      found = fields.map(({ name, dataTypeID }) => ({
        name,
        read: client.getTypeParser(dataTypeID, "text") as Read,
      }));
      known.set(statement.name, found);
    }
    bound.push({ name: statement.name, columns: found, values: parameters });
  }
  return new Promise((resolve, reject) => {
    client.query(new StatementGroup(bound, resolve, reject));
  });
}

/**
 * Whether the error is PostgreSQL's own. If the connection is still open, nothing of the group was
 * done.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError;
}

/** Prepares a statement by name and reads which columns it returns. */
class Preparation {
  readonly #statement: Statement;
  readonly #resolve: (fields: readonly Field[]) => void;
  readonly handleError: (error: unknown) => void;
  #fields: readonly Field[] = [];

  constructor(
    statement: Statement,
    resolve: (fields: readonly Field[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#statement = statement;
    this.#resolve = resolve;
    this.handleError = reject;
  }

  submit(given: unknown): void {
    const connection = given as Connection;
    connection.stream.cork?.();
    const { name, text } = this.#statement;
    // Closes what an earlier failed try may have prepared.
    connection.close({ type: "S", name });
    connection.parse({ name, text });
    connection.describe({ type: "S", name });
    connection.sync();
    connection.stream.uncork?.();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

/**
 * Binds and executes all statements, and syncs once. `pg` calls the handlers with the answers, in
 * order.
 */
class StatementGroup {
  readonly #group: readonly Bound[];
  readonly #resolve: (results: StatementResult<unknown>[]) => void;
  readonly handleError: (error: unknown) => void;
  readonly #results: StatementResult<unknown>[] = [];
  #rows: Record<string, unknown>[] = [];

  constructor(
    group: readonly Bound[],
    resolve: (results: StatementResult<unknown>[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#group = group;
    this.#resolve = resolve;
    this.handleError = reject;
  }

  submit(given: unknown): void {
    const connection = given as Connection;
    connection.stream.cork?.();
    for (const { name, values } of this.#group) {
      connection.bind({ statement: name, values });
      connection.execute();
    }
    connection.sync();
    connection.stream.uncork?.();
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const { name, read } of this.#group[this.#results.length]?.columns ?? []) {
      const text = fields[at++] ?? null;
      row[name] = text === null ? null : read(text);
    }
    this.#rows.push(row);
  }

  /** The tag ends in the number of rows returned or changed: `SELECT 1`, `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(text.slice(text.lastIndexOf(" ") + 1));
    this.#results.push({ rows: this.#rows, rowCount: Number.isNaN(count) ? 0 : count });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }
}

/**
 * Encodes a value as text for PostgreSQL; `Database.run` lists the accepted types.
 *
 * @throws TypeError for any other type
 */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return toIsoTime(value.getTime());
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`a parameter is a ${typeof value}`);
}
