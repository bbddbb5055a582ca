import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/** Process groups that this run started. */
const running = new Set();
let isInterrupted = false;

/**
 * Runs one command and shows its output, or appends it to a file. The command has its own process group, so that a
 * timeout also stops its children (browsers, servers).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>, timeoutMs: number, outputFile?: string }} options
 * @returns {Promise<{ code: number | null, timedOut: boolean }>} never rejects; a command that cannot be started has
 *   code 127, and one after `killRunning` 130
 */
export function runCommand(command, args, { cwd, env = {}, timeoutMs, outputFile }) {
  if (isInterrupted) return Promise.resolve({ code: 130, timedOut: false });
  return new Promise((resolve) => {
    const output = outputFile ? openSync(outputFile, "a") : "inherit";
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", output, output],
      detached: true,
    });
    if (outputFile) closeSync(output);
    let timedOut = false;
    let finished = false;
    const finish = (code) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      killGroup(child.pid, "SIGKILL");
      running.delete(child.pid);
      resolve({ code, timedOut });
    };
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid, "SIGTERM");
      setTimeout(() => finish(null), 10_000).unref();
    }, timeoutMs);
    if (child.pid !== undefined) running.add(child.pid);
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      finish(127);
    });
    child.on("exit", (code) => finish(timedOut ? null : code));
  });
}

/** Kills every running command and starts no more, because the run itself is interrupted. */
export function killRunning() {
  isInterrupted = true;
  for (const pid of running) killGroup(pid, "SIGKILL");
}

function killGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
