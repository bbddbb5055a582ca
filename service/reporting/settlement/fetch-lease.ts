/**
 * One process at a time fetches a processor's settled batches: a second one would make the same calls again, and both
 * could exceed the vendor's rate limit. If a process dies, another one can fetch 15 minutes later. A fetch that takes
 * longer can overlap with another; receiveFile still stores each batch once.
 */
import { sql } from "kysely";
import { isClaimed, leaseColumns, leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

const leaseMs = 15 * 60_000;

type LeaseDeps = Pick<SettlementDeps, "database" | "clock" | "machineClock" | "log">;

/** Runs `fetch` with the lease. Resolves to undefined if another process is fetching from the processor. */
export async function withFetchLease<T>(
  deps: LeaseDeps,
  processor: string,
  fetch: () => Promise<T>,
): Promise<T | undefined> {
  const { kysely } = deps.database;
  const lease = leaseFor(deps, leaseMs);
  const columns = leaseColumns(lease);
  await kysely
    .insertInto("settlement_fetches")
    .values({
      processor,
      next_check_at: new Date(lease.nowMs),
      lease_check_at: null,
      lease_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const claimed = await kysely
    .updateTable("settlement_fetches")
    .set(columns)
    .where("processor", "=", processor)
    .where(sql<boolean>`not ${isClaimed(lease.machineNowMs)}`)
    .returning("processor")
    .executeTakeFirst();
  if (!claimed) return undefined;
  const release = async () =>
    kysely
      .updateTable("settlement_fetches")
      .set({ lease_check_at: null, lease_until: null })
      .where("processor", "=", processor)
      .where("next_check_at", "=", columns.next_check_at)
      .where("lease_until", "=", columns.lease_until)
      .execute();
  try {
    return await fetch();
  } finally {
    // A failed release does not change the fetch's result: the lease expires anyway.
    await release().catch((error: unknown) => {
      if (isStoreUnavailable(error)) deps.database.onceBack(release);
      else deps.log.error("a lease could not be released", { processor, error });
    });
  }
}
