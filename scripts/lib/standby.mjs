import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into a program of `npm run dev` (`node --import`). The process waits before it runs the program. Messages
 * from its parent: arrays of modules to import meanwhile, then "run".
 */
if (isMainThread && process.connected) {
  await new Promise((resolve) => {
    process.on("message", (message) => {
      if (message === "run") resolve();
      // The program reports the failure when it imports the module itself.
      else for (const module of message) import(module).catch(() => {});
    });
  });
  process.removeAllListeners("message");
  process.disconnect();
}
