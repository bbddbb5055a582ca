import { setMaxListeners } from "node:events";
import type { Database } from "../database/database.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Log } from "../log.ts";

/** Something that is done again and again beside the requests. */
export interface Job {
  name: string;
  /** Pause between the end of one run and the start of the next. */
  everyMs: number;
  /**
   * One round. Work is claimed with leases (`for update skip locked`), so that several services can
   * run the same job. Returns "more" when it stopped with work left: the next round comes at once.
   * `signal` aborts at shutdown; what is under way may finish within the shutdown's deadline.
   */
  run(signal: AbortSignal): Promise<"more" | undefined>;
  /** Asks for a round now: there is new work. Harmless at any time. */
  wake(): void;
}

/** A {@link Job} that can be woken before and after it is started. */
export interface RunnableJob extends Job {
  /** Set by the runner. */
  onWake: (() => void) | undefined;
}

/** Creates a job; it runs once the service is started (or when a test calls `run`). */
export function createJob(options: Pick<Job, "name" | "everyMs" | "run">): Job {
  const job: RunnableJob = {
    ...options,
    onWake: undefined,
    wake: () => job.onWake?.(),
  };
  return job;
}

/** Runs jobs until {@link JobRunner.stop}. */
export interface JobRunner {
  /** Starts no more rounds, aborts the signal, and resolves when all rounds have ended. */
  stop(): Promise<void>;
}

/** Longest pause after failures: a job that fails is tried again, slower each time. */
const longestPauseMs = 60_000;
/** Longest pause after the store came back. Jobs start within it at random, not all at once. */
const longestPauseAfterOutageMs = 500;

/**
 * Starts the jobs, each in a loop of its own that never overlaps itself. A round that throws is
 * logged and tried again after a pause that doubles. One that lost the store says nothing about the job:
 * it is tried again as soon as the store is back.
 */
export function startJobs(
  jobs: readonly Job[],
  log: Log,
  store: Pick<Database, "whenBack">,
): JobRunner {
  const stopping = new AbortController();
  // Every job listens, and Node takes more than ten for a leak.
  setMaxListeners(0, stopping.signal);
  const loops = jobs.map((job) => runLoop(job as RunnableJob, log, store, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function runLoop(
  job: RunnableJob,
  log: Log,
  store: Pick<Database, "whenBack">,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let failures = 0;
  let isWoken = false;
  let endPause: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    endPause?.();
  };
  job.onWake = wake;
  signal.addEventListener("abort", wake, { once: true });
  while (!signal.aborted) {
    isWoken = false;
    let pauseMs = job.everyMs;
    try {
      if ((await job.run(signal)) === "more") pauseMs = 0;
      failures = 0;
    } catch (error) {
      if (!signal.aborted) log.error("a job failed", { jobName: job.name, error });
      if (isStoreUnavailable(error)) {
        await Promise.race([store.whenBack(), stopped]);
        pauseMs = 100 + Math.random() * longestPauseAfterOutageMs;
      } else {
        failures += 1;
        pauseMs = Math.min(longestPauseMs, Math.max(250, job.everyMs) * 2 ** failures);
      }
    }
    if (isWoken && failures === 0) continue;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted) endPause();
    });
    endPause = undefined;
  }
  job.onWake = undefined;
}
