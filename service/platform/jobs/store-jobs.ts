import { retentionMs } from "../http/idempotency.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { createJob, type Job } from "./job.ts";
import { rereadSecrets } from "./reread-secrets.ts";

const checkpointEveryMs = 5 * 60_000;
const checkpointAtBytes = 64 * 1024 * 1024;
const vacuumEveryMs = 60 * 60_000;
const maxRowsAtOnce = 500;

/**
 * The platform's jobs delete idempotency keys after 24 hours and read changed secret files. On the embedded store they
 * also write a checkpoint every five minutes or 64 MiB of log, and vacuum every hour.
 */
export function platformJobs(
  deps: Pick<PlatformDeps, "machineClock" | "database" | "config" | "log" | "metrics">,
): Job[] {
  const { machineClock, database } = deps;
  const jobs = [
    createJob({
      name: "forget_idempotency_keys",
      isTechnical: true,
      everyMs: Math.min(retentionMs, 60_000),
      async run() {
        const { rowCount } = await database.run(deleteKeys, [
          new Date(machineClock.nowMs()),
          maxRowsAtOnce,
        ]);
        return rowCount === maxRowsAtOnce ? "more" : undefined;
      },
    }),
    rereadSecrets(deps),
  ];
  const { maintenance } = database;
  if (!maintenance) return jobs;
  let checkpointAtMs = machineClock.nowMs() + checkpointEveryMs;
  let vacuumAtMs = machineClock.nowMs() + vacuumEveryMs;
  const maintainStore = createJob({
    name: "keep_embedded_store",
    isTechnical: true,
    everyMs: 15_000,
    async run() {
      const nowMs = machineClock.nowMs();
      if (nowMs >= vacuumAtMs) {
        vacuumAtMs = nowMs + vacuumEveryMs;
        await maintenance.vacuum();
      }
      if (nowMs >= checkpointAtMs || (await maintenance.logBytes()) >= checkpointAtBytes) {
        checkpointAtMs = nowMs + checkpointEveryMs;
        await maintenance.checkpoint();
      }
      return undefined;
    },
  });
  return [...jobs, maintainStore];
}

const deleteKeys = {
  name: "idempotency.forget",
  text:
    "with old as (select scope from idempotency_keys where expires_at <= $1 " +
    "order by expires_at limit $2 for update skip locked) " +
    "delete from idempotency_keys where scope in (select scope from old)",
};
