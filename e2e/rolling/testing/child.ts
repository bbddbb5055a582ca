import { type ChildProcess, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";

/** HAProxy, PgBouncer or PostgreSQL, run by a test. */
export interface Child {
  /** Resolves with the next line that begins with this text. @throws after a minute, or when the program exits */
  says(beginning: string): Promise<string>;
  writeLine(line: string): void;
  /** Closes its input, sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** Starts the program and keeps its output for error messages. */
export function startChild(
  command: string,
  args: string[],
  options: { uid?: number; gid?: number } = {},
): Child {
  const child: ChildProcess = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
  const lines: string[] = [];
  let read = 0;
  const inputs: Interface[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    const input = createInterface({ input: stream });
    input.on("line", (line) => lines.push(line));
    inputs.push(input);
  }
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      lines.push(String(error));
      resolve();
    });
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  return {
    async says(beginning) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const found = lines.findIndex((line, at) => at >= read && line.startsWith(beginning));
        if (found >= 0) {
          read = found + 1;
          return lines[found] ?? "";
        }
        if (child.exitCode !== null || Date.now() > deadline) {
          throw new Error(
            `${command} never printed "${beginning}":\n${lines.slice(-40).join("\n")}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    writeLine: (line) => void child.stdin?.write(`${line}\n`),
    async stop() {
      child.stdin?.end();
      if (child.exitCode === null) child.kill("SIGTERM");
      const slow = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(slow);
      process.removeListener("exit", killAtExit);
    },
  };
}
