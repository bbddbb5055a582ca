/** A folder of `examples/`, installed and started as an operator would, with the packed package. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { call } from "./operator-api.ts";
import { repository } from "./repository.ts";
import type { StackAddresses } from "./start-stack.ts";

/** A running example. */
export interface Example {
  /** Where its page is. */
  url: string;
  /** Signs its webhooks. */
  webhookSecret: string;
  stop(): Promise<void>;
}

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}

/**
 * Copies, installs, builds and starts an example. Its other packages are those of the repository,
 * linked, so that nothing is downloaded.
 */
export async function startExample(stack: StackAddresses, name: string): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), `tessera-example-${name}-`));
  cpSync(join(repository, "examples", name), folder, { recursive: true });
  const { scripts, dependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "tessera"), { recursive: true });
  const tarball = join(repository, "dist", "sdk", "tessera.tgz");
  execFileSync("tar", ["-xzf", tarball, "-C", join(modules, "tessera"), "--strip-components", "1"]);
  for (const dependency of Object.keys(dependencies)) {
    if (dependency === "tessera") continue;
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(repository, "node_modules", dependency), join(modules, dependency));
  }
  if (scripts["build"]) {
    const vite = join(repository, "node_modules", "vite", "bin", "vite.js");
    execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: folder });
  }
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { webhookId, secretKey } = await call<{ webhookId: string; secretKey: string }>(
    stack,
    "POST",
    "/v1/operators/webhooks",
    { url: `http://127.0.0.1:${port}/webhooks` },
  );
  const child = spawn(process.execPath, ["server.mjs"], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
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
        if (output.includes(url)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`The example ${name} ended:\n${output}`)));
  });
  return {
    url,
    webhookSecret: secretKey,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      await call(stack, "DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
