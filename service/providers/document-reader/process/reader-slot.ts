import { type ReaderChild, startChild } from "./child.ts";
import type { ReaderReply, ReaderTask } from "./messages.ts";

export interface SlotTimes {
  readonly deadlineMs: number;
  readonly startDeadlineMs: number;
  readonly idleMs: number;
}

export type SlotFailure = "reader_timeout" | "reader_failed" | "reader_unavailable";

/** A place for one reader process, which is started when needed and replaced when it is gone. */
export interface ReaderSlot {
  isBusy(): boolean;
  isRunning(): boolean;
  /** Runs one task at a time. Never rejects. */
  run(task: ReaderTask): Promise<ReaderReply | SlotFailure>;
  close(): void;
}

/**
 * Creates a slot without a process.
 *
 * @param entry the process's script
 * @param onOcrProblem receives why OCR does not work in a process that has just started
 */
export function createReaderSlot(
  entry: string,
  times: SlotTimes,
  onOcrProblem: (problem: string) => void = () => {},
): ReaderSlot {
  let child: ReaderChild | null = null;
  /** Loads the OCR models, once per process. */
  let preparing: Promise<boolean> | null = null;
  let busy = false;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  const isRunning = () => child !== null && !child.isGone();

  async function work(task: ReaderTask): Promise<ReaderReply | SlotFailure> {
    const ready = await readyChild(task, 2);
    if (ready === null) return "reader_unavailable";
    const reply = await ready.ask(task, times.deadlineMs);
    if (reply === "timeout") return "reader_timeout";
    if (reply === "ended") return "reader_failed";
    // The customer is about to submit the document.
    preparing ??= prepare(ready);
    return reply;
  }

  /**
   * Returns null if no process starts. A process that ends while it loads the models is replaced: the picture is not
   * the cause, and cleaning needs no models.
   */
  async function readyChild(task: ReaderTask, tries: number): Promise<ReaderChild | null> {
    if (child === null || child.isGone()) {
      child = await startChild(entry, times.startDeadlineMs);
      preparing = null;
    }
    if (closed) stop();
    if (child === null) return null;
    // Loading the models must not count towards the document's time limit.
    if (task.kind === "read") preparing ??= prepare(child);
    if (!preparing || (await preparing)) return child;
    stop();
    return tries > 1 ? readyChild(task, tries - 1) : null;
  }

  async function prepare(started: ReaderChild): Promise<boolean> {
    const reply = await started.ask({ kind: "prepare" }, times.startDeadlineMs);
    if (typeof reply === "string") return false;
    if (reply.kind === "prepared" && reply.ocrProblem !== undefined) onOcrProblem(reply.ocrProblem);
    return true;
  }

  function stop(): void {
    child?.kill();
    child = null;
  }

  return {
    isBusy: () => busy,
    isRunning,
    async run(task) {
      busy = true;
      clearTimeout(idle);
      try {
        return await work(task);
      } catch {
        return "reader_failed";
      } finally {
        busy = false;
        idle = setTimeout(stop, times.idleMs).unref();
      }
    },
    close() {
      closed = true;
      clearTimeout(idle);
      stop();
    },
  };
}
