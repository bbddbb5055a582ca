import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { repository } from "../../e2e/stack/repository.ts";
import type { Command, Reply } from "./bare-writer.ts";

/** The bare writer's process; it handles one command at a time. */
export interface BareProcess {
  /** @throws when the writer reports an error */
  ask(command: Command): Promise<Reply>;
  end(): void;
}

export function startBareProcess(): BareProcess {
  const child: ChildProcess = fork(join(repository, "dist/node/bench/service/bare-writer.js"));
  return {
    ask: (command) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error("The bare writer has ended."));
        child.once("exit", onExit);
        child.once("message", (reply: Reply) => {
          child.off("exit", onExit);
          if (reply.error) reject(new Error(reply.error));
          else resolve(reply);
        });
        child.send(command);
      }),
    end: () => void child.kill(),
  };
}
