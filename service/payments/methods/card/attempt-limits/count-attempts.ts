import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../platform/database/tables.ts";
import type { CardAttemptCountRow } from "../../../tables.ts";

/** An attempt counts for this long. */
export const windowMs = 60 * 60_000;

export interface AttemptLimit {
  readonly kind: CardAttemptCountRow["kind"];
  /** Keyed index of the customer, IP address or intent. */
  readonly subject: string;
  readonly most: number;
}

export interface CountedAttempt {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly atMs: number;
}

/**
 * Counts an attempt under every limit that has room, in one statement. Returns the limits without room. Each counter is
 * an upsert on the newest row, so concurrent attempts never exceed a limit. `limits` must have the same order of kinds
 * in every call, or two statements could deadlock.
 */
export async function countAttempt(
  db: Kysely<Tables>,
  attempt: CountedAttempt,
  limits: readonly AttemptLimit[],
): Promise<AttemptLimit[]> {
  const { operatorId, atMs } = attempt;
  const now = new Date(atMs);
  const rows = limits.map(
    ({ kind, subject, most }) => sql`(${subject}, ${kind}, ${most}::integer)`,
  );
  const stillCounts = sql`each > ${stamp(atMs - windowMs)}`;
  const counted = await sql<{ subject: string }>`
    insert into card_attempt_counts (operator_id, subject, kind, attempts, updated_at)
    select ${operatorId}, given.subject, given.kind, array[${entryOf(attempt)}], ${now}::timestamptz
    from (values ${sql.join(rows)}) as given (subject, kind, most)
    on conflict (operator_id, subject) do update set
      attempts = array(
        select each from unnest(card_attempt_counts.attempts) as each where ${stillCounts}
      ) || excluded.attempts,
      updated_at = excluded.updated_at
    where (
      select count(*) from unnest(card_attempt_counts.attempts) as each where ${stillCounts}
    ) < ${maxOf(limits)}
    returning subject`.execute(db);
  const room = new Set(counted.rows.map(({ subject }) => subject));
  return limits.filter(({ subject }) => !room.has(subject));
}

/**
 * Removes an attempt that never happened from the counters. Each counter has its own statement: a single statement
 * would lock the rows in an undefined order, and could deadlock with {@link countAttempt}.
 */
export async function uncountAttempt(
  db: Kysely<Tables>,
  attempt: CountedAttempt,
  limits: readonly AttemptLimit[],
): Promise<void> {
  for (const { subject } of limits) {
    await db
      .updateTable("card_attempt_counts")
      .set({ attempts: sql<string[]>`array_remove(attempts, ${entryOf(attempt)})` })
      .where("operator_id", "=", attempt.operatorId)
      .where("subject", "=", subject)
      .execute();
  }
}

/**
 * When the limit has room again, in milliseconds since the epoch: its `most`-th newest attempt then leaves the window.
 * A counter can contain more attempts than `most`, from a time when the setting was higher.
 */
export async function freeAtMs(
  db: Kysely<Tables>,
  operatorId: string,
  { subject, most }: AttemptLimit,
): Promise<number> {
  const row = await db
    .selectFrom("card_attempt_counts")
    .select("attempts")
    .where("operator_id", "=", operatorId)
    .where("subject", "=", subject)
    .executeTakeFirst();
  const filling = row?.attempts.at(-most) ?? row?.attempts[0];
  return filling === undefined ? 0 : Number(filling.split(" ")[0]) + windowMs;
}

/** Deletes counters without an attempt in the window. Skips locked ones: waiting for them could deadlock. */
export async function deleteOldCounts(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await sql`
    delete from card_attempt_counts as old
    using (
      select operator_id, subject from card_attempt_counts
      where updated_at < ${new Date(nowMs - windowMs)}
      for update skip locked
    ) as unused
    where (old.operator_id, old.subject) = (unused.operator_id, unused.subject)`.execute(db);
}

/** Milliseconds as text that sorts by time: 13 digits suffice until 2286. */
function stamp(atMs: number): string {
  return String(atMs).padStart(13, "0");
}

function entryOf({ atMs, paymentId }: CountedAttempt): string {
  return `${stamp(atMs)} ${paymentId}`;
}

function maxOf(limits: readonly AttemptLimit[]) {
  const cases = limits.map(({ kind, most }) => sql`when ${kind} then ${most}::integer`);
  return sql`case excluded.kind ${sql.join(cases, sql` `)} end`;
}
