/**
 * Runs the embedded store in its own thread (threaded-engine.ts), so that the main thread works while the store waits
 * for the disk. Messages in: bytes to execute, or "close". Messages out: "ready", then one response per message, in
 * order.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openDurableEngine } from "./durable-engine.ts";
import type { FromThread, ToThread } from "./threaded-engine.ts";

const port = parentPort;
if (port === null) throw new Error("engine-thread runs only as a worker thread");
const send = (message: FromThread, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);
const describe = (error: unknown): FromThread => {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return { failed: String(message), code: typeof code === "string" ? code : undefined };
};

try {
  const engine = await openDurableEngine((workerData as { folder: string }).folder);
  let last: Promise<void> = Promise.resolve();
  port.on("message", (message: ToThread) => {
    last = last.then(async () => {
      try {
        if (message === "close") {
          await engine.close();
          send({ closed: true });
          port.close();
          return;
        }
        const answer = await engine.execute(message);
        send({ answer, changes: engine.changes?.() ?? 0 }, [answer.buffer as ArrayBuffer]);
      } catch (error) {
        send(describe(error));
      }
    });
  });
  send({ ready: true });
} catch (error) {
  send(describe(error));
  port.close();
}
