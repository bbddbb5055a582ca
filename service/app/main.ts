import { constants } from "node:os";
import { systemClock } from "../platform/clock.ts";
import { ConfigError } from "../platform/config-values.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { createLog } from "../platform/log.ts";
import { readSecretFiles } from "../platform/secret-files.ts";
import { readConfig } from "./read-config.ts";

/** The time for running requests and jobs, after the drain. */
const shutdownMs = 25_000;

/** A second SIGINT this soon belongs to the same Ctrl-C. */
const sameInterruptMs = 500;

let log = createLog("info");
/** Ends the process, because its state is unknown. Recovery finishes interrupted work at the next start. */
function crash(error: unknown): never {
  log.error("unexpected; stopping at once", { error });
  process.exit(1);
}
process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);

/**
 * Until the service has started there is nothing to finish. The handlers are there from the start, because the first
 * process of a container ignores signals without them: a start that waits for the database would run until it is killed.
 */
let onSignal = (signal: "SIGTERM" | "SIGINT"): void => {
  log.info("stopped before the start", { signal });
  process.exit(128 + constants.signals[signal]);
};
process.on("SIGTERM", () => onSignal("SIGTERM"));
process.on("SIGINT", () => onSignal("SIGINT"));

try {
  const config = readConfig(readSecretFiles(process.env));
  log = createLog(config.logLevel);
  // The embedded store opens in its own thread while the rest of the program loads.
  const [database, { createService }] = await Promise.all([
    openDatabase(config, { clock: systemClock, log }),
    import("./create-service.ts"),
  ]);
  const service = await createService(config, { database, log });
  let stoppingSinceMs: number | null = null;
  const stop = async (signal: string) => {
    stoppingSinceMs = performance.now();
    service.deps.log.info("stopping", { signal });
    // In development there is no load balancer to wait for.
    const isDevelopment = signal === "SIGINT" && config.environment === "sandbox";
    if (!isDevelopment) await service.drain();
    const deadline = setTimeout(() => process.exit(1), shutdownMs);
    deadline.unref();
    try {
      await service.close();
      process.exit(0);
    } catch (error) {
      service.deps.log.error("stopping failed", { error });
      process.exit(1);
    }
  };
  const address = await service.start();
  // Set only now: a service that closes while it starts would report that it cannot start.
  onSignal = (signal) => {
    if (stoppingSinceMs === null) void stop(signal);
    // Supervisors may signal parent and child; a second SIGTERM must not shorten the drain. Ctrl-C also reaches both,
    // and the parent passes it on.
    else if (signal === "SIGINT" && performance.now() - stoppingSinceMs > sameInterruptMs)
      process.exit(1);
  };
  service.deps.log.info("listening", { address, publicUrl: config.publicUrl });
} catch (error) {
  // The message says how to correct the setting.
  if (!(error instanceof ConfigError)) log.error("the service cannot start", { error });
  process.stderr.write(
    `The service cannot start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}
