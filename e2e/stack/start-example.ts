import { exec, execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";
import { installLocked } from "./install-locked.ts";
import { call } from "./operator-api.ts";
import { repository } from "./repository.ts";
import type { StackAddresses } from "./start-stack.ts";

export interface Example {
  url: string;
  webhookSecret: string;
  stop(): Promise<void>;
}

// Never use the synchronous form: the service would close a connection while it waits, and the next request would
// break.
const runFile = promisify(execFile);
const runShell = promisify(exec);
const packed = join(repository, "dist", "sdk", "tessera.tgz");

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}

/**
 * Copies, installs, builds and starts an example. Most link the repository's packages; one with a lock file has
 * packages that the repository does not have and is installed from there.
 */
export async function startExample(stack: StackAddresses, name: string): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), `tessera-example-${name}-`));
  cpSync(join(repository, "examples", name), folder, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules",
  });
  const { scripts, dependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Manifest;
  if (existsSync(join(folder, "package-lock.json"))) {
    cpSync(packed, join(folder, "tessera.tgz"));
    await installLocked(folder);
  } else await linkPackages(folder, Object.keys(dependencies));
  // Runs the script as `npm run` would, without npm's process.
  const path = [join(folder, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const env = { PATH: path, HOME: process.env["HOME"], NEXT_TELEMETRY_DISABLED: "1" };
  if (scripts["build"]) await runShell(scripts["build"], { cwd: folder, env });
  const [port] = await findFreePorts(1);
  const url = `http://localhost:${port}`;
  const { webhookId, secretKey } = await call<{ webhookId: string; secretKey: string }>(
    stack,
    "POST",
    "/v1/operators/webhooks",
    { url: `http://127.0.0.1:${port}/webhooks` },
  );
  const start = scripts["start"]?.split(" && ").at(-1);
  const child = spawn(`exec ${start}`, {
    cwd: folder,
    shell: true,
    env: {
      ...env,
      NODE_ENV: "production",
      PORT: String(port),
      ORIGIN: url,
      TESSERA_URL: stack.pay,
      TESSERA_SERVICE_URL: stack.serviceUrl,
      TESSERA_SECRET_KEY: stack.operator.secretKey,
      TESSERA_PUBLISHABLE_KEY: stack.operator.publishableKey,
      TESSERA_WEBHOOK_SECRET: secretKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (piece: string) => {
        output += piece;
        if (output.includes(`:${port}`)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`The example ${name} ended:\n${output}`)));
  });
  return {
    url,
    webhookSecret: secretKey,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // The page is open, and some frameworks wait for its connections.
      child.kill("SIGKILL");
      await ended;
      await call(stack, "DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function linkPackages(folder: string, names: readonly string[]): Promise<void> {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "tessera"), { recursive: true });
  const own = join(modules, "tessera");
  await runFile("tar", ["-xzf", packed, "-C", own, "--strip-components", "1"]);
  for (const name of names) {
    if (name === "tessera") continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  symlinkSync(join(repository, "node_modules", ".bin"), join(modules, ".bin"));
}
