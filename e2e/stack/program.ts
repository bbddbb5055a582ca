import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

export interface ProgramOptions {
  /** Path below `dist/node`, such as `service/app/program.js`. */
  entry: string;
  env: Record<string, string>;
  logFile: string;
  /** Returns 2xx once the program is ready. */
  readyUrl: string;
  nodeOptions?: string[];
}

/** A running program, controlled from outside as an operating system would. */
export interface Program {
  readonly pid: number;
  log(): string;
  /**
   * Waits until the output contains this text.
   *
   * @throws with the end of the log after two minutes
   */
  untilLogged(text: string): Promise<void>;
  stop(): Promise<void>;
  /** Sends SIGKILL, like a power cut, and waits for the exit. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

const readyWithinMs = 200_000;

/**
 * Starts a built program and waits until it is ready.
 *
 * @throws with the end of its log when it exits early or is not ready in time
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const output = openSync(options.logFile, "a");
  const child = spawn(
    process.execPath,
    [...(options.nodeOptions ?? []), join(repository, "dist", "node", options.entry)],
    {
      cwd: repository,
      env: { ...inherited(), ...options.env },
      stdio: ["ignore", output, output],
    },
  );
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const log = () => readFileSync(options.logFile, "utf8");
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  void ended.then(() => process.removeListener("exit", killAtExit));

  await untilReady(child, options, log);
  return {
    pid: child.pid ?? -1,
    log,
    untilLogged: (text) => untilLogged(text, log),
    signal: (signal) => void child.kill(signal),
    stop: () => end(child, "SIGTERM", ended),
    kill: () => end(child, "SIGKILL", ended),
  };
}

async function untilReady(child: ChildProcess, options: ProgramOptions, log: () => string) {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (hasExited || Date.now() > deadline) {
      child.kill("SIGKILL");
      const why = hasExited ? "exited early" : "was not ready in time";
      throw new Error(`${options.entry} ${why}:\n${log().slice(-4000)}`);
    }
    const response = await fetch(options.readyUrl, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function untilLogged(text: string, log: () => string) {
  const deadline = Date.now() + 120_000;
  while (!log().includes(text)) {
    if (Date.now() > deadline) throw new Error(`never logged ${text}:\n${log().slice(-4000)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<void>) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  // A program that hangs while it stops must not hang the tests.
  const slow = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await ended;
  clearTimeout(slow);
}

/** Hides the tests' own settings from the programs. */
function inherited(): Record<string, string | undefined> {
  const hidden =
    /^(TESSERA_|DATABASE_URL$|PORT$|SHOP_PORT$|SANDBOX_PORT$|VITEST|NODE_ENV$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !hidden.test(name)));
}
