import type { Domain } from "../platform/domain.ts";
import { createJob } from "../platform/jobs/job.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { checkRecords, checkSums, type LedgerAlarms, postHistory } from "./check-ledger.ts";
import { registerLedgerRoutes } from "./routes.ts";
import { takeSnapshots } from "./snapshots.ts";
import type { LedgerSource } from "./walks/ledger-source.ts";

/** `sources`: the records of all domains that move money. */
export function createLedger(deps: PlatformDeps, sources: readonly LedgerSource[]): Domain {
  const alarms: LedgerAlarms = {
    problems: deps.metrics.counter(
      "tessera_ledger_problems_total",
      "Differences that the checks of the ledger found. Each needs a person.",
      ["kind"],
    ),
    checkedAt: deps.metrics.gauge(
      "tessera_ledger_checked_at_seconds",
      "When a check last found the sums of all operators correct.",
      [],
    ),
  };
  return {
    register: (app) => registerLedgerRoutes(app, deps),
    commands: [],
    jobs: [
      createJob({
        name: "ledger.snapshots",
        everyMs: 60_000,
        async run() {
          await takeSnapshots(deps);
          return undefined;
        },
      }),
      createJob({
        name: "ledger.history",
        everyMs: 60_000,
        run: (signal) => postHistory(deps, sources, signal),
      }),
      createJob({
        name: "ledger.check",
        everyMs: 5 * 60_000,
        run: (signal) => checkRecords(deps, sources, alarms, signal),
      }),
      createJob({
        name: "ledger.sums",
        everyMs: 6 * 60 * 60_000,
        async run(signal) {
          await checkSums(deps, alarms, signal);
          return undefined;
        },
      }),
    ],
  };
}
