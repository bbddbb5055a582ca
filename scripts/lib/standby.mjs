import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into a program of `npm run dev` (`node --import`). The process waits before it runs the program. Messages
 * from its parent: arrays of modules to import early, then "run". A module of the program that exports `prepare`
 * then does what it can before the program runs.
 */
if (isMainThread && process.connected) {
  await new Promise((resolve) => {
    process.on("message", (message) => {
      if (message === "run") resolve();
      // The program reports the failure when it imports the module itself.
      else for (const module of message) load(module).catch(() => {});
    });
  });
  process.removeAllListeners("message");
  process.disconnect();
}

async function load(module) {
  const { prepare } = await import(module);
  if (module.startsWith("file:")) prepare?.();
}
