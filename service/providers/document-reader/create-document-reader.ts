import { join } from "node:path";
import { repositoryRoot } from "../../platform/repository-root.ts";
import type {
  CleanOutcome,
  DocumentReader,
  ReaderRefusal,
  ReadOutcome,
  Refused,
  TakenImage,
} from "./document-reader.ts";
import { createFairQueue, type JobOwner, type OwnedJob } from "./process/fair-queue.ts";
import type { ReaderReply, ReaderTask } from "./process/messages.ts";
import { createReaderSlot } from "./process/reader-slot.ts";

export interface DocumentReaderOptions {
  /** The number of processes, and so of documents read at the same time; default 2. */
  readers?: number;
  /** Waiting documents per operator. The next is refused with `reader_busy`. */
  queueLimit?: number;
  /** The time for one picture or document, from its start. */
  deadlineMs?: number;
  /** The time for a process to start, and again to load the OCR models. */
  startDeadlineMs?: number;
  /** A process without work ends after this time and frees its memory. */
  idleMs?: number;
  /** The current time in Unix milliseconds. */
  now?: () => number;
  /** The process's script; default: the built one. */
  entry?: string;
  /** Called once with the reason if OCR does not work on this machine. Staff then review the documents. */
  onOcrProblem?: (problem: string) => void;
}

interface Job {
  /** Loads the picture, at the job's turn. */
  take(): Promise<TakenTask>;
  settle(reply: ReaderReply | Refused): void;
  fail(error: unknown): void;
}

interface TakenTask {
  task: ReaderTask;
  release?: TakenImage["release"];
}

/** Documents of all operators (process/fair-queue.ts). */
const maxWaiting = 64;

/**
 * Creates a reader with a pool of processes, started for the first documents.
 *
 * - Operators take turns, and a customer has at most one document in progress.
 * - A picture is loaded at its turn.
 * - The queue is bounded, each document has a deadline, and every refusal has a stable reason.
 * - A process that dies fails its document (`reader_failed`). One that reaches the deadline is killed, which frees its
 *   memory (`reader_timeout`). The next document gets a new process.
 */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const { readers = 2, queueLimit = 16, deadlineMs = 10_000 } = options;
  const { startDeadlineMs = 30_000, idleMs = 300_000 } = options;
  const { now = Date.now, entry = builtEntry() } = options;
  const queue = createFairQueue<Job>({
    perOperator: queueLimit,
    perCustomer: 2,
    total: maxWaiting,
  });
  const times = { deadlineMs, startDeadlineMs, idleMs };
  let { onOcrProblem } = options;
  const reportOcrProblem = (problem: string) => {
    onOcrProblem?.(problem);
    onOcrProblem = undefined;
  };
  const slots = Array.from({ length: readers }, () =>
    createReaderSlot(entry, times, reportOcrProblem),
  );
  /** Readers that are loading a picture. */
  const taking = new Set<(typeof slots)[number]>();
  let closed = false;

  function ask(take: Job["take"], owner: JobOwner): Promise<ReaderReply | Refused> {
    if (closed) return Promise.resolve(refused("reader_unavailable"));
    return new Promise((settle, fail) => {
      if (queue.add(owner, { take, settle, fail })) dispatch();
      else settle(refused("reader_busy"));
    });
  }

  function dispatch(): void {
    for (;;) {
      const free = slots.filter((slot) => !slot.isBusy() && !taking.has(slot));
      const slot = free.find((readerSlot) => readerSlot.isRunning()) ?? free[0];
      const next = slot && queue.take();
      if (!next) return;
      void work(slot, next);
    }
  }

  async function work(slot: (typeof slots)[number], { owner, job }: OwnedJob<Job>): Promise<void> {
    taking.add(slot);
    try {
      const { task, release } = await job.take();
      taking.delete(slot);
      const reply = closed ? "reader_unavailable" : await slot.run(task);
      await release?.();
      if (closed) job.settle(refused("reader_unavailable"));
      else if (typeof reply === "string") job.settle(refused(reply));
      else job.settle(reply.kind === "failed" ? refused("reader_failed") : reply);
    } catch (error) {
      job.fail(error);
    } finally {
      taking.delete(slot);
      queue.done(owner);
      dispatch();
    }
  }

  return {
    size: readers,
    async read(request, owner): Promise<ReadOutcome> {
      const task: ReaderTask = { kind: "read", request, nowMs: now() };
      const reply = await ask(async () => ({ task }), owner);
      if ("ok" in reply) return reply;
      return reply.kind === "read"
        ? { ok: true, reading: reply.reading, cost: reply.cost }
        : refused("reader_failed");
    },
    async clean({ side, take }, owner): Promise<CleanOutcome> {
      const reply = await ask(async () => {
        const { bytes, release } = await take();
        const task: ReaderTask = { kind: "clean", image: { side, bytes } };
        return release ? { task, release } : { task };
      }, owner);
      if ("ok" in reply) return reply;
      return reply.kind === "clean" ? reply.outcome : refused("reader_failed");
    },
    async close() {
      closed = true;
      for (const job of queue.drain()) job.settle(refused("reader_unavailable"));
      for (const slot of slots) slot.close();
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

/** The compiled process, even when tests run the service from its sources. */
function builtEntry(): string {
  const folder = "dist/node/service/providers/document-reader/process";
  return join(repositoryRoot(), folder, "reader-process.js");
}
