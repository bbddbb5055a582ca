/**
 * Snapshots of balances, so that a balance never sums all postings.
 *
 * A snapshot holds the sums of all postings up to a number. No posting with a lower number can appear later:
 * - A posting takes its transaction's id before its number (the default of `seq`).
 * - A round notes the newest number N, then takes its own transaction id X. So every transaction with a number up to N
 *   has an id below X.
 * - When a later round finds no running transaction with an id below X, those up to N have ended. If X is in the
 *   future, the store was restored from a copy and the server counts differently: the round makes a new note.
 */
import { sql } from "kysely";
import type { Database, Statement } from "../platform/database/database.ts";
import { isStoreLost } from "../platform/database/store-unavailable.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";

const noteName = "ledger_mark";
/** With this many new postings an operator gets a snapshot; with fewer it gets one after {@link longestMs}. */
const maxTail = 1_000;
const longestMs = 60 * 60_000;
/** Younger snapshots all stay; of older ones only the last of each day stays. */
const keepAllMs = 2 * 24 * 60 * 60_000;

type Deps = Pick<PlatformDeps, "database" | "clock" | "log">;

/** Two statements, because the transaction's id must be taken after the number was read. */
async function makeNote({ database }: Pick<Deps, "database">): Promise<void> {
  const { rows } = await sql<{ last: string }>`
    select case when is_called then last_value else 0 end::text as last
    from ledger_sequence`.execute(database.kysely);
  await sql`insert into service_settings (name, value)
    values (${noteName}, ${rows[0]?.last ?? "0"} || ' ' || pg_current_xact_id()::text)
    on conflict (name) do update set value = excluded.value`.execute(database.kysely);
}

/** The number up to which no more postings can appear; null if it is not known yet. */
async function readFinalNumber({ database }: Pick<Deps, "database">): Promise<number | null> {
  const { rows } = await sql<{ last: string; isOver: boolean }>`
    select split_part(value, ' ', 1) as last,
      split_part(value, ' ', 2)::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as "isOver"
    from service_settings where name = ${noteName}`.execute(database.kysely);
  const [note] = rows;
  return note?.isOver ? Number(note.last) : null;
}

/** Whether the note names a transaction that this server has not begun: the store is a restored copy. */
async function isNoteForeign({ database }: Pick<Deps, "database">): Promise<boolean> {
  const { rows } = await sql<{ isForeign: boolean }>`
    select split_part(value, ' ', 2)::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as "isForeign"
    from service_settings where name = ${noteName}`.execute(database.kysely);
  return rows[0]?.isForeign ?? true;
}

/**
 * Adds operator `$1`'s snapshot up to number `$2` at time `$3`: the one before it and the postings since. An existing
 * snapshot stays.
 */
const takeStatement: Statement = {
  name: "ledger.take_snapshot",
  text: `with base as (
    select up_to_seq, latest_at from ledger_snapshots
    where operator_id = $1::text and up_to_seq <= $2::bigint
    order by up_to_seq desc limit 1
  ), fresh as (
    select p.currency, p.accounts, p.amounts, p.posted_at
    from ledger_postings p
    where p.operator_id = $1::text and p.seq > coalesce((select up_to_seq from base), 0)
      and p.seq <= $2::bigint
  ), sums as (
    select s.currency, s.account, s.debits, s.credits, s.postings
    from ledger_snapshots s
    where s.operator_id = $1::text and s.up_to_seq = (select up_to_seq from base)
    union all
    select f.currency, e.account, greatest(e.amount, 0), greatest(-e.amount, 0), 1
    from fresh f cross join lateral unnest(f.accounts, f.amounts) e (account, amount)
  )
  insert into ledger_snapshots
    (operator_id, up_to_seq, currency, account, debits, credits, postings, latest_at, taken_at)
  select $1::text, $2::bigint, currency, account, sum(debits), sum(credits), sum(postings),
    greatest((select latest_at from base), (select max(posted_at) from fresh)), $3::timestamptz
  from sums where exists (select 1 from fresh)
  group by currency, account
  on conflict (operator_id, up_to_seq, currency, account) do nothing`,
};

/** Stores balances of operators that have enough new postings. An operator that fails does not stop the others. */
export async function takeSnapshots(
  deps: Deps,
  options: { readonly everything?: boolean } = {},
): Promise<void> {
  const final = await readFinalNumber(deps);
  if (final !== null && final > 0) {
    for (const operatorId of await readDue(deps, final, options.everything ?? false)) {
      try {
        await deps.database.run(takeStatement, [operatorId, final, new Date(deps.clock.nowMs())]);
      } catch (error) {
        if (isStoreLost(error)) throw error;
        // The other operators must still get theirs.
        deps.log.error("an operator got no snapshot of its balances", { operatorId, error });
      }
    }
    await thinOut(deps);
  }
  if (final !== null || (await isNoteForeign(deps))) await makeNote(deps);
}

/** Operators with enough, or old enough, postings up to `final` after their newest snapshot. */
async function readDue(
  { database, clock }: Pick<Deps, "database" | "clock">,
  final: number,
  everything: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ operatorId: string }>`
    select o.operator_id as "operatorId"
    from operators o
    left join lateral (
      select s.up_to_seq, s.taken_at from ledger_snapshots s
      where s.operator_id = o.operator_id order by s.up_to_seq desc limit 1
    ) newest on true
    where exists (
      select 1 from ledger_postings p
      where p.operator_id = o.operator_id and p.seq > coalesce(newest.up_to_seq, 0)
        and p.seq <= ${final}
      order by p.seq
      offset ${everything ? 0 : maxTail} limit 1
    ) or (
      coalesce(newest.taken_at, '-infinity') <= ${new Date(clock.nowMs() - longestMs)}
      and exists (
        select 1 from ledger_postings p
        where p.operator_id = o.operator_id and p.seq > coalesce(newest.up_to_seq, 0)
          and p.seq <= ${final}
      )
    )
    order by o.operator_id`.execute(database.kysely);
  return rows.map(({ operatorId }) => operatorId);
}

async function thinOut({ database, clock }: Pick<Deps, "database" | "clock">): Promise<void> {
  await sql`with last_of_day as (
      select operator_id, max(up_to_seq) as up_to_seq
      from ledger_snapshots group by operator_id, date_trunc('day', taken_at)
    )
    delete from ledger_snapshots s
    where s.taken_at < ${new Date(clock.nowMs() - keepAllMs)}
      and not exists (
        select 1 from last_of_day l
        where l.operator_id = s.operator_id and l.up_to_seq = s.up_to_seq
      )`.execute(database.kysely);
}

/** Postings that one statement of the check sums, well within the time limit of a statement. */
const summedAtOnce = 100_000;

interface StoredSum {
  readonly currency: string;
  readonly account: string;
  readonly debits: string;
  readonly credits: string;
  readonly postings: string;
}

/**
 * Operator `$1`'s postings with numbers over `$2`, up to `$3`, at most `$4`, by account. Each row also has the last of
 * their numbers.
 */
const sumPieceStatement: Statement = {
  name: "ledger.sum_piece",
  text: `with piece as materialized (
    select p.seq, p.currency, p.accounts, p.amounts from ledger_postings p
    where p.operator_id = $1::text and p.seq > $2::bigint and p.seq <= $3::bigint
    order by p.seq limit $4::integer
  )
  select p.currency, e.account, sum(greatest(e.amount, 0))::text as debits,
    sum(greatest(-e.amount, 0))::text as credits, count(*)::text as postings,
    (select max(seq) from piece)::text as last
  from piece p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
  group by p.currency, e.account`,
};

/**
 * Whether the sums of all postings equal an operator's newest snapshot. Sums `atOnce` postings per statement: one
 * statement over the postings of years would run longer than the store allows. Postings never change, so the pieces add
 * up to what one statement would return.
 */
export async function isSnapshotTrue(
  { database }: { readonly database: Pick<Database, "kysely" | "run"> },
  operatorId: string,
  atOnce = summedAtOnce,
): Promise<boolean> {
  const { rows: stored } = await sql<StoredSum & { upTo: string }>`
    select currency, account, debits::text as debits, credits::text as credits,
      postings::text as postings, up_to_seq::text as "upTo"
    from ledger_snapshots
    where operator_id = ${operatorId} and up_to_seq = (
      select max(up_to_seq) from ledger_snapshots where operator_id = ${operatorId}
    )`.execute(database.kysely);
  const [first] = stored;
  if (!first) return true;
  const left = new Map<string, [debits: bigint, credits: bigint, postings: bigint]>();
  const add = (sums: readonly StoredSum[], sign: bigint) => {
    for (const { currency, account, ...sum } of sums) {
      const key = `${currency} ${account}`;
      const [debits, credits, postings] = left.get(key) ?? [0n, 0n, 0n];
      left.set(key, [
        debits + sign * BigInt(sum.debits),
        credits + sign * BigInt(sum.credits),
        postings + sign * BigInt(sum.postings),
      ]);
    }
  };
  add(stored, -1n);
  for (let after = "0"; ; ) {
    const { rows } = await database.run<StoredSum & { last: string }>(sumPieceStatement, [
      operatorId,
      after,
      first.upTo,
      atOnce,
    ]);
    const [row] = rows;
    if (!row) break;
    add(rows, 1n);
    after = row.last;
  }
  return [...left.values()].flat().every((sum) => sum === 0n);
}
