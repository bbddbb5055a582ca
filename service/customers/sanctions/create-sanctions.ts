import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { createCurrentScreen } from "./list/current-screen.ts";
import { listAgeMs, type RefreshDeps, refreshList } from "./list/refresh-list.ts";
import { sanctionsCommands } from "./sanctions-commands.ts";

/** How often the service looks whether the list is due. */
const lookEveryMs = 60_000;

/** Creates the sanctions domain: the daily refresh of the list, and its commands. */
export function createSanctions(deps: RefreshDeps): Domain {
  const isOn = deps.config.sanctionsList.length > 0;
  const refreshes = deps.metrics.counter(
    "tessera_sanctions_refreshes_total",
    "Refreshes of the sanctions list by outcome.",
    ["outcome"],
  );
  const age = deps.metrics.gauge(
    "tessera_sanctions_list_age_seconds",
    "Time since the sanctions list was last found complete; -1 before the first.",
    [],
  );
  const refresh = createJob({
    name: "sanctions.refresh",
    everyMs: lookEveryMs,
    async run(signal) {
      const outcome = await refreshList(deps, signal);
      if (outcome !== "none") refreshes.inc({ outcome });
      const ageMs = await listAgeMs(deps);
      age.set(ageMs === null ? -1 : Math.round(ageMs / 1000));
      return undefined;
    },
  });
  return {
    jobs: isOn ? [refresh] : [],
    commands: [sanctionsCommands(deps, createCurrentScreen(deps))],
  };
}
