import type { Statement } from "../../platform/database/database.ts";
import { dateIn } from "../../platform/date-in.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { joinSpans, readParts } from "./day-parts.ts";
import { addSums, noSums, type Sums, type SumsRow, toSums } from "./day-sums.ts";
import { addDays, type Day, daysFrom, startOfDay } from "./days.ts";
import type { LiveSums } from "./live-sums.ts";

export interface FiguresDeps extends Pick<PlatformDeps, "database" | "clock"> {
  readonly liveSums: LiveSums;
}

export interface PeriodFigures {
  readonly from: Day;
  readonly to: Day;
  /** The sums by {@link figureKey}. */
  readonly sums: ReadonlyMap<string, Sums>;
  /** The sums by day and {@link figureKey}, for `total` and `refund`. */
  readonly byDay: ReadonlyMap<Day, ReadonlyMap<string, Sums>>;
  /** The number of days that are not summed yet, so that the sums lack them. */
  readonly missingDays: number;
}

export interface Figures {
  readonly timeZone: string;
  readonly today: Day;
  readonly todaySums: ReadonlyMap<string, Sums>;
  readonly periods: readonly PeriodFigures[];
  /** Whether the stored sums lack changes. */
  readonly hasChanges: boolean;
}

/** The key of a figure, such as `USD brand visa`. {@link readFigureKey} reads it; only `value` may contain spaces. */
export function figureKey(currency: string, dimension: string, value = ""): string {
  return `${currency} ${dimension} ${value}`;
}

export function readFigureKey(key: string): {
  currency: string;
  dimension: string;
  value: string;
} {
  const [currency = "", dimension = "", ...value] = key.split(" ");
  return { currency, dimension, value: value.join(" ") };
}

/** Today and yesterday, until yesterday is settled. */
const maxLiveDays = 2;

const measures = `sum(payments)::bigint as payments, sum(succeeded)::bigint as succeeded,
  sum(approved)::bigint as approved, sum(decided)::bigint as decided,
  sum(first_approved)::bigint as first_approved, sum(first_decided)::bigint as first_decided,
  sum(volume_minor)::bigint as volume_minor, sum(fees_minor)::bigint as fees_minor,
  sum(tax_minor)::bigint as tax_minor`;

/** `$1` operator, `$2` and `$3` first and last day, `$4` time zone. */
const completeDays: Statement = {
  name: "figures.complete_days",
  text: `select day from figure_days
  where operator_id = $1 and day >= $2 and day <= $3 and time_zone = $4`,
};

/** `$1` operator, `$2` days. */
const sumDays: Statement = {
  name: "figures.sum_days",
  text: `select dimension, currency, value, ${measures} from daily_figures
  where operator_id = $1 and day = any ($2::text[]) group by dimension, currency, value`,
};

/** `$1` operator, `$2` days. */
const listDays: Statement = {
  name: "figures.list_days",
  text: `select day, dimension, currency, '' as value, ${measures} from daily_figures
  where operator_id = $1 and day = any ($2::text[]) and dimension in ('total', 'refund')
  group by day, dimension, currency`,
};

/** `$1` operator, `$2` the end of the time searched, exclusive. */
const anyChange: Statement = {
  name: "figures.any_change",
  text: "select 1 as found from figure_changes where operator_id = $1 and at < $2 limit 1",
};

/** `$1` operator. */
const firstIntent: Statement = {
  name: "figures.first_intent",
  text: `select created_at from payment_intents
  where operator_id = $1 order by payment_intent_id limit 1`,
};

/**
 * Reads the figures of periods, each with a first and a last day. Days after today have no figures. Uses stored sums,
 * and rows for today and an unsummed yesterday.
 */
export async function readFigures(
  deps: FiguresDeps,
  { operatorId, timeZone }: { readonly operatorId: string; readonly timeZone: string },
  periods: readonly { readonly from: Day; readonly to: Day }[],
): Promise<Figures> {
  const nowMs = deps.clock.nowMs();
  const today = dateIn(timeZone, nowMs);
  const complete = await readCompleteDays(deps, operatorId, timeZone, [
    ...periods,
    { from: addDays(today, 1 - maxLiveDays), to: today },
  ]);
  const recent = daysFrom(addDays(today, 1 - maxLiveDays), today);
  const liveDays = recent.filter((day) => !complete.has(day));
  const reading = Promise.all(
    liveDays.map(async (day) => [day, await readDay(deps, operatorId, timeZone, day)] as const),
  ).then((found) => new Map(found));
  const firstDay = readFirstDay(deps, operatorId, timeZone);
  const [live, first, changes, stored] = await Promise.all([
    reading,
    firstDay,
    deps.database.run(anyChange, [
      operatorId,
      new Date(startOfDay(timeZone, liveDays[0] ?? today)),
    ]),
    Promise.all(periods.map((period) => readStored(deps, operatorId, period, complete))),
  ]);
  return {
    timeZone,
    today,
    todaySums: live.get(today) ?? new Map(),
    periods: stored.map((period) => withLive(period, { complete, live, today, firstDay: first })),
    hasChanges: changes.rows.length > 0,
  };
}

/** Reads a day from stored parts, and from rows for the rest. */
async function readDay(
  deps: FiguresDeps,
  operatorId: string,
  timeZone: string,
  day: Day,
): Promise<ReadonlyMap<string, Sums>> {
  const parts = await readParts(deps, { operatorId, timeZone }, day);
  const stored = parts.filter(({ isStored, isMarked }) => isStored && !isMarked);
  const spans = joinSpans(parts.filter((part) => !stored.includes(part)));
  const found = await Promise.all([
    stored.length === 0
      ? []
      : deps.database
          .run<SumsRow>(sumDays, [operatorId, stored.map(({ key }) => key)])
          .then(({ rows }) => rows),
    ...spans.map(({ fromMs, toMs }) => deps.liveSums.read(operatorId, fromMs, toMs)),
  ]);
  const sums = new Map<string, Sums>();
  for (const row of found.flat()) {
    addTo(sums, figureKey(row.currency, row.dimension, row.value), toSums(row));
  }
  return sums;
}

/** The day of the operator's first payment; null before it. */
async function readFirstDay(
  { database }: FiguresDeps,
  operatorId: string,
  timeZone: string,
): Promise<Day | null> {
  const { rows } = await database.run<{ created_at: Date }>(firstIntent, [operatorId]);
  return rows[0] ? dateIn(timeZone, rows[0].created_at.getTime()) : null;
}

async function readCompleteDays(
  { database }: FiguresDeps,
  operatorId: string,
  timeZone: string,
  periods: readonly { readonly from: Day; readonly to: Day }[],
): Promise<Set<Day>> {
  const found = await Promise.all(
    periods.map(({ from, to }) =>
      database.run<{ day: Day }>(completeDays, [operatorId, from, to, timeZone]),
    ),
  );
  return new Set(found.flatMap(({ rows }) => rows.map(({ day }) => day)));
}

interface StoredPeriod {
  readonly from: Day;
  readonly to: Day;
  readonly sums: ReadonlyMap<string, Sums>;
  readonly byDay: ReadonlyMap<Day, ReadonlyMap<string, Sums>>;
}

async function readStored(
  { database }: FiguresDeps,
  operatorId: string,
  { from, to }: { readonly from: Day; readonly to: Day },
  complete: ReadonlySet<Day>,
): Promise<StoredPeriod> {
  const days = daysFrom(from, to).filter((day) => complete.has(day));
  const [sumRows, dayRows] = await Promise.all([
    database.run<SumsRow>(sumDays, [operatorId, days]),
    database.run<SumsRow & { day: Day }>(listDays, [operatorId, days]),
  ]);
  const byDay = new Map<Day, Map<string, Sums>>();
  for (const row of dayRows.rows) {
    const ofDay = byDay.get(row.day) ?? new Map<string, Sums>();
    byDay.set(row.day, ofDay.set(figureKey(row.currency, row.dimension), toSums(row)));
  }
  return { from, to, sums: toMap(sumRows.rows), byDay };
}

/** Adds days from rows, and counts the missing ones. */
function withLive(
  { from, to, sums: stored, byDay: storedDays }: StoredPeriod,
  known: {
    readonly complete: ReadonlySet<Day>;
    readonly live: ReadonlyMap<Day, ReadonlyMap<string, Sums>>;
    readonly today: Day;
    readonly firstDay: Day | null;
  },
): PeriodFigures {
  const { complete, live, today, firstDay } = known;
  const days = daysFrom(from, to < today ? to : today);
  const sums = new Map(stored);
  const byDay = new Map(storedDays);
  for (const day of days) {
    const rows = live.get(day);
    if (!rows) continue;
    const ofDay = new Map<string, Sums>();
    for (const [key, value] of rows) {
      addTo(sums, key, value);
      const { currency, dimension } = readFigureKey(key);
      if (dimension === "total" || dimension === "refund") {
        addTo(ofDay, figureKey(currency, dimension), value);
      }
    }
    byDay.set(day, ofDay);
  }
  const missing = days.filter(
    (day) => firstDay !== null && day >= firstDay && !complete.has(day) && !live.has(day),
  );
  return { from, to, sums, byDay, missingDays: missing.length };
}

function toMap(rows: readonly SumsRow[]): Map<string, Sums> {
  return new Map(
    rows.map((row) => [figureKey(row.currency, row.dimension, row.value), toSums(row)]),
  );
}

function addTo(sums: Map<string, Sums>, key: string, added: Sums): void {
  sums.set(key, addSums(sums.get(key) ?? noSums, added));
}
