/**
 * The job that keeps daily sums.
 *
 * It guarantees that the sums of a day in `figure_days` equal those of its rows, except for changes
 * whose marks are still in `figure_changes`.
 * - A day is summed once, {@link settleMs} after its end, newest days first; and again after a mark.
 * - Marks are deleted before the rows are read, in one transaction at READ COMMITTED. So each sum
 *   contains every change whose mark it deletes, and a change that commits later leaves its mark.
 * - A lock per operator: two processes never sum the same operator's days at the same time.
 * - Another time zone makes every day incomplete. It is summed again in the new zone.
 * - Each day is one transaction. After a crash the job continues with the next day.
 */
import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import { readSettings } from "../../operators/accounts/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { rangeParameters, storeDay } from "./day-sums.ts";
import { addDays, type Day, daysFrom, lastSettledDay, startOfDay } from "./days.ts";

/** What the job needs. */
export type BuildDeps = Pick<PlatformDeps, "database" | "clock">;

/** Days summed in one run. */
const mostDays = 50;
/** Marks read at once. */
const mostMarks = 5_000;
/** The job pauses for this many times what a day took, so that it never keeps a store busy. */
const pauseFactor = 4;
const longestPauseMs = 5_000;

/** What a process knows to be complete: per operator, the time zone and the last settled day. */
export type KnownComplete = Map<string, string>;

interface OperatorZone {
  readonly operatorId: string;
  readonly timeZone: string;
}

/** Runs the job once. Resolves to "more" if days are left. */
export async function buildDays(
  deps: BuildDeps,
  known: KnownComplete,
  signal: AbortSignal,
): Promise<"more" | undefined> {
  let left = mostDays;
  const marked = await markedOperators(deps);
  for (const { operatorId, timeZone } of await readOperators(deps)) {
    const lastDay = lastSettledDay(timeZone, deps.clock.nowMs());
    const complete = `${timeZone} ${lastDay}`;
    const missing =
      known.get(operatorId) === complete
        ? []
        : await missingDays(deps, { operatorId, timeZone }, lastDay);
    const changed = marked.has(operatorId)
      ? await changedDays(deps, { operatorId, timeZone }, lastDay)
      : [];
    for (const day of new Set([...missing, ...changed])) {
      if (signal.aborted) return undefined;
      if (left === 0) return "more";
      left -= 1;
      const startedMs = performance.now();
      if (!(await buildDay(deps, { operatorId, timeZone }, day))) break;
      await rest((performance.now() - startedMs) * pauseFactor, signal);
    }
    if (missing.length === 0) known.set(operatorId, complete);
  }
  return undefined;
}

/**
 * Sums one day. Resolves to false, without doing anything, while another process sums days of the
 * same operator, or if the operator has another time zone by now.
 */
export function buildDay(
  { database, clock }: BuildDeps,
  { operatorId, timeZone }: OperatorZone,
  day: Day,
): Promise<boolean> {
  const fromMs = startOfDay(timeZone, day);
  const toMs = startOfDay(timeZone, addDays(day, 1));
  return inTransaction(database, async (tx) => {
    const lock = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${operatorId}, 7304556)) as "isMine"`.execute(
      tx,
    );
    if (!lock.rows[0]?.isMine || (await readZone(tx, operatorId)) !== timeZone) return false;
    await tx
      .deleteFrom("figure_changes")
      .where("operator_id", "=", operatorId)
      .where("at", ">=", new Date(fromMs))
      .where("at", "<", new Date(toMs))
      .execute();
    await tx
      .deleteFrom("figure_days")
      .where("operator_id", "=", operatorId)
      .where("time_zone", "<>", timeZone)
      .execute();
    await tx
      .deleteFrom("daily_figures")
      .where("operator_id", "=", operatorId)
      .where("day", "=", day)
      .execute();
    const parameters = [...rangeParameters(operatorId, fromMs, toMs), day];
    await tx.executeQuery(CompiledQuery.raw(storeDay.text, parameters));
    const built = { time_zone: timeZone, built_at: new Date(clock.nowMs()) };
    await tx
      .insertInto("figure_days")
      .values({ operator_id: operatorId, day, ...built })
      .onConflict((conflict) => conflict.columns(["operator_id", "day"]).doUpdateSet(built))
      .execute();
    return true;
  });
}

async function readZone(tx: Tx, operatorId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("operators")
    .select("settings")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  return row && readSettings(row.settings).timeZone;
}

async function readOperators({ database }: BuildDeps): Promise<OperatorZone[]> {
  const rows = await database.kysely
    .selectFrom("operators")
    .select(["operator_id", "settings"])
    .orderBy("operator_id")
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    timeZone: readSettings(row.settings).timeZone,
  }));
}

/** Settled days without sums, newest first. */
async function missingDays(
  { database }: BuildDeps,
  { operatorId, timeZone }: OperatorZone,
  lastDay: Day,
): Promise<Day[]> {
  const first = await database.kysely
    .selectFrom("payment_intents")
    .select("created_at")
    .where("operator_id", "=", operatorId)
    .orderBy("payment_intent_id")
    .limit(1)
    .executeTakeFirst();
  if (!first) return [];
  const built = await database.kysely
    .selectFrom("figure_days")
    .select("day")
    .where("operator_id", "=", operatorId)
    .where("time_zone", "=", timeZone)
    .execute();
  const have = new Set(built.map(({ day }) => day));
  // An id and its row's time differ by moments, so the second row may be of the day before.
  const firstDay = addDays(dateIn(timeZone, first.created_at.getTime()), -1);
  return daysFrom(firstDay, lastDay)
    .filter((day) => !have.has(day))
    .reverse();
}

async function markedOperators({ database }: BuildDeps): Promise<Set<string>> {
  const rows = await database.kysely
    .selectFrom("figure_changes")
    .select("operator_id")
    .distinct()
    .execute();
  return new Set(rows.map((row) => row.operator_id));
}

/** Settled days with marks. */
async function changedDays(
  { database }: BuildDeps,
  { operatorId, timeZone }: OperatorZone,
  lastDay: Day,
): Promise<Day[]> {
  const rows = await database.kysely
    .selectFrom("figure_changes")
    .select("at")
    .where("operator_id", "=", operatorId)
    .where("at", "<", new Date(startOfDay(timeZone, addDays(lastDay, 1))))
    .orderBy("at")
    .limit(mostMarks)
    .execute();
  return [...new Set(rows.map(({ at }) => dayOf(timeZone, at.getTime())))];
}

/** The day whose sums contain a time. {@link startOfDay} decides, also where clocks jump. */
function dayOf(timeZone: string, atMs: number): Day {
  const day = dateIn(timeZone, atMs);
  if (atMs < startOfDay(timeZone, day)) return addDays(day, -1);
  return atMs >= startOfDay(timeZone, addDays(day, 1)) ? addDays(day, 1) : day;
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.min(longestPauseMs, ms), undefined, { signal }).catch(() => undefined);
}
