import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { buildDays, type KnownComplete } from "./build-days.ts";
import type { BuildDeps } from "./build-span.ts";

/** An earlier day's refund takes about this long to appear in that day's sums. */
const everyMs = 5_000;

/** Creates the job that sums the days for Home's figures. */
export function createFigures(deps: BuildDeps): Domain {
  const known: KnownComplete = new Map();
  const job = createJob({
    name: "daily_figures",
    everyMs,
    run: (signal) => buildDays(deps, known, signal),
  });
  return { jobs: [job], commands: [] };
}
