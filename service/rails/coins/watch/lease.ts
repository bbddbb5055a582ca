import type { Tx } from "../../../platform/database/transaction.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";

/**
 * Takes or renews the lease unless another process holds it. Returns the stored chain, whether this process leads, and
 * whether it has just become the leader.
 */
export async function claimChain(
  deps: CoinsDeps,
  { config: { network } }: Chain,
): Promise<{ row: CryptoChainRow; isOurs: boolean; isTakenOver: boolean }> {
  const { kysely } = deps.database;
  const nowMs = deps.machineClock.nowMs();
  const until = new Date(nowMs + deps.times.leaseMs);
  const row =
    (await kysely
      .selectFrom("crypto_chains")
      .selectAll()
      .where("network", "=", network)
      .executeTakeFirst()) ?? (await addChain(deps, network));
  const leftMs = (row.lease_until?.getTime() ?? 0) - nowMs;
  const isHeldByOther = row.lease_token !== deps.leaseToken && leftMs > 0;
  const isTakenOver = row.lease_token !== deps.leaseToken;
  if (isHeldByOther) return { row, isOurs: false, isTakenOver: false };
  // Renew only after half the lease: writing in every round would be one write per second.
  if (row.lease_token === deps.leaseToken && leftMs > deps.times.leaseMs / 2) {
    return { row, isOurs: true, isTakenOver };
  }
  const claimed = await kysely
    .updateTable("crypto_chains")
    .set({ lease_token: deps.leaseToken, lease_until: until })
    .where("network", "=", network)
    .where((eb) =>
      eb.or([
        eb("lease_until", "is", null),
        eb("lease_until", "<=", new Date(nowMs)),
        eb("lease_token", "=", deps.leaseToken),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed
    ? { row: claimed, isOurs: true, isTakenOver }
    : { row, isOurs: false, isTakenOver: false };
}

/** Renews the lease during a round: a slow node must not look like a dead process. */
export async function keepLease<Found>(
  deps: CoinsDeps,
  { config: { network } }: Chain,
  round: () => Promise<Found>,
): Promise<Found> {
  const renew = async () => {
    const until = new Date(deps.machineClock.nowMs() + deps.times.leaseMs);
    await deps.database.kysely
      .updateTable("crypto_chains")
      .set({ lease_until: until })
      .where("network", "=", network)
      .where("lease_token", "=", deps.leaseToken)
      .execute();
  };
  // A failed renewal does no harm: the round's result is written only with the lease.
  const renewing = setInterval(() => void renew().catch(() => {}), deps.times.leaseMs / 3);
  try {
    return await round();
  } finally {
    clearInterval(renewing);
  }
}

/** Locks the chain's row. False when another process has taken the lease. */
export async function holdLease(tx: Tx, deps: CoinsDeps, network: string): Promise<boolean> {
  const held = await tx
    .selectFrom("crypto_chains")
    .select("network")
    .where("network", "=", network)
    .where("lease_token", "=", deps.leaseToken)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Releases this process's leases at its end, so that others can watch immediately. */
export async function dropLeases(deps: CoinsDeps): Promise<void> {
  await deps.database.kysely
    .updateTable("crypto_chains")
    .set({ lease_until: null, lease_token: null })
    .where("lease_token", "=", deps.leaseToken)
    .execute();
}

async function addChain(deps: CoinsDeps, network: string): Promise<CryptoChainRow> {
  const { kysely } = deps.database;
  const row: CryptoChainRow = {
    network,
    genesis_hash: null,
    head_number: null,
    head_hash: null,
    followed_at: null,
    lease_token: null,
    lease_until: null,
  };
  await kysely
    .insertInto("crypto_chains")
    .values(row)
    .onConflict((conflict) => conflict.column("network").doNothing())
    .execute();
  return kysely
    .selectFrom("crypto_chains")
    .selectAll()
    .where("network", "=", network)
    .executeTakeFirstOrThrow();
}
