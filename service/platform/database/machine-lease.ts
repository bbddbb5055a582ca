/**
 * Claims of rows that a job works on (migration 0074).
 *
 * A claim postpones `next_check_at`, so that no other process takes the row, and expires if its process dies.
 * `next_check_at` follows the clock of the business, which a sandbox moves by days. So a claim also holds until
 * `lease_until` of the machine's clock, long enough for its calls. A process that finishes the row, or wants it checked
 * now, writes another `next_check_at`, which ends the claim.
 *
 * A claim locks its rows in a `with` query. PostgreSQL may run a subquery of `in` once per row of the table; with `skip
 * locked` each run takes further rows, and the limit does not hold.
 */
import { type RawBuilder, sql } from "kysely";

/** The end of a claim, by both clocks. */
export interface MachineLease {
  readonly nowMs: number;
  readonly untilMs: number;
  readonly machineNowMs: number;
  readonly machineUntilMs: number;
}

/** A claim for `forMs` from now. It must be longer than all outside calls of one round. */
export function leaseFor(
  deps: { readonly clock: { nowMs(): number }; readonly machineClock: { nowMs(): number } },
  forMs: number,
): MachineLease {
  const nowMs = deps.clock.nowMs();
  const machineNowMs = deps.machineClock.nowMs();
  return { nowMs, untilMs: nowMs + forMs, machineNowMs, machineUntilMs: machineNowMs + forMs };
}

/** The columns that claim a row. Write them in the statement that locks the row. */
export function leaseColumns({ untilMs, machineUntilMs }: MachineLease) {
  const until = new Date(untilMs);
  return { next_check_at: until, lease_check_at: until, lease_until: new Date(machineUntilMs) };
}

/** An SQL condition: another process has claimed the row, and its claim has not ended by the machine's clock. */
export function isClaimed(machineNowMs: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    lease_check_at is not distinct from next_check_at and lease_until > ${new Date(machineNowMs)},
    false
  )`;
}

/** Whether a row is due and not claimed. */
export function isClaimable({ nowMs, machineNowMs }: MachineLease): RawBuilder<boolean> {
  return sql<boolean>`next_check_at <= ${new Date(nowMs)} and not ${isClaimed(machineNowMs)}`;
}
