import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { repository } from "./repository.ts";
import type { StackAddresses } from "./start-stack.ts";

export interface RunningCommand {
  /** Standard output and standard error so far. */
  text(): string;
  /** Resolves when the text matches. Rejects when the command ends first. */
  until(pattern: RegExp): Promise<void>;
  interrupt(): void;
  ended: Promise<number | null>;
}

/** Starts a command with the operator's keys in its environment. */
export function startCommand(
  stack: Pick<StackAddresses, "serviceUrl" | "operator">,
  ...words: string[]
): RunningCommand {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(repository, "scripts", "tessera.mjs"), ...words],
    {
      env: {
        PATH: process.env["PATH"],
        TESSERA_SERVICE_URL: stack.serviceUrl,
        TESSERA_SECRET_KEY: stack.operator.secretKey,
        TESSERA_PUBLISHABLE_KEY: stack.operator.publishableKey,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let text = "";
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const each of waiting) each();
    waiting = [];
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      wake();
    });
  }
  let isEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      isEnded = true;
      wake();
      resolve(code);
    });
  });
  return {
    text: () => text,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (isEnded) throw new Error(`The command ended without ${pattern}:\n${text}`);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    interrupt: () => void child.kill("SIGINT"),
    ended,
  };
}

export async function runCommand(
  stack: Pick<StackAddresses, "serviceUrl" | "operator">,
  ...words: string[]
): Promise<{ code: number | null; text: string }> {
  const command = startCommand(stack, ...words);
  return { code: await command.ended, text: command.text() };
}
