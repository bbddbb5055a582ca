import pg from "pg";
import { expect } from "vitest";
import type { TestService } from "./create-test-service.ts";

/**
 * Runs `meanwhile` once `decide` waits for the rows that the statement `lock` locks, then unlocks them. Returns the
 * result of `decide`. PostgreSQL only.
 */
export async function runWhileLocked<Result>(
  { databaseUrl }: TestService,
  lock: string,
  decide: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(lock);
    const decision = decide();
    const isWaiting =
      "select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
    await expect.poll(async () => (await holder.query(isWaiting)).rows.length).toBeGreaterThan(0);
    await meanwhile();
    await holder.query("rollback");
    return await decision;
  } finally {
    await holder.end();
  }
}
