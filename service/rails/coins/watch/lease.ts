import type { Tx } from "../../../platform/database/transaction.ts";
import type { Chain, CoinsDeps } from "../coins-deps.ts";
import type { CryptoChainRow } from "../tables.ts";

/**
 * Makes this process the one that watches, if nobody else does. Gives the chain as it is stored, whether it
 * is ours to follow, and whether it was somebody else's, or nobody's, before.
 */
export async function claimChain(
  deps: CoinsDeps,
  { config: { network } }: Chain,
): Promise<{ row: CryptoChainRow; isOurs: boolean; isTakenOver: boolean }> {
  const { kysely } = deps.database;
  const nowMs = deps.clock.nowMs();
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
  // Renewed now and then: a write in every round would be one a second for nothing.
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

/** Keeps the lease while a round lasts: one that a slow node draws out is no sign of a process that is gone. */
export async function keepLease<Found>(
  deps: CoinsDeps,
  { config: { network } }: Chain,
  round: () => Promise<Found>,
): Promise<Found> {
  const renew = async () => {
    const until = new Date(deps.clock.nowMs() + deps.times.leaseMs);
    await deps.database.kysely
      .updateTable("crypto_chains")
      .set({ lease_until: until })
      .where("network", "=", network)
      .where("lease_token", "=", deps.leaseToken)
      .execute();
  };
  // A renewal that fails is no harm: what the round finds is written by whoever has the lease then.
  const renewing = setInterval(() => void renew().catch(() => {}), deps.times.leaseMs / 3);
  try {
    return await round();
  } finally {
    clearInterval(renewing);
  }
}

/** Whoever writes what a round has found holds the chain's row, and nobody has taken the lease over. */
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

/** Lets others watch at once, at the end of this process. */
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
