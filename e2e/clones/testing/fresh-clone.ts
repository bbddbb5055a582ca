import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePorts } from "../../../scripts/lib/free-ports.mjs";
import { repository } from "../../repo/testing/sources.ts";

/** A copy of the repository in a temporary folder, as git would check it out, with nothing installed. */
export interface FreshClone {
  folder: string;
  /** Runs npm and returns its output. Throws with the output when npm fails. */
  npm(...args: string[]): Promise<string>;
  /** Runs `npm start` until everything runs, calls `use`, and stops it. Returns the output. */
  start(use: (serviceUrl: string) => Promise<void>): Promise<string>;
  /** The files that differ from the checkout, as `git diff --stat` prints them. */
  changedFiles(): string;
  remove(): void;
}

const built = join(repository, "dist");
/** Not copied, because other tests may be writing to it. */
const storeTemplates = join(built, "store-templates");

/**
 * Copies the working tree, with uncommitted files; with `hasBuild` also the repository's build, for tests that are not
 * about the build.
 */
export function makeFreshClone({ hasBuild = false } = {}): FreshClone {
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
    // git does not ignore a symlink to another checkout's node_modules, and npm would empty its target.
    if (file === "" || file === "node_modules" || deleted.includes(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  if (hasBuild && existsSync(built)) {
    const filter = (path: string) => path !== storeTemplates;
    cpSync(built, join(folder, "dist"), { recursive: true, filter });
  }
  git("init", "--quiet");
  git("add", "--all");

  return {
    folder,
    npm: (...args) => run(folder, args, cleanEnvironment()).ended,
    async start(use) {
      const [port, shopPort, sandboxPort] = await findFreePorts(3);
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
 * The environment as after a fresh login, without the variables that npm and the test runner set. Install scripts
 * cannot download anything.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited =
    /^(npm_|NODE_ENV$|NODE_OPTIONS$|VITEST|VITE_|TEST$|TESSERA_|INIT_CWD$|LOG_LEVEL$)/i;
  const rest = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  return {
    ...Object.fromEntries(rest),
    // Only onnxruntime-node's install script reads these; npm does not.
    GLOBAL_AGENT_HTTP_PROXY: "http://127.0.0.1:9",
    GLOBAL_AGENT_HTTPS_PROXY: "http://127.0.0.1:9",
  };
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // npm gets its own process group, so that its children stop with it.
  const child = spawn("npm", args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let isStopping = false;
  const listeners = new Set<() => void>();
  const append = (text: string) => {
    printed += text;
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding("utf8").on("data", append);
  child.stderr.setEncoding("utf8").on("data", append);
  const ended = new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0 || isStopping) resolve(printed);
      else reject(new Error(`npm ${args.join(" ")} exited with ${code ?? signal}:\n${printed}`));
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
        ended.then(() =>
          Promise.reject(new Error(`npm exited without printing "${text}":\n${printed}`)),
        ),
      ]),
    stop() {
      isStopping = true;
      if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGTERM");
    },
  };
}
