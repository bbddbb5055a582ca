import { Client, type ClientConfig } from "pg";

/** What is between the service and PostgreSQL. */
export interface Pooler {
  /** Connections of the service share connections to the server, transaction by transaction. */
  readonly isShared: boolean;
  /** Settings are refused at the start of a connection. */
  readonly refusesSettings: boolean;
}

/** Questions on each of two connections; one round shows a pooler that is idle, more one that is busy. */
const rounds = 5;

/**
 * Finds out whether a pooler is in between (PgBouncer in transaction mode, and the like): on a connection
 * to PostgreSQL itself the backend never changes, and no two have the same one.
 *
 * @param settings what every connection is to begin with
 * @throws what connecting throws
 */
export async function findPooler(plain: ClientConfig, settings: ClientConfig): Promise<Pooler> {
  const refusesSettings = await withClients([{ ...plain, ...settings }], async () => false).catch(
    (error: unknown) => {
      if (isRefusedSetting(error)) return true;
      throw error;
    },
  );
  const isShared = await withClients([plain, plain], async (clients) => {
    const backendsOf = clients.map(() => new Set<number>());
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
        backendsOf[at]?.add(rows[0]?.pid ?? 0);
      }
    }
    const different = new Set(backendsOf.flatMap((backends) => [...backends]));
    return backendsOf.some(({ size }) => size > 1) || different.size < clients.length;
  });
  return { isShared, refusesSettings };
}

/** PgBouncer's `protocol_violation`: "unsupported startup parameter: statement_timeout". */
function isRefusedSetting(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "08P01" && /startup parameter/.test(String(message));
}

async function withClients<Result>(
  configs: readonly ClientConfig[],
  work: (clients: readonly Client[]) => Promise<Result>,
): Promise<Result> {
  const clients = configs.map((config) => new Client(config));
  try {
    for (const client of clients) {
      client.on("error", () => {});
      await client.connect();
    }
    return await work(clients);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
