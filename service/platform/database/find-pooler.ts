import { Client, type ClientConfig } from "pg";

/** The pooler between the service and PostgreSQL, if there is one. */
export interface Pooler {
  /** Our connections share server connections, transaction by transaction. */
  readonly isShared: boolean;
  /** The pooler refuses settings at the start of a connection. */
  readonly refusesSettings: boolean;
}

/** Queries per connection. One reveals an idle pooler; a busy one needs several. */
const rounds = 5;

/**
 * Detects a pooler in front of PostgreSQL, such as PgBouncer in transaction mode. On a direct connection the backend
 * never changes, and no two connections share one.
 *
 * @param settings the settings that every connection starts with
 * @throws the error of a connection that fails
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
