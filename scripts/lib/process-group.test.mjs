import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { requireAllowedPorts } from "./allowed-ports.mjs";
import { requireFreePorts } from "./free-ports.mjs";
import { createProcessGroup } from "./process-group.mjs";
import { sourceHash } from "./source-hash.mjs";
import { requireWritableFolder } from "./writable-folder.mjs";

const folder = mkdtempSync(join(tmpdir(), "group-"));
const server = join(folder, "server.mjs");
writeFileSync(
  server,
  `import { createServer } from "node:http";
console.log("starts");
createServer((request, response) => {
  response.end("ok");
  if (request.url === "/end") process.exit(3);
}).listen(Number(process.argv[2]), "127.0.0.1");`,
);

const groups = [];
afterEach(() => Promise.all(groups.splice(0).map((group) => group.stop())));

function createGroup() {
  const lines = [];
  const ends = [];
  const group = createProcessGroup({
    cwd: folder,
    env: process.env,
    onEnd: (name, why) => ends.push(`${name}: ${why}`),
    print: (line) => lines.push(line),
  });
  groups.push(group);
  return { group, lines, ends };
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test("a program is ready when it answers, its lines carry its name, and stop ends it", async () => {
  const port = await freePort();
  const { group, lines, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  await expect.poll(() => lines, { timeout: 10_000 }).toContain("shop    │ starts");
  await group.stop();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  expect(ends).toEqual([]);
});

test("a program that ends by itself is told with its exit code", async () => {
  const port = await freePort();
  const { group, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  await fetch(`http://127.0.0.1:${port}/end`).catch(() => undefined);
  await expect.poll(() => ends, { timeout: 10_000 }).toEqual(["shop: exit code 3"]);
});

test("a program that does not come up is an error with the reason", async () => {
  const { group } = createGroup();
  await expect(
    group.start("shop", [join(folder, "none.mjs")], "http://127.0.0.1:9/"),
  ).rejects.toThrow("shop did not start (exit code 1).");
});

test("killed outright, the command takes its programs with it", async () => {
  const port = await freePort();
  const parent = join(folder, "parent.mjs");
  const group = new URL("process-group.mjs", import.meta.url).href;
  writeFileSync(
    parent,
    `import { createProcessGroup } from ${JSON.stringify(group)};
const group = createProcessGroup({ cwd: ".", env: process.env, onEnd: () => {} });
await group.start("shop", process.argv.slice(2), "http://127.0.0.1:${port}/");
console.log("up");`,
  );
  const command = spawn(process.execPath, [parent, server, String(port)]);
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
  for (let line = ""; line !== "up"; ) line = (await lines.next()).value;
  command.kill("SIGKILL");
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => "it lives",
      () => "gone",
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe("gone");
});

test("a port that no browser calls is refused with the variable that moves it", () => {
  expect(() => requireAllowedPorts({ PORT: 4000, SHOP_PORT: 6000 })).toThrow(
    "Browsers refuse to call port 6000: set SHOP_PORT to another.",
  );
  for (const port of [0, 70_000, 1.5, Number.NaN]) {
    expect(() => requireAllowedPorts({ PORT: port })).toThrow("PORT is no port");
  }
  expect(() => requireAllowedPorts({ PORT: 4000 })).not.toThrow();
});

test("a port that two programs are to share is refused with both variables", () => {
  expect(() => requireAllowedPorts({ PORT: 4000, SANDBOX_PORT: 4200, SHOP_PORT: 4000 })).toThrow(
    "PORT and SHOP_PORT are both 4000: set one to another.",
  );
});

test("a folder that can't be written into is named with the variable that moves it", () => {
  const root = mkdtempSync(join(tmpdir(), "folders-"));
  const file = join(root, "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below")])
    expect(() => requireWritableFolder("TESSERA_DATA_DIR", folder)).toThrow(
      /can't be written into .* set TESSERA_DATA_DIR/,
    );
  expect(() =>
    requireWritableFolder("TESSERA_DATA_DIR", join(root, "new", "folder")),
  ).not.toThrow();
});

test("the list of refused ports is what fetch itself refuses", async () => {
  const isRefused = async (port) => {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch((reason) => reason);
    return error?.cause?.message === "bad port";
  };
  for (const port of [1, 22, 25, 587, 2049, 4190, 5060, 6000, 6669, 6697, 10_080]) {
    expect([port, await isRefused(port)]).toEqual([port, true]);
    expect(() => requireAllowedPorts({ PORT: port })).toThrow(/Browsers refuse/);
  }
});

test("a taken port is named with the variable that moves it", async () => {
  const holder = createServer();
  await new Promise((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address();
  await expect(requireFreePorts({ SHOP_PORT: port })).rejects.toThrow(
    `port ${port} (set SHOP_PORT to another)`,
  );
  await new Promise((resolve) => holder.close(resolve));
  await expect(requireFreePorts({ SHOP_PORT: port })).resolves.toBeUndefined();
});

test("the sources' digest changes with a file's content and name, and with nothing else", () => {
  const root = mkdtempSync(join(tmpdir(), "sources-"));
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "notes.txt"), "not a source");
  const before = sourceHash(root);
  writeFileSync(join(root, "notes.txt"), "still not");
  expect(sourceHash(root)).toBe(before);
  writeFileSync(join(root, "package.json"), "{ }");
  expect(sourceHash(root)).not.toBe(before);
});
