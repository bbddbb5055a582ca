import type { Log } from "../log.ts";

/** Work at start-up that `/readyz` waits for. */
export interface Starting {
  /**
   * The process is not ready until all of the work is done, or for at most a minute. After that it is ready with a
   * warning, so that work that cannot succeed does not block a deploy. Call it before the server listens.
   */
  begin(work: readonly Promise<void>[]): void;
  state(): "running" | "done" | "late";
}

const limitMs = 60_000;

export function createStarting(log: Log): Starting {
  let state: ReturnType<Starting["state"]> = "done";
  return {
    begin(work) {
      if (work.length === 0) return;
      state = "running";
      const beganAtMs = performance.now();
      const timer = setTimeout(() => {
        state = "late";
        log.error(
          "the files of this build are not in the database yet; the process is ready, but older processes answer 404 for them",
          { durationMs: limitMs },
        );
      }, limitMs);
      timer.unref();
      void Promise.all(work).then(() => {
        clearTimeout(timer);
        state = "done";
        const durationMs = Math.round(performance.now() - beganAtMs);
        log.info("the files of this build are in the database", { durationMs });
      });
    },
    state: () => state,
  };
}
