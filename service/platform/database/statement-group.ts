/**
 * Groups of statements in one transaction without begin and commit: PostgreSQL commits everything before a `Sync`
 * message together. A group needs one message each way instead of one for `begin`, each statement and `commit`.
 */
import { DatabaseError, type PoolClient } from "pg";
import { toIsoTime } from "../clock.ts";
import type { Statement, StatementResult } from "./database.ts";

/** A statement with parameters that are already text. */
export interface Filled {
  readonly statement: Statement;
  readonly parameters: readonly (string | null)[];
}

/** The part of the protocol that we use; `pg`'s own types describe an older one. */
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

type Columns = readonly { readonly name: string; readonly read: Read }[];

interface Bound {
  readonly name: string;
  readonly columns: Columns;
  readonly values: readonly (string | null)[];
}

/** What each connection has prepared, by statement name. */
const prepared = new WeakMap<PoolClient, Map<string, Columns>>();

/**
 * Runs the statements in order, all or none. Throws PostgreSQL's error for the first that failed ({@link isRefusal}),
 * or the connection's error; then the outcome is unknown. The connection must not use pipelining, nor these names for
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

/** Whether the error is PostgreSQL's own. If the connection is still open, nothing of the group was done. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError;
}

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
    // An earlier failed try may have prepared it.
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

/** Binds and executes all statements, then syncs once. `pg` calls the handlers in the order of the responses. */
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

  /** The tag ends in the number of rows: `SELECT 1`, `INSERT 0 1`. */
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
