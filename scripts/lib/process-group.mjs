import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const endWithParent = new URL("end-with-parent.mjs", import.meta.url).href;
const standby = new URL("standby.mjs", import.meta.url).href;
const readyWithinMs = 120_000;
/** A program that has just started serves a page first. */
const standbyAfterMs = 1_000;

/**
 * A group of programs that one command runs together. Their names prefix the lines that they print. `onEnd` is called
 * when a program that was ready exits on its own. `stop` stops them in reverse order. When this process is killed, the
 * programs notice and exit.
 *
 * With `imports`, restarts are quick: a second process of each program has loaded packages and some modules before, and
 * loads the others while the first one ends.
 *
 * @param {{
 *   cwd: string,
 *   env: NodeJS.ProcessEnv,
 *   onEnd: (name: string, why: string) => void,
 *   print?: (line: string) => void,
 *   endsWithinMs?: number,
 *   imports?: (name: string) => { before: string[], first: string[] },
 * }} options endsWithinMs: a program that has not exited by then is killed; imports: the packages that a program loads
 *   and the modules that it can prepare with (standby.mjs), and the modules that its entry imports
 */
export function createProcessGroup({
  cwd,
  env,
  onEnd,
  print = (line) => console.log(line),
  endsWithinMs = 15_000,
  imports,
}) {
  const running = [];
  /** Processes that do not run their program yet. */
  const waiting = new Set();
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
    const member = { name, args, readyUrl, env: ownEnv, turn: 0, run: undefined, next: undefined };
    running.push(member);
    await launch(member, spawnProcess(member));
  }

  /** Starts a process for a program. With `imports` it waits for {@link launch} before it runs it. */
  function spawnProcess({ name, args, env: ownEnv }) {
    const preloads = [endWithParent, ...(imports ? [standby] : [])];
    // The pipe to its standard input closes when this process exits, even when it is killed.
    const child = spawn(
      process.execPath,
      [...preloads.flatMap((url) => ["--import", url]), ...args],
      {
        cwd,
        env: { ...env, ...ownEnv },
        stdio: ["pipe", "pipe", "pipe", ...(imports ? ["ipc"] : [])],
      },
    );
    child.stdin.on("error", () => {});
    const prefix = `${name.padEnd(8)}│ `;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => print(prefix + line));
    }
    const run = { child, ready: false, gone: undefined, ended: undefined };
    run.ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(String(error)));
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    run.ended.then((why) => {
      run.gone = why;
      waiting.delete(run);
      if (run.ready && !stopping) onEnd(name, why);
    });
    waiting.add(run);
    return run;
  }

  /**
   * Runs the program in its process. Resolves to whether it is ready; false when `restart` has replaced it in the
   * meantime.
   */
  async function launch(member, run) {
    const { turn } = member;
    member.run = run;
    waiting.delete(run);
    if (imports) send(run, "run");
    try {
      await untilReady(member, run);
    } catch (error) {
      if (member.turn !== turn) return false;
      throw error;
    }
    if (member.turn !== turn) return false;
    run.ready = true;
    if (imports) setTimeout(prepare, standbyAfterMs, member).unref();
    return true;
  }

  /** Starts the process of the program's next restart. */
  function prepare(member) {
    if (stopping || member.next) return;
    member.next = spawnProcess(member);
    send(member.next, imports(member.name).before);
  }

  function send({ child }, message) {
    // A process that has exited cannot receive it.
    child.send(message, () => {});
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
    const next = imports && takeNext(member);
    run.ready = false;
    await end(run, "SIGTERM");
    if (member.turn === turn && !stopping) return launch(member, next ?? spawnProcess(member));
    if (next) await end(next, "SIGKILL");
    return false;
  }

  /** The process of a restart, which begins to load the program's modules. */
  function takeNext(member) {
    const next = member.next && !member.next.gone ? member.next : spawnProcess(member);
    member.next = undefined;
    send(next, imports(member.name).first);
    return next;
  }

  /** Replaces the waiting processes at the next restarts, because a module that they have loaded has changed. */
  function dropWaiting() {
    for (const member of running) {
      if (member.next) void end(member.next, "SIGKILL");
      member.next = undefined;
    }
  }

  /** @returns {string[]} names of programs that have exited, or could not start */
  const ended = () => running.filter(({ run }) => run.gone).map(({ name }) => name);

  /** Signals all programs, waits for their exit, and kills those that do not exit in time. A second call waits too. */
  async function stop(signal = "SIGTERM") {
    stopping = true;
    await Promise.all([...waiting].map((run) => end(run, "SIGKILL")));
    for (const member of [...running].reverse()) await end(member.run, signal);
  }

  async function end({ child, gone, ended }, signal) {
    if (gone) return;
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), endsWithinMs);
    await ended;
    clearTimeout(killTimer);
  }

  return { start, restart, dropWaiting, ended, stop };
}
