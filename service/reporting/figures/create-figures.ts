import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { buildDays, type KnownComplete } from "./build-days.ts";
import type { BuildDeps } from "./build-span.ts";

/** A refund of an earlier day takes about this long to be in its sums. */
const everyMs = 5_000;

export function createFigures(deps: BuildDeps): Domain {
  const known: KnownComplete = new Map();
  const job = createJob({
    name: "daily_figures",
    everyMs,
    run: (signal) => buildDays(deps, known, signal),
  });
  return { jobs: [job], commands: [] };
}
