import { join } from "node:path";
import { repositoryRoot } from "../../platform/repository-root.ts";
import type {
  CleanOutcome,
  DocumentReader,
  ReaderRefusal,
  ReadOutcome,
  Refused,
} from "./document-reader.ts";
import { type ReaderChild, startChild } from "./process/child.ts";
import type { ReaderReply, ReaderTask } from "./process/messages.ts";

/** How a reader works. Everything has a default. */
export interface DocumentReaderOptions {
  /** Documents that may wait while one is read; the next is refused with `reader_busy`. */
  queueLimit?: number;
  /** For one document, counted from when it is begun. */
  deadlineMs?: number;
  /** For the process to start. */
  startDeadlineMs?: number;
  /** After so long without work the process ends, and its memory with it. */
  idleMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
  /** Script of the process; the built one when left out. */
  entry?: string;
}

interface Job {
  task: ReaderTask;
  settle(reply: ReaderReply | Refused): void;
}

/**
 * A reader in a process of its own, started with the first document, one document at a time.
 *
 * - Waiting documents are bounded, each has a deadline, and every refusal has a stable reason that
 *   says nothing about the document.
 * - A process that dies takes the document it had with it (`reader_failed`); the next document gets
 *   a new one.
 */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const { queueLimit = 16, deadlineMs = 90_000, startDeadlineMs = 30_000 } = options;
  const { idleMs = 300_000, now = Date.now, entry = builtEntry() } = options;
  const waiting: Job[] = [];
  let busy: Job | null = null;
  let child: ReaderChild | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function ask(task: ReaderTask): Promise<ReaderReply | Refused> {
    if (closed) return Promise.resolve(refused("reader_unavailable"));
    if (waiting.length >= queueLimit) return Promise.resolve(refused("reader_busy"));
    return new Promise((settle) => {
      waiting.push({ task, settle });
      void workOff();
    });
  }

  async function workOff(): Promise<void> {
    if (busy) return;
    clearTimeout(idle);
    for (;;) {
      busy = waiting.shift() ?? null;
      if (!busy) break;
      busy.settle(await work(busy.task));
    }
    idle = setTimeout(stop, idleMs).unref();
  }

  async function work(task: ReaderTask): Promise<ReaderReply | Refused> {
    if (closed) return refused("reader_unavailable");
    if (!child || child.isGone()) child = await startChild(entry, startDeadlineMs);
    if (closed) stop();
    if (!child) return refused("reader_unavailable");
    const reply = await child.ask(task, deadlineMs);
    if (closed) return refused("reader_unavailable");
    if (reply === "timeout") return refused("reader_timeout");
    if (reply === "ended" || reply.kind === "failed") return refused("reader_failed");
    return reply;
  }

  function stop(): void {
    child?.kill();
    child = null;
  }

  return {
    async read(request): Promise<ReadOutcome> {
      const reply = await ask({ kind: "read", request, nowMs: now() });
      if ("ok" in reply) return reply;
      return reply.kind === "read"
        ? { ok: true, reading: reply.reading }
        : refused("reader_failed");
    },
    async clean(image): Promise<CleanOutcome> {
      const reply = await ask({ kind: "clean", image });
      if ("ok" in reply) return reply;
      return reply.kind === "clean" ? reply.outcome : refused("reader_failed");
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      for (const job of waiting.splice(0)) job.settle(refused("reader_unavailable"));
      stop();
    },
  };
}

const retryAfterMs: Record<ReaderRefusal, number> = {
  reader_busy: 15_000,
  reader_timeout: 60_000,
  reader_unavailable: 60_000,
  reader_failed: 30_000,
};

function refused(reason: ReaderRefusal): Refused {
  return { ok: false, reason, retryAfterMs: retryAfterMs[reason] };
}

/** The process runs compiled code, also when the service itself is run from its sources by tests. */
function builtEntry(): string {
  const folder = "dist/node/service/providers/document-reader/process";
  return join(repositoryRoot(), folder, "reader-process.js");
}
