import { spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../lib/tsc.mjs", import.meta.url));
const projects = ["service", "sandbox", "demo", "src"];
/** Lower than that of the programs, which serve a page at the same time. */
const priority = 10;

/**
 * Checks types in the background and prints the errors. Writes declarations only: the running programs' code comes from
 * `transpile`, and a stopped check would leave some files half written. The next full build writes that code itself.
 *
 * @param {string} root
 * @param {{ print?: (text: string) => void, projects?: readonly string[] }} [options]
 */
export function createTypeCheck(root, { print = console.error, projects: names = projects } = {}) {
  let running;
  let ended = Promise.resolve();
  /** The start of the first interrupted check since the last complete one, in milliseconds since 1970. */
  let stoppedSinceMs;
  let wanted = 0;

  /** Starts a check of everything that changed since the last complete one. Stops a running check. */
  async function start() {
    stop();
    const own = wanted;
    await ended;
    if (own !== wanted) return;
    if (stoppedSinceMs !== undefined)
      deleteStaleBuildInfo(join(root, "dist", "node"), stoppedSinceMs);
    const startedAtMs = Date.now();
    // The compiler is a child of a child: a process group of its own can be stopped as a whole.
    const child = spawn(process.execPath, [tsc, "-b", "--emitDeclarationOnly", ...names], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running = { child, startedAtMs };
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    ended = new Promise((resolve) => {
      child.once("error", (error) => {
        print(`The types were not checked: ${error.message}`);
        resolve();
      });
      child.once("close", () => {
        if (running?.child === child) {
          running = undefined;
          stoppedSinceMs = undefined;
          if (output.trim() !== "") print(output.trimEnd());
        }
        resolve();
      });
    });
    if (child.pid !== undefined) setPriority(child.pid, priority);
    await ended;
  }

  /** Stops a running check, whose errors are then not printed. */
  function stop() {
    wanted += 1;
    if (!running) return;
    stoppedSinceMs ??= running.startedAtMs;
    const { pid } = running.child;
    running = undefined;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }

  return { start, stop };
}

/**
 * Deletes a project's build info if its declarations are newer: a check was interrupted before it wrote the build info.
 * If the source then changed back to what the build info records, `tsc` would keep the wrong declarations.
 *
 * @param {string} folder of the compiled files
 * @param {number} sinceMs when the stopped check began
 */
export function deleteStaleBuildInfo(folder, sinceMs) {
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (!file.endsWith(".tsbuildinfo")) continue;
    const knownAtMs = statSync(join(folder, file)).mtimeMs;
    const project = join(folder, ...file.replace(".tsbuildinfo", "").split("-"));
    if (!existsSync(project)) continue;
    const isHalfWritten = readdirSync(project, { recursive: true })
      .filter((name) => name.endsWith(".d.ts"))
      .some((name) => statSync(join(project, name)).mtimeMs > Math.max(sinceMs, knownAtMs));
    if (isHalfWritten) rmSync(join(folder, file));
  }
}
