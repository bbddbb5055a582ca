import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { buildDays, type KnownComplete } from "./build-days.ts";
import type { BuildDeps } from "./build-span.ts";

/** A refund of an earlier day is in its daily sums within about this time. */
const everyMs = 5_000;

/** The domain that keeps daily sums of payments and refunds. */
export function createFigures(deps: BuildDeps): Domain {
  const known: KnownComplete = new Map();
  const job = createJob({
    name: "daily_figures",
    everyMs,
    run: (signal) => buildDays(deps, known, signal),
  });
  return { jobs: [job], commands: [] };
}
