/** Tests on a minimal checkout, because building an image takes minutes. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const runtime = "node_modules/onnxruntime-node";
const packages = {
  fastify: {},
  vite: { dev: true },
  "@foundry-rs/anvil-linux-amd64": { optional: true },
  "@gutenye/ocr-node": { optional: true, dependencies: { "onnxruntime-node": "1.0.0" } },
  "onnxruntime-node": { optional: true },
};
const versionsOf = (names) => Object.fromEntries(names.map((name) => [name, "1.0.0"]));
const manifest = {
  name: "stand-in",
  version: "1.0.0",
  dependencies: versionsOf(["fastify"]),
  devDependencies: versionsOf(["vite"]),
  optionalDependencies: versionsOf(["@foundry-rs/anvil-linux-amd64", "@gutenye/ocr-node"]),
};

let root;
let image;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-collect-"));
  image = join(root, "image");
  const locked = Object.entries(packages).map(([name, entry]) => [
    `node_modules/${name}`,
    { version: "1.0.0", ...entry },
  ]);
  const lock = { lockfileVersion: 3, packages: { "": manifest, ...Object.fromEntries(locked) } };
  write("package.json", manifest);
  write("package-lock.json", lock);
  for (const [name, { dependencies }] of Object.entries(packages))
    write(`node_modules/${name}/package.json`, { name, version: "1.0.0", dependencies });
  for (const platform of [process.platform, "aix"])
    for (const cpu of [process.arch, "m68k"])
      write(`${runtime}/bin/napi-v6/${platform}/${cpu}/binding.json`, {});
  for (const folder of ["contract", "service"]) {
    write(`${folder}/rates.json`, {});
    write(`dist/node/${folder}/main.js`, {});
  }
  for (const folder of ["console", "docs", "frames", "sdk"]) write(`dist/${folder}/page.html`, {});
  write("dist/node/package.json", {});
  for (const script of ["operator.mjs", "image/health.mjs"]) write(`scripts/${script}`, {});
  cpSync(
    fileURLToPath(new URL("collect.mjs", import.meta.url)),
    join(root, "scripts/image/collect.mjs"),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}
function collect(reader) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/image/collect.mjs"), image, reader],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
}
const has = (path) => existsSync(join(image, "app", path));

test("without the document reader, neither it nor its runtime is in the image", () => {
  collect("false");
  expect(has("node_modules/fastify")).toBe(true);
  expect(has("dist/node/service/main.js")).toBe(true);
  expect(has("dist/docs/page.html")).toBe(true);
  expect(has("service/rates.json")).toBe(true);
  for (const name of ["vite", "@gutenye/ocr-node", "onnxruntime-node"])
    expect(has(`node_modules/${name}`), name).toBe(false);
});

test("DOCUMENT_READER=true keeps it with this platform's runtime, and no other optional package", () => {
  collect("true");
  expect(has("node_modules/@gutenye/ocr-node")).toBe(true);
  expect(has(`${runtime}/bin/napi-v6/${process.platform}/${process.arch}`)).toBe(true);
  expect(has(`${runtime}/bin/napi-v6/${process.platform}/m68k`)).toBe(false);
  expect(has(`${runtime}/bin/napi-v6/aix`)).toBe(false);
  for (const name of ["vite", "@foundry-rs/anvil-linux-amd64"])
    expect(has(`node_modules/${name}`), name).toBe(false);
});
