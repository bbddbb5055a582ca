/**
 * Runs the embedded store in its own thread (threaded-engine.ts), so that the main thread works while the store waits
 * for the disk. Messages in: the folder to open, then bytes to execute, or "close". Messages out: one response per
 * message, in order.
 */
import { parentPort } from "node:worker_threads";
import { loadPostgres, openDurableEngine } from "./durable-engine.ts";
import type { StoreEngine } from "./store-engine.ts";
import type { FromThread, ToThread } from "./threaded-engine.ts";

const port = parentPort;
if (port === null) throw new Error("engine-thread runs only as a worker thread");
const send = (message: FromThread, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);
const describe = (error: unknown): FromThread => {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return { failed: String(message), code: typeof code === "string" ? code : undefined };
};

const loading = loadPostgres();
// Opening the store reports it.
loading.catch(() => undefined);
let engine: StoreEngine | undefined;
let last: Promise<void> = Promise.resolve();

port.on("message", (message: ToThread) => {
  last = last.then(async () => {
    try {
      if (typeof message === "object" && "open" in message) {
        engine = await openDurableEngine(message.open, { wasm: await loading });
        send({ ready: true });
      } else if (message === "close") {
        await engine?.close();
        send({ closed: true });
        port.close();
      } else if (engine) {
        const answer = await engine.execute(message);
        send({ answer, changes: engine.changes?.() ?? 0 }, [answer.buffer as ArrayBuffer]);
      }
    } catch (error) {
      send(describe(error));
      if (!engine) port.close();
    }
  });
});
