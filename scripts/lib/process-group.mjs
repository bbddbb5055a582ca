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
   * @throws when it exits early or is not ready within two minutes
   */
  async function start(name, args, readyUrl) {
    // The pipe to its standard input closes when this process exits, even when it is killed.
    const child = spawn(process.execPath, ["--import", endWithParent, ...args], {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.on("error", () => {});
    const prefix = `${name.padEnd(8)}│ `;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => print(prefix + line));
    }
    const member = { name, args, readyUrl, child, ready: false, ended: undefined };
    member.ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(String(error)));
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    running.push(member);
    member.ended.then((why) => {
      member.gone = why;
      if (member.ready && !stopping) onEnd(name, why);
    });
    await untilReady(member, readyUrl);
    member.ready = true;
  }

  async function untilReady(member, readyUrl) {
    const deadline = Date.now() + readyWithinMs;
    while (Date.now() < deadline) {
      if (member.gone) throw new Error(`${member.name} did not start (${member.gone}).`);
      const signal = AbortSignal.timeout(5_000);
      const response = await fetch(readyUrl, { signal }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${member.name} is not ready after ${readyWithinMs / 1000} s.`);
  }

  /** Stops a program and starts it again in the same way. Throws as `start` does. */
  async function restart(name) {
    const at = running.findIndex((member) => member.name === name);
    const [member] = running.splice(at, 1);
    member.ready = false;
    await end(member, "SIGTERM");
    await start(name, member.args, member.readyUrl);
  }

  /** Signals all programs, waits for their exit, and kills those that do not exit in time. A second call waits too. */
  async function stop(signal = "SIGTERM") {
    stopping = true;
    for (const member of [...running].reverse()) await end(member, signal);
  }

  async function end({ child, gone, ended }, signal) {
    if (gone) return;
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(killTimer);
  }

  return { start, restart, stop };
}
