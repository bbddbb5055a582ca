import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { repository } from "../../e2e/stack/repository.ts";
import type { Order, Report } from "./bare-writer.ts";

/** The bare writer's process; it handles one order at a time. */
export interface BareProcess {
  /** @throws when the writer reports an error */
  ask(order: Order): Promise<Report>;
  end(): void;
}

export function startBareProcess(): BareProcess {
  const child: ChildProcess = fork(join(repository, "dist/node/bench/service/bare-writer.js"));
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error("The bare writer has ended."));
        child.once("exit", onExit);
        child.once("message", (report: Report) => {
          child.off("exit", onExit);
          if (report.error) reject(new Error(report.error));
          else resolve(report);
        });
        child.send(order);
      }),
    end: () => void child.kill(),
  };
}
