import type { Domain } from "../../platform/domain.ts";
import { startNewAtUses } from "../../platform/secrets/key-uses.ts";
import { keyCommands } from "./key-commands.ts";
import { keyJobs } from "./key-jobs.ts";
import type { KeysDeps, KeyTimes } from "./keys-deps.ts";

export type { KeyTimes } from "./keys-deps.ts";

const minuteMs = 60_000;

/** Creates the domain; only its jobs do anything. */
export function createKeys(deps: Omit<KeysDeps, "times">, times: Partial<KeyTimes> = {}): Domain {
  const all: KeysDeps = {
    ...deps,
    times: {
      spreadMs: deps.database.kind === "embedded" ? 0 : minuteMs,
      graceMs: 60 * minuteMs,
      startNewAtUses,
      ...times,
    },
  };
  const jobs = keyJobs(all);
  const wake = () => {
    for (const job of jobs) job.wake();
  };
  return { jobs, commands: [keyCommands(all, wake)] };
}
