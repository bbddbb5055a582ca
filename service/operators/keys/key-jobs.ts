import { createJob, type Job } from "../../platform/jobs/job.ts";
import { startWalkWhenNeeded, walkOn } from "./key-walk.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { activateSpread, continueRotation, replaceUsedUp } from "./rotate-keys.ts";

/** Half of the age that a request may start with (keyring.ts), so that requests don't wait. */
const refreshEveryMs = 5_000;

/** Keeps keys in memory fresh and counted, and carries rotations through. */
export function keyJobs(deps: KeysDeps): Job[] {
  const { keyring, log } = deps;
  let reported: string | undefined;
  return [
    createJob({
      name: "refresh_keys",
      everyMs: refreshEveryMs,
      async run() {
        await keyring.refresh();
        await keyring.countUses();
        const problem = keyring.problem();
        if (problem !== undefined && problem !== reported) log.error(problem);
        reported = problem;
        return undefined;
      },
    }),
    createJob({
      name: "rotate_keys",
      everyMs: refreshEveryMs,
      async run() {
        // Without the key-encryption key there is nothing that this process could do.
        if (keyring.problem() !== undefined) return undefined;
        await continueRotation(deps);
        await replaceUsedUp(deps);
        await activateSpread(deps);
        await startWalkWhenNeeded(deps);
        return walkOn(deps);
      },
    }),
  ];
}
