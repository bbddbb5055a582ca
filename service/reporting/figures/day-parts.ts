/**
 * Parts of a day. Summing a busy operator's current day for each reader would take seconds, so a job sums its settled
 * parts and stores them like days.
 *
 * - Readers compute a marked part from its rows, so today's figures are always current.
 * - Once the day is summed, its parts are no longer needed. They are deleted a day later, when no reader can still be
 *   using them.
 */
import type { Statement } from "../../platform/database/database.ts";
import type { BuildDeps, OperatorZone } from "./build-span.ts";
import { rangeParameters } from "./day-sums.ts";
import { type Day, partsOf, type Span, settleMs } from "./days.ts";

/** From this many payment intents a day, parts save more than they cost. */
export const busyDay = 500;

/** `$1` operator, `$2` first id in the range, `$3` first id after it, `$4` limit. */
const countIntents: Statement = {
  name: "figures.count_intents",
  text: `select count(*) as count from (select 1 from payment_intents
    where operator_id = $1 and payment_intent_id >= $2 and payment_intent_id < $3
    limit $4::integer) intents`,
};

/** `$1` operator, `$2` and `$3` first and last key, `$4` time zone. */
const storedParts: Statement = {
  name: "figures.stored_parts",
  text: `select day as key from figure_days
  where operator_id = $1 and day >= $2 and day <= $3 and time_zone = $4`,
};

/** `$1` operator, `$2` and `$3` range; `$4` its start and `$5` a part's length in milliseconds. */
const markedParts: Statement = {
  name: "figures.marked_parts",
  text: `select distinct floor((extract(epoch from at) * 1000 - $4::bigint) / $5::integer)::integer
    as number from figure_changes where operator_id = $1 and at >= $2 and at < $3`,
};

export interface DayPart extends Span {
  readonly isStored: boolean;
  /** Whether payments changed after the part may have been summed. */
  readonly isMarked: boolean;
}

export async function readParts(
  { database }: Pick<BuildDeps, "database">,
  { operatorId, timeZone }: OperatorZone,
  day: Day,
): Promise<DayPart[]> {
  const parts = partsOf(timeZone, day);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const [stored, marked] = await Promise.all([
    database.run<{ key: string }>(storedParts, [operatorId, first.key, last.key, timeZone]),
    database.run<{ number: number }>(markedParts, [
      operatorId,
      new Date(first.fromMs),
      new Date(last.toMs),
      first.fromMs,
      first.toMs - first.fromMs,
    ]),
  ]);
  const keys = new Set(stored.rows.map(({ key }) => key));
  const numbers = new Set(marked.rows.map(({ number }) => number));
  return parts.map((part, number) => ({
    ...part,
    isStored: keys.has(part.key),
    isMarked: numbers.has(number),
  }));
}

/** Settled parts to sum for the first time, or again. A quiet day has none. */
export async function partsToBuild(
  deps: BuildDeps,
  zone: OperatorZone,
  day: Day,
  busyFrom = busyDay,
): Promise<Span[]> {
  const settledMs = deps.clock.nowMs() - settleMs;
  const parts = (await readParts(deps, zone, day)).filter(({ toMs }) => toMs <= settledMs);
  const changed = parts.filter(({ isStored, isMarked }) => isStored && isMarked);
  const missing = parts.filter(({ isStored }) => !isStored);
  const [first, last] = [missing[0], missing.at(-1)];
  if (!first || !last) return changed;
  const [, fromId, toId] = rangeParameters(zone.operatorId, first.fromMs, last.toMs);
  const { rows } = await deps.database.run<{ count: number }>(countIntents, [
    zone.operatorId,
    fromId,
    toId,
    busyFrom,
  ]);
  return (rows[0]?.count ?? 0) < busyFrom ? changed : [...changed, ...missing];
}

/** Joins adjacent spans. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.toMs === span.fromMs) joined.splice(-1, 1, { ...last, toMs: span.toMs });
    else joined.push(span);
  }
  return joined;
}
