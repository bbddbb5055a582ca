import { type ChildProcess, fork } from "node:child_process";
import type { ReaderReply, ReaderTask } from "./messages.ts";

export interface ReaderChild {
  /** Runs one task at a time. `timeout`: the process was killed. `ended`: it is gone. */
  ask(task: ReaderTask, deadlineMs: number): Promise<ReaderReply | "timeout" | "ended">;
  isGone(): boolean;
  kill(): void;
}

/** Starts the process; null if it is not ready in time. */
export async function startChild(entry: string, deadlineMs: number): Promise<ReaderChild | null> {
  let child: ChildProcess;
  try {
    child = fork(entry, [], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // The process decodes strangers' uploads, so it must not see secrets.
      env: {},
      execArgv: ["--max-old-space-size=1024"],
    });
  } catch {
    return null;
  }
  let gone = false;
  child.once("exit", () => {
    gone = true;
  });
  child.on("error", () => {
    gone = true;
  });
  // The exit event comes later, but the process must not get another task from now on.
  const kill = () => {
    gone = true;
    child.kill("SIGKILL");
  };
  const ready = await answer(child, deadlineMs);
  if (typeof ready === "string") {
    kill();
    return null;
  }
  return {
    async ask(task, limitMs) {
      if (gone || !child.connected) return "ended";
      child.ref();
      child.channel?.ref();
      const reply = answer(child, limitMs);
      child.send(task, () => {});
      const answered = await reply;
      if (answered === "timeout") kill();
      // An idle reader must not keep the service's process alive.
      child.unref();
      child.channel?.unref();
      return answered;
    },
    isGone: () => gone || !child.connected,
    kill,
  };
}

function answer(
  child: ChildProcess,
  deadlineMs: number,
): Promise<ReaderReply | "timeout" | "ended"> {
  return new Promise((resolve) => {
    const settle = (outcome: ReaderReply | "timeout" | "ended") => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
      resolve(outcome);
    };
    const onMessage = (reply: unknown) => settle(reply as ReaderReply);
    const onEnd = () => settle("ended");
    const timer = setTimeout(() => settle("timeout"), deadlineMs);
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
  });
}
