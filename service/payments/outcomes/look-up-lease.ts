/*
 * Leases one person's look-up of a payment or refund at a time, under the claim of platform/database/machine-lease.ts.
 * The claim keeps the job away, and ends by itself if the process dies. The job's schedule is restored afterwards, so
 * repeated look-ups neither hurry nor delay it.
 */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

type LeaseDeps = Pick<PaymentsDeps, "database" | "clock" | "machineClock">;

interface LeasedRow {
  readonly table: keyof typeof idColumns;
  readonly operatorId: string;
  readonly id: string;
  /** The lease's length, which is longer than the calls of one look-up. */
  readonly leaseMs: number;
}

const idColumns = {
  payments: "payment_id",
  refunds: "refund_id",
  disbursement_intents: "disbursement_intent_id",
} as const;

/** Longer than two look-ups and a charge take together. */
export function lookUpLeaseMs({ times }: Pick<PaymentsDeps, "times">): number {
  return 2 * times.lookUpDeadlineMs + times.chargeDeadlineMs + 10_000;
}

/** Resolves to `running` if another process has the lease. Throws 404. */
export async function withLookUpLease<Result>(
  deps: LeaseDeps,
  row: LeasedRow,
  work: () => Promise<Result>,
): Promise<Result | "running"> {
  const lease = await takeLease(deps, row);
  if (!lease) return "running";
  try {
    return await work();
  } finally {
    await releaseLease(deps.database.kysely, row, lease);
  }
}

interface Lease {
  /** The job's next check, before the claim and during it. */
  readonly checkAt: Date | null;
  readonly claimedAt: Date | null;
}

function takeLease(deps: LeaseDeps, row: LeasedRow): Promise<Lease | undefined> {
  return inTransaction(deps.database, async (tx) => {
    const now = new Date(deps.machineClock.nowMs());
    const { rows } = await sql<{ next_check_at: Date | null; is_taken: boolean }>`
      select next_check_at, coalesce(
        lease_check_at is not distinct from next_check_at and lease_until > ${now}, false
      ) as is_taken
      from ${sql.table(row.table)} where ${rowCondition(row)} for no key update`.execute(tx);
    const [found] = rows;
    if (!found) throw new ApiError("resource_not_found");
    if (found.is_taken) return undefined;
    const checkAt = found.next_check_at;
    const claimedMs = deps.clock.nowMs() + row.leaseMs;
    const claimedAt = checkAt && new Date(Math.max(checkAt.getTime(), claimedMs));
    await sql`
      update ${sql.table(row.table)}
      set next_check_at = ${claimedAt}, lease_check_at = ${claimedAt},
        lease_until = ${new Date(now.getTime() + row.leaseMs)}
      where ${rowCondition(row)}`.execute(tx);
    return { checkAt, claimedAt };
  });
}

/** Restores the schedule, unless an outcome has given the row another one. */
async function releaseLease(
  db: Kysely<Tables>,
  row: LeasedRow,
  { checkAt, claimedAt }: Lease,
): Promise<void> {
  await sql`
    update ${sql.table(row.table)}
    set next_check_at = ${checkAt}, lease_check_at = null, lease_until = null
    where ${rowCondition(row)} and next_check_at is not distinct from ${claimedAt}::timestamptz
      and lease_check_at is not distinct from ${claimedAt}::timestamptz`.execute(db);
}

function rowCondition({ table, operatorId, id }: LeasedRow) {
  const idColumn = sql.ref(idColumns[table]);
  return sql`operator_id = ${operatorId} and ${idColumn} = ${id}`;
}
