import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a program of a process group (`node --import`). It ends the program like Ctrl-C
 * when its standard input closes, which happens when its parent is killed. A program that does not
 * end in time is terminated. Threads inherit the flag but have no input of their own.
 */
const endsWithinMs = 30_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 0);

if (isMainThread) {
  process.stdin.on("error", () => {});
  process.stdin.on("close", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), endsWithinMs).unref();
  });
  process.stdin.resume();
  // Waiting for the parent's end must not keep the program running.
  process.stdin.unref?.();
}
