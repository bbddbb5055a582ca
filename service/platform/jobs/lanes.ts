import { type RawBuilder, sql } from "kysely";
import { createJob, type Job } from "./job.ts";

/**
 * The rows of one provider, or those of all others. Each lane has a job of its own, so that a provider that hangs delays
 * only its own rows.
 */
export type Lane = { readonly only: string } | { readonly except: readonly string[] };

/** Whether the row's `column`, a provider's name or null, is in the lane. */
export function isInLane(column: string, lane: Lane): RawBuilder<boolean> {
  const name = sql.ref(column);
  return "only" in lane
    ? sql<boolean>`${name} = ${lane.only}`
    : sql<boolean>`(${name} is null or not ${name} = any(${lane.except}))`;
}

/**
 * {@link isInLane} for a prepared statement: a condition whose two parameters, the first of which has this number, are
 * the lane's {@link laneParameters}.
 */
export const laneCondition = (column: string, firstParameter: number): string =>
  `(${column} = $${firstParameter}::text or $${firstParameter}::text is null and
    (${column} is null or not ${column} = any($${firstParameter + 1}::text[])))`;

export const laneParameters = (lane: Lane): readonly [string | null, readonly string[] | null] =>
  "only" in lane ? [lane.only, null] : [null, lane.except];

/** A job `<name>.<provider>` for each provider, and the job `name` for the rows of all others. */
export function createLaneJobs(
  settings: Omit<Parameters<typeof createJob>[0], "run">,
  providers: readonly string[],
  run: (lane: Lane) => ReturnType<Job["run"]>,
): Job[] {
  return [
    createJob({ ...settings, run: () => run({ except: providers }) }),
    ...providers.map((only) =>
      createJob({ ...settings, name: `${settings.name}.${only}`, run: () => run({ only }) }),
    ),
  ];
}
