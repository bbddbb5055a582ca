import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { CardRangesFile } from "../../providers/card-ranges/index.ts";

/** A changed file is read at the second check that sees it. */
const everyMs = 30_000;

/** Reads a changed table of card ranges, and reports one that cannot be used. */
export function refreshCardRanges(
  { log, metrics }: Pick<PlatformDeps, "log" | "metrics">,
  file: CardRangesFile,
): Job {
  const unusable = metrics.gauge(
    "tessera_card_ranges_unusable",
    "1 while the changed file of card ranges cannot be used; the last good table is in use.",
    [],
  );
  unusable.set(0);
  let reported: string | null = null;
  return createJob({
    name: "card_ranges.refresh",
    isTechnical: true,
    everyMs,
    async run() {
      const { isNew, problem, count } = await file.refresh();
      if (isNew) log.info("loaded newer card ranges", { count });
      if (problem !== null && problem !== reported) {
        log.error("the card ranges cannot be used", { setting: "CARD_RANGES", reason: problem });
      }
      reported = problem;
      unusable.set(problem === null ? 0 : 1);
      return undefined;
    },
  });
}
