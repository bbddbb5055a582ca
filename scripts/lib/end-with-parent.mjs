import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a program of a process group (`node --import`): ends it as Ctrl-C would when its
 * standard input closes, which is how it learns that its parent was killed. What will not end is ended.
 * Its threads inherit the flag and have no input of their own.
 */
const endsWithinMs = 30_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 0);

if (isMainThread) {
  process.stdin.on("error", () => {});
  process.stdin.on("close", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), endsWithinMs).unref();
  });
  process.stdin.resume();
  // Waiting for the parent's end keeps no program alive.
  process.stdin.unref?.();
}
