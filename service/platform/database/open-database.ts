import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";
import { openEmbeddedStore } from "./embedded-store.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { connectPostgres } from "./postgres-store.ts";

/**
 * Opens the configured store and applies missing migrations. Errors are written for the person who starts the service:
 * unreachable, in use, not synced, or migrations that do not fit.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "databasePoolSize" | "dataDir">,
  deps: { clock: Clock; log: Log },
): Promise<Database> {
  const migrations = await readMigrations();
  const database = config.databaseUrl
    ? await connectPostgres(config.databaseUrl, config.databasePoolSize, deps.log)
    : await openEmbeddedStore(join(config.dataDir, "store"), { lockFolder: config.dataDir });
  try {
    const client = await database.pool.connect();
    try {
      for (const migration of await migrate(client, migrations, deps.clock)) {
        deps.log.info("migration applied", { migration });
      }
    } finally {
      client.release();
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
