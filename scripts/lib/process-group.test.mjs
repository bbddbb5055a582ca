import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { requireAllowedPorts } from "./allowed-ports.mjs";
import { findFreePorts, requireFreePorts } from "./free-ports.mjs";
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

function createGroup(options = {}) {
  const lines = [];
  const ends = [];
  const group = createProcessGroup({
    cwd: folder,
    env: process.env,
    onEnd: (name, why) => ends.push(`${name}: ${why}`),
    print: (line) => lines.push(line),
    ...options,
  });
  groups.push(group);
  return { group, lines, ends };
}

test("a program is ready when it responds, its lines carry its name, and stop ends it", async () => {
  const [port] = await findFreePorts(1);
  const { group, lines, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  await expect.poll(() => lines, { timeout: 10_000 }).toContain("shop    │ starts");
  await group.stop();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  expect(ends).toEqual([]);
});

test("a restart is not reported as an exit", async () => {
  const [port] = await findFreePorts(1);
  const { group, lines, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  await group.restart("shop");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("ok");
  const starts = () => lines.filter((line) => line === "shop    │ starts").length;
  await expect.poll(starts, { timeout: 10_000 }).toBe(2);
  expect(ends).toEqual([]);
});

test("a restart during a restart starts the program once more, and only the later one is ready", async () => {
  const [port] = await findFreePorts(1);
  const { group, lines, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  const first = group.restart("shop");
  const second = group.restart("shop");
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("ok");
  const starts = () => lines.filter((line) => line === "shop    │ starts").length;
  await expect.poll(starts, { timeout: 10_000 }).toBe(2);
  expect([ends, group.ended()]).toEqual([[], []]);
});

test("a program that could not start is listed as ended, and a restart starts it", async () => {
  const [port] = await findFreePorts(1);
  const later = join(folder, "later.mjs");
  const { group } = createGroup();
  const started = group.start("shop", [later, String(port)], `http://127.0.0.1:${port}/`);
  await expect(started).rejects.toThrow("shop did not start");
  expect(group.ended()).toEqual(["shop"]);
  writeFileSync(later, `import ${JSON.stringify(server)};`);
  expect(await group.restart("shop")).toBe(true);
  expect(group.ended()).toEqual([]);
});

describe("with a waiting process", () => {
  const entry = join(folder, "entry.mjs");
  const prepared = join(folder, "prepared.mjs");
  const library = join(folder, "library.mjs");
  const value = join(folder, "value.mjs");
  writeFileSync(library, `console.log("library", process.pid);`);
  writeFileSync(entry, `import "./library.mjs"; import "./value.mjs"; import "./server.mjs";`);
  writeFileSync(prepared, `export const prepare = () => console.log("prepared", process.pid);`);
  const edit = (number) => writeFileSync(value, `console.log("value ${number}");`);
  const imports = () => ({
    before: [library, prepared].map((file) => pathToFileURL(file).href),
    first: [value, join(folder, "missing.mjs")].map((file) => pathToFileURL(file).href),
  });

  async function startProgram() {
    edit(1);
    const [port] = await findFreePorts(1);
    const { group, lines, ends } = createGroup({ imports });
    const url = `http://127.0.0.1:${port}/`;
    await group.start("shop", [entry, String(port)], url);
    const printed = (start) =>
      lines.map((line) => line.replace("shop    │ ", "")).filter((line) => line.startsWith(start));
    const whenWaiting = async (processes) => {
      await expect.poll(() => printed("library"), { timeout: 10_000 }).toHaveLength(processes);
      return Number(printed("library").at(-1).split(" ")[1]);
    };
    return { group, ends, url, printed, whenWaiting };
  }
  const isAlive = (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test("it loads the packages before a restart, and the sources at the restart", async () => {
    const { group, ends, url, printed, whenWaiting } = await startProgram();
    await whenWaiting(2);
    expect(printed("starts")).toHaveLength(1);
    edit(2);
    expect(await group.restart("shop")).toBe(true);
    expect(await (await fetch(url)).text()).toBe("ok");
    expect(printed("library")).toHaveLength(2);
    expect(printed("value")).toEqual(["value 1", "value 2"]);
    await whenWaiting(3);
    expect([ends, group.ended()]).toEqual([[], []]);
  });

  test("a restart that replaces another one runs the later sources", async () => {
    const { group, printed, whenWaiting } = await startProgram();
    await whenWaiting(2);
    edit(2);
    const first = group.restart("shop");
    edit(3);
    expect(await Promise.all([first, group.restart("shop")])).toEqual([false, true]);
    await expect.poll(() => printed("starts")).toHaveLength(2);
    expect(printed("value").at(-1)).toBe("value 3");
  });

  test("it prepares, and is not used after it has been dropped", async () => {
    const { group, ends, printed, whenWaiting } = await startProgram();
    const dropped = await whenWaiting(2);
    await expect.poll(() => printed("prepared")).toEqual([`prepared ${dropped}`]);
    group.dropWaiting();
    expect(await group.restart("shop")).toBe(true);
    await expect.poll(() => isAlive(dropped)).toBe(false);
    expect(printed("starts")).toHaveLength(2);
    expect([ends, group.ended()]).toEqual([[], []]);
  });

  test("one that was killed is not used, and stop ends it", async () => {
    const { group, ends, printed, whenWaiting } = await startProgram();
    const killed = await whenWaiting(2);
    process.kill(killed, "SIGKILL");
    await expect.poll(() => isAlive(killed)).toBe(false);
    expect(await group.restart("shop")).toBe(true);
    const waiting = await whenWaiting(4);
    await group.stop();
    expect(isAlive(waiting)).toBe(false);
    expect(printed("starts")).toHaveLength(2);
    expect(ends).toEqual([]);
  });
});

test("a program that exits on its own is reported with its exit code", async () => {
  const [port] = await findFreePorts(1);
  const { group, ends } = createGroup();
  await group.start("shop", [server, String(port)], `http://127.0.0.1:${port}/`);
  await fetch(`http://127.0.0.1:${port}/end`).catch(() => undefined);
  await expect.poll(() => ends, { timeout: 10_000 }).toEqual(["shop: exit code 3"]);
});

test("a program that does not start is an error with the reason", async () => {
  const { group } = createGroup();
  await expect(
    group.start("shop", [join(folder, "none.mjs")], "http://127.0.0.1:9/"),
  ).rejects.toThrow("shop did not start (exit code 1).");
});

test("programs exit when the command is killed", async () => {
  const [port] = await findFreePorts(1);
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

test("a port that browsers block is refused, and the error names the variable to change", () => {
  expect(() => requireAllowedPorts({ PORT: 4000, SHOP_PORT: 6000 })).toThrow(
    "Browsers block port 6000. Set SHOP_PORT to another port.",
  );
  for (const port of [0, 70_000, 1.5, Number.NaN]) {
    expect(() => requireAllowedPorts({ PORT: port })).toThrow("PORT is not a port");
  }
  expect(() => requireAllowedPorts({ PORT: 4000 })).not.toThrow();
});

test("a port used twice is refused, and the error names both variables", () => {
  expect(() => requireAllowedPorts({ PORT: 4000, SANDBOX_PORT: 4200, SHOP_PORT: 4000 })).toThrow(
    "PORT and SHOP_PORT are both 4000. Set one to another port.",
  );
});

test("a folder that is not writable is refused, and the error names the variable to change", () => {
  const root = mkdtempSync(join(tmpdir(), "folders-"));
  const file = join(root, "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below")])
    expect(() => requireWritableFolder("TESSERA_DATA_DIR", folder)).toThrow(
      /is not writable .* Set TESSERA_DATA_DIR/,
    );
  expect(() =>
    requireWritableFolder("TESSERA_DATA_DIR", join(root, "new", "folder")),
  ).not.toThrow();
});

test("the list of blocked ports matches fetch", async () => {
  const isRefused = async (port) => {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch((reason) => reason);
    return error?.cause?.message === "bad port";
  };
  for (const port of [1, 22, 25, 587, 2049, 4190, 5060, 6000, 6669, 6697, 10_080]) {
    expect([port, await isRefused(port)]).toEqual([port, true]);
    expect(() => requireAllowedPorts({ PORT: port })).toThrow(/Browsers block/);
  }
});

test("a port in use is refused, and the error names the variable to change", async () => {
  const holder = createServer();
  await new Promise((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address();
  await expect(requireFreePorts({ SHOP_PORT: port })).rejects.toThrow(
    `${port} (set SHOP_PORT to another port)`,
  );
  await new Promise((resolve) => holder.close(resolve));
  await expect(requireFreePorts({ SHOP_PORT: port })).resolves.toBeUndefined();
});

test("the hash of the sources changes only with their names and content", () => {
  const root = mkdtempSync(join(tmpdir(), "sources-"));
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "notes.txt"), "not a source");
  const before = sourceHash(root);
  writeFileSync(join(root, "notes.txt"), "still not");
  expect(sourceHash(root)).toBe(before);
  writeFileSync(join(root, "package.json"), "{ }");
  const changed = sourceHash(root);
  expect(changed).not.toBe(before);
  mkdirSync(join(root, "deploy"));
  writeFileSync(join(root, "deploy", "DECISIONS.md"), "# A page of the documentation");
  expect(sourceHash(root)).not.toBe(changed);
});
