import { Worker } from "node:worker_threads";
import { StoreDoesNotSync } from "./durable-engine.ts";
import type { StoreEngine } from "./store-engine.ts";

/** Message to the thread: the folder to open, then protocol bytes, or the request to close. */
export type ToThread = { open: string } | Uint8Array | "close";

/** Message from the thread: one per message to it. */
export type FromThread =
  | { ready: true }
  | { closed: true }
  | { answer: Uint8Array; changes: number }
  | { failed: string; code: string | undefined };

interface Waiting {
  resolve(message: FromThread): void;
  reject(error: Error): void;
}

let prepared: Worker | undefined;

/**
 * Starts the thread of the next store that this process opens. It already loads PostgreSQL's code, which takes a
 * fifth of the opening. `npm run dev` does this in a process that waits.
 */
export function prepare(): void {
  if (prepared) return;
  const worker = startThread();
  // A process that opens no store can end.
  worker.unref();
  worker.once("exit", () => {
    if (prepared === worker) prepared = undefined;
  });
  prepared = worker;
}

function startThread(): Worker {
  return new Worker(new URL("./engine-thread.js", import.meta.url), { name: "store" });
}

/**
 * Opens the durable engine in its own thread. Throws what opening it throws. If the thread or its PostgreSQL ends
 * later, the store is lost: waiting calls are rejected, and the error is thrown uncaught, so that a new process
 * recovers.
 */
export async function openThreadedEngine(folder: string): Promise<StoreEngine> {
  const worker = prepared ?? startThread();
  prepared = undefined;
  worker.ref();
  const waiting: Waiting[] = [];
  let isClosing = false;
  let gone: Error | undefined;
  let changes = 0;

  const next = () =>
    new Promise<FromThread>((resolve, reject) => {
      if (gone) reject(gone);
      else waiting.push({ resolve, reject });
    });
  const end = (error: Error) => {
    if (gone) return;
    gone = error;
    for (const each of waiting.splice(0)) each.reject(error);
    if (isClosing) return;
    setImmediate(() => {
      throw error;
    });
  };
  const ask = (message: ToThread): Promise<FromThread> => {
    const answer = next();
    worker.postMessage(message);
    return answer;
  };
  worker.on("message", (message: FromThread) => waiting.shift()?.resolve(message));
  worker.on("error", (cause) => end(new Error("the embedded store's thread failed", { cause })));
  worker.on("exit", () => end(new Error("the embedded store's thread ended")));

  isClosing = true; // until it is open, only this function reports its end
  const opened = await ask({ open: folder });
  if ("failed" in opened) {
    await worker.terminate();
    throw opened.code === "store_does_not_sync" ? new StoreDoesNotSync() : failure(opened);
  }
  isClosing = false;
  return {
    async execute(messages) {
      const answer = await ask(messages);
      if ("answer" in answer) {
        changes = answer.changes;
        return answer.answer;
      }
      // SQL errors are part of a normal response. A failure means that PostgreSQL itself stopped: aborted, disk full.
      const error = failure(answer);
      end(error);
      throw error;
    },
    changes: () => changes,
    async close() {
      isClosing = true;
      await ask("close");
      await worker.terminate();
    },
  };
}

function failure(message: FromThread): Error {
  const { failed = "unexpected answer", code } = message as { failed?: string; code?: string };
  return Object.assign(new Error(failed), code === undefined ? {} : { code });
}
