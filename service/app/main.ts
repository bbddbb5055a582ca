import { ConfigError } from "../platform/config-values.ts";
import { createLog } from "../platform/log.ts";
import { readSecretFiles } from "../platform/secret-files.ts";
import { createService } from "./create-service.ts";
import { readConfig } from "./read-config.ts";

/** How long requests and jobs may take to finish once nobody is let in any more. */
const shutdownMs = 25_000;

/** A Ctrl-C that comes so soon after another signal is not a second one. */
const samePressMs = 500;

const log = createLog("info");
/** Nothing is known about the state any more; recovery at the next start finishes what was cut. */
function crash(error: unknown): never {
  log.error("unexpected; stopping at once", { error });
  process.exit(1);
}
process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);

try {
  const config = readConfig(readSecretFiles(process.env));
  const service = await createService(config);
  let stoppingSinceMs: number | null = null;
  const stop = async (signal: string) => {
    stoppingSinceMs = performance.now();
    service.deps.log.info("stopping", { signal });
    // Ctrl-C while developing: nobody balances between processes.
    const isImpatient = signal === "SIGINT" && config.environment === "sandbox";
    if (!isImpatient) await service.drain();
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
  // Supervisors may send SIGTERM to parent and child: the second one must not cut the drain short.
  process.on("SIGTERM", () => {
    if (stoppingSinceMs === null) void stop("SIGTERM");
  });
  // Ctrl-C reaches parent and child too, and the parent passes it on: one that comes at once is the same one.
  process.on("SIGINT", () => {
    if (stoppingSinceMs === null) void stop("SIGINT");
    else if (performance.now() - stoppingSinceMs > samePressMs) process.exit(1);
  });
  const address = await service.start();
  service.deps.log.info("listening", { address, publicUrl: config.publicUrl });
} catch (error) {
  // A setting is mended by its message: the stack would only hide it.
  if (!(error instanceof ConfigError)) log.error("the service can't start", { error });
  process.stderr.write(
    `The service can't start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}
