import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/** Process groups that this run started and that are still going. */
const running = new Set();

/**
 * Runs one command with its output shown as it comes, or written to a file, in a process group of its own so that a
 * time-out ends what it started too (browsers, servers).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>, timeoutMs: number,
 *   outputFile?: string }} options outputFile: where its output is appended
 * @returns {Promise<{ code: number | null, timedOut: boolean }>} never rejects; a command that
 *   cannot be started ends with code 127
 */
export function runCommand(command, args, { cwd, env = {}, timeoutMs, outputFile }) {
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

/** Ends every command that is still running; for when the run itself is interrupted. */
export function killRunning() {
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
