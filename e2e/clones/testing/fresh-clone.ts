import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repository } from "../../repo/testing/sources.ts";
import { freePorts } from "../../stack/free-ports.ts";

/** A copy of the repository as git would check it out, in a temporary folder, with nothing installed. */
export interface FreshClone {
  folder: string;
  /** Runs npm to its end and answers what it printed. Throws, with that, when it fails. */
  npm(...args: string[]): Promise<string>;
  /**
   * Runs `npm start` until it says that everything runs, calls `use`, and ends it.
   * Answers what it printed.
   */
  start(use: (serviceUrl: string) => Promise<void>): Promise<string>;
  /** The files of the repository that differ from those that were checked out. */
  changedFiles(): string;
  remove(): void;
}

/** Makes a clone that holds the working tree's files, also those that are not committed yet. */
export function makeFreshClone(): FreshClone {
  const folder = mkdtempSync(join(tmpdir(), "tessera-clone-"));
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  const tracked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", tracked, { cwd: repository, encoding: "utf8" });
  const deleted = execFileSync("git", ["ls-files", "-z", "--deleted"], {
    cwd: repository,
    encoding: "utf8",
  }).split("\0");
  for (const file of files.split("\0")) {
    // A link to another checkout's node_modules is no folder to git, and npm would empty what is behind it.
    if (file === "" || file === "node_modules" || deleted.includes(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  git("init", "--quiet");
  git("add", "--all");

  return {
    folder,
    npm: (...args) => run(folder, args, cleanEnvironment()).ended,
    async start(use) {
      const [port, shopPort, sandboxPort] = await freePorts(3);
      const settings = {
        PORT: String(port),
        SHOP_PORT: String(shopPort),
        SANDBOX_PORT: String(sandboxPort),
      };
      const started = run(folder, ["start"], { ...cleanEnvironment(), ...settings });
      try {
        await started.prints("Tessera is running.");
        await use(`http://127.0.0.1:${port}`);
      } finally {
        started.stop();
      }
      return started.ended;
    },
    changedFiles: () => git("diff", "--stat"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The environment of somebody who has just logged in: without what npm and the test runner set for us, and where
 * install scripts can download nothing.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_|NODE_ENV$|NODE_OPTIONS$|VITEST|VITE_|TEST$|TESSERA_|INIT_CWD$|LOG_LEVEL$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  return {
    ...Object.fromEntries(kept),
    // The install script of onnxruntime-node heeds these; npm does not.
    GLOBAL_AGENT_HTTP_PROXY: "http://127.0.0.1:9",
    GLOBAL_AGENT_HTTPS_PROXY: "http://127.0.0.1:9",
  };
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // A group of its own, so that what npm starts ends with it.
  const child = spawn("npm", args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let isStopping = false;
  const listeners = new Set<() => void>();
  const take = (text: string) => {
    printed += text;
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  const ended = new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0 || isStopping) resolve(printed);
      else reject(new Error(`npm ${args.join(" ")} ended with ${code ?? signal}:\n${printed}`));
    });
  });
  ended.catch(() => {});
  return {
    ended,
    prints: (text: string) =>
      Promise.race([
        new Promise<void>((resolve) => {
          listeners.add(() => void (printed.includes(text) && resolve()));
        }),
        ended.then(() => Promise.reject(new Error(`It ended without "${text}":\n${printed}`))),
      ]),
    stop() {
      isStopping = true;
      if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGTERM");
    },
  };
}
