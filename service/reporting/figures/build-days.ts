/**
 * The job that keeps daily sums.
 *
 * Guarantee: a day's sums in `figure_days` equal those of its rows, except for changes with marks in `figure_changes`.
 * - A day is summed {@link settleMs} after its end, newest days first, and again after a mark.
 * - One transaction at READ COMMITTED deletes marks, then reads the rows. So each sum contains every change whose mark
 *   it deletes, and a later change leaves its mark.
 * - A lock per operator: two processes never sum an operator's days at the same time.
 * - After a change of the time zone, every day is incomplete and summed again.
 * - Each day is one transaction. After a crash the job continues with the next day.
 * - Operators take turns: one with many days, or a day that cannot be summed, does not block the others.
 */
import { setTimeout as pause } from "node:timers/promises";
import { readSettings } from "../../operators/accounts/index.ts";
import { dateIn } from "../../platform/date-in.ts";
import { type BuildDeps, buildSpan, type OperatorZone } from "./build-span.ts";
import { partsToBuild } from "./day-parts.ts";
import {
  addDays,
  type Day,
  daysFrom,
  lastSettledDay,
  partMs,
  type Span,
  settleMs,
  spanOf,
  startOfDay,
} from "./days.ts";

/** Maximum number of days summed in one run. */
const maxDays = 50;
/** Marks read at once. */
const maxMarks = 5_000;
/** Pause in multiples of what a day took, so that the job never keeps a store busy. */
const pauseFactor = 4;
const longestPauseMs = 5_000;

/**
 * What is complete for each operator: the time zone, the last settled day and the last settled part; or
 * {@link unfinished}.
 */
export type KnownComplete = Map<string, string>;
/** The operator's last turn failed, or did not sum all days. */
const unfinished = "";

/**
 * One run of the job; "more" if days are left. `busyFrom`: the number of payment intents from which parts of today are
 * summed.
 */
export async function buildDays(
  deps: BuildDeps,
  known: KnownComplete,
  signal: AbortSignal,
  busyFrom?: number,
): Promise<"more" | undefined> {
  let left = maxDays;
  const marked = await markedOperators(deps);
  for (const zone of inTurns(await readOperators(deps), known)) {
    const { operatorId, timeZone } = zone;
    const nowMs = deps.clock.nowMs();
    const lastDay = lastSettledDay(timeZone, nowMs);
    const complete = `${timeZone} ${lastDay} ${Math.floor((nowMs - settleMs) / partMs)}`;
    const isKnown = known.get(operatorId) === complete;
    if (isKnown && !marked.has(operatorId)) continue;
    // Deleted first: the map has the order of the turns.
    known.delete(operatorId);
    known.set(operatorId, unfinished);
    const missing = isKnown ? [] : await missingDays(deps, zone, lastDay);
    const changed = marked.has(operatorId) ? await changedDays(deps, zone, lastDay) : [];
    const days = [...new Set([...missing, ...changed])].map((day) => spanOf(timeZone, day));
    const parts = await currentParts(deps, zone, lastDay, busyFrom);
    let isComplete = true;
    for (const span of [...days, ...parts]) {
      if (signal.aborted) return undefined;
      if (left === 0) return "more";
      left -= 1;
      const startedMs = performance.now();
      isComplete = await buildSpan(deps, zone, span);
      if (!isComplete) break;
      await rest((performance.now() - startedMs) * pauseFactor, signal);
    }
    if (missing.length > 0) await deleteParts(deps, operatorId, lastDay);
    if (isComplete) known.set(operatorId, complete);
  }
  return undefined;
}

/** Operators whose last turn did not finish come last, the longest waiting of them first. */
function inTurns(zones: readonly OperatorZone[], known: KnownComplete): OperatorZone[] {
  const waiting = [...known.keys()].filter((id) => known.get(id) === unfinished);
  const placeOf = ({ operatorId }: OperatorZone) => waiting.indexOf(operatorId);
  return zones.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The parts to build after the last settled day. */
async function currentParts(
  deps: BuildDeps,
  zone: OperatorZone,
  lastDay: Day,
  busyFrom: number | undefined,
): Promise<Span[]> {
  const days = daysFrom(addDays(lastDay, 1), dateIn(zone.timeZone, deps.clock.nowMs()));
  const found = await Promise.all(days.map((day) => partsToBuild(deps, zone, day, busyFrom)));
  return found.flat();
}

/** Deletes the parts of days before a settled one. */
async function deleteParts({ database }: BuildDeps, operatorId: string, day: Day): Promise<void> {
  for (const table of ["figure_days", "daily_figures"] as const) {
    await database.kysely
      .deleteFrom(table)
      .where("operator_id", "=", operatorId)
      .where("day", "<", day)
      .where("day", "like", "% %")
      .execute();
  }
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
  // The second row may belong to the day before: an id and its row's time differ by moments.
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
    .limit(maxMarks)
    .execute();
  return [...new Set(rows.map(({ at }) => dayOf(timeZone, at.getTime())))];
}

/** {@link startOfDay} decides, even where clocks jump. */
function dayOf(timeZone: string, atMs: number): Day {
  const day = dateIn(timeZone, atMs);
  if (atMs < startOfDay(timeZone, day)) return addDays(day, -1);
  return atMs >= startOfDay(timeZone, addDays(day, 1)) ? addDays(day, 1) : day;
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.min(longestPauseMs, ms), undefined, { signal }).catch(() => undefined);
}
