import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into each program of a process group (`node --import`). Stops the program like Ctrl-C when standard input
 * closes, which happens when the parent is killed, and terminates it if it does not stop in time. Threads inherit the
 * flag but have no input themselves.
 */
const endsWithinMs = 30_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 0);

if (isMainThread) {
  process.stdin.on("error", () => {});
  process.stdin.on("close", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), endsWithinMs).unref();
  });
  process.stdin.resume();
  // Waiting for the parent must not keep the program running.
  process.stdin.unref?.();
}
