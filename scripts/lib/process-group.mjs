import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const endWithParent = new URL("end-with-parent.mjs", import.meta.url).href;
const readyWithinMs = 120_000;

/**
 * A group of programs that one command runs together. Their names prefix the lines that they print. `onEnd` is called
 * when a program that was ready exits on its own. `stop` stops them in reverse order. When this process is killed, the
 * programs notice and exit.
 *
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, onEnd: (name: string, why: string) => void, print?: (line: string) =>
 *   void, endsWithinMs?: number }} options endsWithinMs: a program that has not exited by then is killed
 */
export function createProcessGroup({
  cwd,
  env,
  onEnd,
  print = (line) => console.log(line),
  endsWithinMs = 15_000,
}) {
  const running = [];
  let stopping = false;

  /**
   * Starts a Node.js program and waits until `readyUrl` returns 2xx.
   *
   * @param {string} name
   * @param {string[]} args the script and its arguments
   * @param {string} readyUrl
   * @param {NodeJS.ProcessEnv} [ownEnv] what differs from the group's environment
   * @throws when it exits early or is not ready within two minutes
   */
  async function start(name, args, readyUrl, ownEnv = {}) {
    const member = { name, args, readyUrl, env: ownEnv, turn: 0, run: undefined };
    running.push(member);
    await launch(member);
  }

  /** @returns {Promise<boolean>} whether it is ready; false when `restart` has replaced it before */
  async function launch(member) {
    const { name, args, turn } = member;
    // The pipe to its standard input closes when this process exits, even when it is killed.
    const child = spawn(process.execPath, ["--import", endWithParent, ...args], {
      cwd,
      env: { ...env, ...member.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.on("error", () => {});
    const prefix = `${name.padEnd(8)}│ `;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => print(prefix + line));
    }
    const run = { child, ready: false, gone: undefined, ended: undefined };
    member.run = run;
    run.ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(String(error)));
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    run.ended.then((why) => {
      run.gone = why;
      if (run.ready && !stopping) onEnd(name, why);
    });
    try {
      await untilReady(member, run);
    } catch (error) {
      if (member.turn !== turn) return false;
      throw error;
    }
    if (member.turn !== turn) return false;
    run.ready = true;
    return true;
  }

  async function untilReady({ name, readyUrl }, run) {
    const deadline = Date.now() + readyWithinMs;
    while (Date.now() < deadline) {
      if (run.gone) throw new Error(`${name} did not start (${run.gone}).`);
      const signal = AbortSignal.timeout(5_000);
      const response = await fetch(readyUrl, { signal }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${name} is not ready after ${readyWithinMs / 1000} s.`);
  }

  /**
   * Stops a program, if it still runs, and starts it again in the same way. Throws as `start` does. A program that is
   * still starting starts again.
   *
   * @returns {Promise<boolean>} whether it is ready; false when a later call has replaced this one
   */
  async function restart(name) {
    const member = running.find((each) => each.name === name);
    member.turn += 1;
    const { turn, run } = member;
    run.ready = false;
    await end(run, "SIGTERM");
    return member.turn === turn && !stopping ? launch(member) : false;
  }

  /** @returns {string[]} names of programs that have exited, or could not start */
  const ended = () => running.filter(({ run }) => run.gone).map(({ name }) => name);

  /** Signals all programs, waits for their exit, and kills those that do not exit in time. A second call waits too. */
  async function stop(signal = "SIGTERM") {
    stopping = true;
    for (const member of [...running].reverse()) await end(member.run, signal);
  }

  async function end({ child, gone, ended }, signal) {
    if (gone) return;
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(killTimer);
  }

  return { start, restart, ended, stop };
}
