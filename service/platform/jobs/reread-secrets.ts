import type { PlatformDeps } from "../platform-deps.ts";
import { createJob, type Job } from "./job.ts";

/** A changed file counts in the second round that sees it: after at most twice this time. */
const everyMs = 5_000;

/** Reads changed secret files, and reports those that cannot be used. */
export function rereadSecrets({
  config,
  log,
  metrics,
}: Pick<PlatformDeps, "config" | "log" | "metrics">): Job {
  const { secretFiles } = config;
  const unusable = metrics.gauge(
    "tessera_secret_files_unusable",
    "Files of secrets that cannot be used now; the last good secrets are in use.",
    [],
  );
  unusable.set(0);
  return createJob({
    name: "reread_secrets",
    isTechnical: true,
    everyMs,
    async run() {
      for (const { name, problem } of await secretFiles.refresh()) {
        if (problem === null) log.info("a secret was read again", { setting: name });
        else log.error("a secret's file cannot be used", { setting: name, reason: problem });
      }
      unusable.set(secretFiles.problems().length);
      return undefined;
    },
  });
}
