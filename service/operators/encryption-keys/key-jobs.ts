import { createJob, type Job } from "../../platform/jobs/job.ts";
import { continueWalk, startWalkWhenNeeded } from "./key-walk.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { activateSpread, continueRotation, replaceUsedUp } from "./rotate-keys.ts";

/** Half the maximum age at a request's start (keyring.ts), so that requests do not wait. */
const refreshEveryMs = 5_000;

/** How often the service checks whether the key service still works with the current key. */
const checkEveryMs = 60_000;

/** Jobs that refresh keys in memory, count their uses, and rotate them. */
export function keyJobs(deps: KeysDeps): Job[] {
  const { keyring, keyEncryption, log } = deps;
  let reported: string | undefined;
  const reportedDamaged = new Set<string>();
  let reportedServiceProblem: string | undefined;
  const isUp = deps.metrics.gauge(
    "tessera_key_service_up",
    "Whether the current key of the key service works; 1 without a key service.",
    [],
  );
  isUp.set(1);
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
        for (const operatorId of keyring.damaged()) {
          if (reportedDamaged.has(operatorId)) continue;
          reportedDamaged.add(operatorId);
          log.error("a key of an operator cannot be unwrapped", { operatorId });
        }
        return undefined;
      },
    }),
    createJob({
      name: "check_key_service",
      isTechnical: true,
      everyMs: checkEveryMs,
      async run() {
        await keyEncryption.check();
        const problem = keyring.keyServiceProblem();
        isUp.set(problem === undefined ? 1 : 0);
        if (problem !== undefined && problem !== reportedServiceProblem) log.error(problem);
        if (problem === undefined && reportedServiceProblem !== undefined) {
          log.info("the key service works again");
        }
        reportedServiceProblem = problem;
        return undefined;
      },
    }),
    createJob({
      name: "rotate_keys",
      isTechnical: true,
      everyMs: refreshEveryMs,
      async run() {
        // Without the key-encryption key this process cannot help.
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
