import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePorts } from "../lib/free-ports.mjs";
import { createProcessGroup } from "../lib/process-group.mjs";
import { createFollower } from "./follow-changes.mjs";
import { transpile } from "./transpile.mjs";

let root;
let urls;
let group;
let follow;
let log;
let sdkError;

/** Two programs that take a moment to start and answer with a constant of the contract. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-follow-"));
  for (const folder of ["contract", "service", "sandbox"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeContract("first");
  const program = `import { createServer } from "node:http";
import { value } from "../contract/value.ts";
setTimeout(() => createServer((_, response) => response.end(value)).listen(Number(process.argv[2]), "127.0.0.1"), 400);`;
  const files = ["service/main.ts", "sandbox/main.ts"];
  for (const file of files) writeFileSync(join(root, file), program);
  await transpile(root, [...files, "contract/value.ts"]);
  group = createProcessGroup({ cwd: root, env: process.env, onEnd: () => {}, print: () => {} });
  const ports = await findFreePorts(2);
  urls = ports.map((port) => `http://127.0.0.1:${port}/`);
  await Promise.all(
    ["service", "sandbox"].map((name, at) =>
      group.start(name, [`dist/node/${name}/main.js`, String(ports[at])], urls[at]),
    ),
  );
  log = [];
  sdkError = undefined;
  follow = createFollower({
    transpile: (changed) => transpile(root, changed),
    sdk: {
      isSource: (file) => file.startsWith("src/"),
      build: async () => {
        if (sdkError) throw sdkError;
        log.push("built the SDK");
      },
    },
    group,
    typeCheck: { start: () => log.push("checks"), stop: () => log.push("stops checking") },
    reload: () => log.push("reload"),
    print: (line) => log.push(line.replace(/\(\d+ ms\)/, "(… ms)")),
    printError: (line) => log.push(`error: ${line.split("\n")[0]}`),
  });
});
afterEach(async () => {
  await group.stop();
  rmSync(root, { recursive: true });
});

const writeContract = (value) =>
  writeFileSync(join(root, "contract/value.ts"), `export const value: string = "${value}";\n`);
const editContract = (value) => {
  writeContract(value);
  return follow(["contract/value.ts"], ["service", "sandbox"]);
};
const answers = () =>
  Promise.all(
    urls.map((url) =>
      fetch(url).then(
        (response) => response.text(),
        () => "down",
      ),
    ),
  );
const count = (line) => log.filter((each) => each === line).length;

test("an edit restarts its programs, reloads the pages once, and checks types after that", async () => {
  await editContract("second");
  await expect.poll(() => log.at(-1)).toBe("checks");
  expect(log).toEqual([
    "stops checking",
    "contract/value.ts: restarted service, sandbox (… ms)",
    "reload",
    "checks",
  ]);
  expect(await answers()).toEqual(["second", "second"]);
});

test("two edits 300 ms apart are reported once, and the second is served", async () => {
  await editContract("second");
  await wait(300);
  await editContract("third");
  await expect.poll(() => count("checks")).toBe(1);
  expect(await answers()).toEqual(["third", "third"]);
  expect(count("reload")).toBe(1);
  expect(log.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("an edit during another program's restart takes effect too", async () => {
  await editContract("second");
  await wait(100);
  writeFileSync(
    join(root, "sandbox/main.ts"),
    `import { createServer } from "node:http";
createServer((_, response) => response.end("new")).listen(Number(process.argv[2]), "127.0.0.1");`,
  );
  await follow(["sandbox/main.ts"], ["sandbox"]);
  await expect.poll(() => count("checks")).toBe(1);
  expect(await answers()).toEqual(["second", "new"]);
  expect(log.join("\n")).toContain("contract/value.ts");
});

test("a syntax error is printed and the programs keep running; fixing it applies every edit since", async () => {
  writeFileSync(join(root, "sandbox/main.ts"), "export const = ;\n");
  writeContract("second");
  await follow(["sandbox/main.ts", "contract/value.ts"], ["service", "sandbox"]);
  expect(log.filter((line) => line.startsWith("error: "))).toHaveLength(1);
  expect(count("reload")).toBe(0);
  expect(await answers()).toEqual(["first", "first"]);
  writeFileSync(
    join(root, "sandbox/main.ts"),
    `import { createServer } from "node:http";
createServer((_, response) => response.end("repaired")).listen(Number(process.argv[2]), "127.0.0.1");`,
  );
  await follow(["sandbox/main.ts"], ["sandbox"]);
  await expect.poll(() => count("reload")).toBe(1);
  expect(await answers()).toEqual(["second", "repaired"]);
});

test("a program that cannot start is reported, and the next edit of any file starts it", async () => {
  writeFileSync(join(root, "contract/value.ts"), `throw new Error("not yet");\n`);
  await follow(["contract/value.ts"], ["service", "sandbox"]);
  await expect.poll(() => count("checks")).toBe(1);
  const failed = (name) =>
    `error: ${name} did not start (exit code 1). The next change restarts it.`;
  expect(log).toEqual(expect.arrayContaining([failed("service"), failed("sandbox")]));
  writeContract("second");
  await follow(["contract/value.ts"], ["service"]);
  await expect.poll(() => count("reload")).toBe(1);
  expect(await answers()).toEqual(["second", "second"]);
});

test("an edit of the SDK builds it and restarts nothing; its errors are printed", async () => {
  await follow(["src/tessera.ts"], []);
  await expect.poll(() => log.at(-1)).toBe("checks");
  expect(log).toEqual([
    "stops checking",
    "built the SDK",
    "src/tessera.ts: reloaded (… ms)",
    "reload",
    "checks",
  ]);
  sdkError = new Error("src/tessera.ts: Unexpected token");
  await follow(["src/tessera.ts"], []);
  expect(log).toContain("error: src/tessera.ts: Unexpected token");
});
