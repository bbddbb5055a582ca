import { Client, type ClientBase, type QueryResult } from "pg";
import { meansUnavailable, readOnlyTransaction, StoreUnavailable } from "./store-unavailable.ts";

/** Called when a connection broke or was refused, or when the server is read-only. */
export type Lost = (how: { isReadOnly: boolean; client?: ClientBase }) => void;

/**
 * Creates a class of connections. If PostgreSQL or the connection is unavailable, their queries fail with
 * {@link StoreUnavailable} and report it. Other errors stay PostgreSQL's own.
 */
export function createStoreClient(lost: Lost): typeof Client {
  return class StoreClient extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads; the arguments go through unchanged.
    override query(...given: any[]): any {
      const result = (super.query as (...all: unknown[]) => unknown).apply(this, given);
      if (!(result instanceof Promise)) return result;
      return (result as Promise<QueryResult>).catch((error: unknown) => {
        throw storeError(error, lost, this);
      });
    }
  };
}

export function storeError(error: unknown, lost: Lost, client?: ClientBase): unknown {
  if (error instanceof StoreUnavailable || !meansUnavailable(error)) return error;
  const isReadOnly = (error as { code?: unknown }).code === readOnlyTransaction;
  lost(client ? { isReadOnly, client } : { isReadOnly });
  return new StoreUnavailable(error);
}
