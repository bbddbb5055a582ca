import type { PlatformDeps } from "../../../platform/platform-deps.ts";

/** The precision of `last_used_at`. */
const precisionMs = 60_000;

/** Records a use, at most once a minute per key. Requests never wait for it or fail because of it. */
export function recordUse(
  { database, machineClock, log }: Pick<PlatformDeps, "database" | "machineClock" | "log">,
  key: { operator_id: string; key_id: string; last_used_at: Date | null },
): void {
  const now = new Date(machineClock.nowMs());
  const before = new Date(now.getTime() - precisionMs);
  if (key.last_used_at !== null && key.last_used_at > before) return;
  database.kysely
    .updateTable("api_keys")
    .set({ last_used_at: now })
    .where("operator_id", "=", key.operator_id)
    .where("key_id", "=", key.key_id)
    .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<=", before)]))
    .execute()
    .catch((error: unknown) => log.warn("the use of a key could not be recorded", { error }));
}
