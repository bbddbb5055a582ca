import { createJob, type Job } from "../../platform/jobs/job.ts";
import { continueWalk, startWalkWhenNeeded } from "./key-walk.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { activateSpread, continueRotation, replaceUsedUp } from "./rotate-keys.ts";

/**
 * Half of the maximum age of keys at the start of a request (keyring.ts), so that requests do not
 * wait.
 */
const refreshEveryMs = 5_000;

/** Creates the jobs that refresh keys in memory, count their uses, and carry out rotations. */
export function keyJobs(deps: KeysDeps): Job[] {
  const { keyring, log } = deps;
  let reported: string | undefined;
  return [
    createJob({
      name: "refresh_keys",
      isTechnical: true,
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
      isTechnical: true,
      everyMs: refreshEveryMs,
      async run() {
        // Without the key-encryption key this process cannot do anything.
        if (keyring.problem() !== undefined) return undefined;
        await continueRotation(deps);
        await replaceUsedUp(deps);
        await activateSpread(deps);
        await startWalkWhenNeeded(deps);
        return continueWalk(deps);
      },
    }),
  ];
}
