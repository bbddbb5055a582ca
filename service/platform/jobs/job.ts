import { setMaxListeners } from "node:events";
import type { Database } from "../database/database.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Log } from "../log.ts";

export interface Job {
  name: string;
  /** The pause from the end of one round to the start of the next. */
  everyMs: number;
  /**
   * Runs one round. Claims work with leases (`for update skip locked`), so that several services can run the same job.
   * "more": work remains, and the next round starts at once. `signal` aborts at shutdown; work in progress may finish
   * within the shutdown's deadline.
   */
  run(signal: AbortSignal): Promise<"more" | undefined>;
  /** Asks for a round now: there is new work. Safe at any time. */
  wake(): void;
  /**
   * Whether all its work, and the times at which it is due, are rows of the store. Then it runs less often while
   * nothing else changes the store.
   */
  readonly followsStore: boolean;
  /** Whether the business clock never makes it due, only other work or the machine's clock. */
  readonly isTechnical: boolean;
}

/** A {@link Job} that can be woken before and after it starts. */
export interface RunnableJob extends Job {
  /** Set by the runner while the job runs. */
  onWake: (() => void) | undefined;
  /** Set by the runner: resolves after a round that began later and left no work. */
  onSettle: (() => Promise<boolean>) | undefined;
}

/** Creates a job. It runs when the service starts it, or when a test calls `run`. */
export function createJob(
  options: Pick<Job, "name" | "everyMs" | "run"> & { isTechnical?: true; followsStore?: true },
): Job {
  const job: RunnableJob = {
    isTechnical: false,
    followsStore: false,
    ...options,
    onWake: undefined,
    onSettle: undefined,
    wake: () => job.onWake?.(),
  };
  return job;
}

export interface JobRunner {
  /**
   * Runs every job that follows the clock of the business until its work is done. Resolves to the names of those that
   * failed or were not done after `deadlineMs`.
   */
  settle(deadlineMs: number): Promise<string[]>;
  /** Aborts the signal and resolves when all rounds have ended. */
  stop(): Promise<void>;
}

/** After this time without a change in the store, jobs that follow it pause longer. */
const quietAfterMs = 5_000;
/**
 * The pause of jobs in a quiet store: how late a time in a row may be noticed. A change ends it within the usual pause.
 */
const quietPauseMs = 5_000;
/** The longest pause after failures; the pause doubles with each one. */
const longestPauseMs = 60_000;
/** Jobs start in turn with this pause. All at once, they delay the first requests by 0.2 s in the embedded store. */
const startPauseMs = 10;
/** After an outage, each job starts at a random time within this, so that not all start at once. */
const longestPauseAfterOutageMs = 500;

/**
 * Starts the jobs, each in a loop that never overlaps itself. A failed round is logged and tried again after a pause
 * that doubles; one that lost the store, as soon as the store is back.
 */
export function startJobs(
  jobs: readonly Job[],
  log: Log,
  store: Pick<Database, "whenBack" | "changes">,
): JobRunner {
  const stopping = new AbortController();
  // Node warns about a leak above ten listeners; every job adds one.
  setMaxListeners(0, stopping.signal);
  const isQuiet = createQuietWatch(store);
  const loops = jobs.map((job, at) =>
    runLoop(job as RunnableJob, {
      log,
      store,
      isQuiet,
      signal: stopping.signal,
      startsAfterMs: at * startPauseMs,
    }),
  );
  const following = jobs.filter(({ isTechnical }) => !isTechnical) as RunnableJob[];
  return {
    async settle(deadlineMs) {
      const left = new Set(following.map(({ name }) => name));
      const rounds = following.map(async (job) => {
        if (await job.onSettle?.()) left.delete(job.name);
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadlineMs);
      });
      await Promise.race([Promise.all(rounds), late]);
      clearTimeout(timer);
      return [...left];
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

function createQuietWatch({ changes }: Pick<Database, "changes">): () => boolean {
  let seen = changes?.();
  let sinceMs = performance.now();
  return () => {
    const now = changes?.();
    if (now === undefined) return false;
    if (now !== seen) {
      seen = now;
      sinceMs = performance.now();
    }
    return performance.now() - sinceMs >= quietAfterMs;
  };
}

interface Loop {
  log: Log;
  store: Pick<Database, "whenBack">;
  isQuiet: () => boolean;
  signal: AbortSignal;
  startsAfterMs: number;
}

async function runLoop(
  job: RunnableJob,
  { log, store, isQuiet, signal, startsAfterMs }: Loop,
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
  let settling: ((isDone: boolean) => void)[] = [];
  job.onSettle = () =>
    new Promise((resolve) => {
      settling.push(resolve);
      job.wake();
    });
  signal.addEventListener("abort", wake, { once: true });
  const pause = async (ms: number) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted) endPause();
    });
    endPause = undefined;
  };
  if (startsAfterMs > 0) await pause(startsAfterMs);
  while (!signal.aborted) {
    isWoken = false;
    let pauseMs = job.everyMs;
    const awaited = settling;
    settling = [];
    try {
      if ((await job.run(signal)) === "more") {
        pauseMs = 0;
        settling.push(...awaited);
      } else for (const resolve of awaited) resolve(true);
      failures = 0;
    } catch (error) {
      for (const resolve of awaited) resolve(false);
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
    const endedAtMs = performance.now();
    do {
      await pause(pauseMs);
    } while (
      !isWoken &&
      job.followsStore &&
      pauseMs === job.everyMs &&
      isQuiet() &&
      performance.now() - endedAtMs + pauseMs <= quietPauseMs
    );
  }
  job.onWake = undefined;
  job.onSettle = undefined;
  for (const resolve of settling) resolve(false);
}
