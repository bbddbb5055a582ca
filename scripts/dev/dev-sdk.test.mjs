import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDevSdk } from "./dev-sdk.mjs";
import { createFrontServer } from "./front-server.mjs";

let root;
let sdk;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-sdk-"));
  for (const folder of ["contract", "src", "clients/elements"])
    mkdirSync(join(root, folder), { recursive: true });
  write("package.json", '{"version":"1.2.3","type":"module"}');
  write("contract/value.ts", 'export const value: string = "first";\n');
  write("src/index.ts", 'export { value } from "../contract/value.ts";\n');
  write("clients/elements/global.ts", 'export const elements = "elements";\n');
  const lib = (entry, formats, file) =>
    `{ build: { lib: { entry: "${entry}", name: "T", formats: ["${formats}"], fileName: () => "${file}" } } }`;
  write(
    "vite.config.ts",
    `export default { environments: {
      sdkScript: ${lib("src/index.ts", "umd", "tessera.js")},
      sdkModule: ${lib("src/index.ts", "es", "tessera.mjs")},
      sdkElements: ${lib("clients/elements/global.ts", "iife", "tessera-elements.js")},
    } };`,
  );
  sdk = await createDevSdk(root);
});
afterEach(() => rmSync(root, { recursive: true }));
const write = (file, text) => writeFileSync(join(root, file), text);
const text = async (url) => (await sdk.find(url)).text;

test("serves a changed source at the current and the pinned address", async () => {
  expect(await text("/v1/tessera.js")).toContain("first");
  expect(await text("/v1/tessera-elements.js")).toContain("elements");
  write("contract/value.ts", 'export const value: string = "second";\n');
  void sdk.build();
  for (const url of ["/v1/tessera.js", "/v1/tessera.mjs?x=1", "/1.2.3/tessera.js"])
    expect(await text(url), url).toContain("second");
});

test("the integrity hashes match the served files", async () => {
  write("contract/value.ts", 'export const value: string = "second";\n');
  await sdk.build();
  const { version, files, paths } = JSON.parse(await text("/v1/integrity.json"));
  expect(version).toBe("1.2.3");
  for (const [name, hash] of Object.entries(files)) {
    const digest = createHash("sha384").update(await text(paths[name]));
    expect(hash, name).toBe(`sha384-${digest.digest("base64")}`);
  }
});

test("leaves other addresses to the service", () => {
  for (const url of ["/v1/tessera.tgz", "/v1/assets/x.js", "/9.9.9/tessera.js", "/v1/tessera.js/x"])
    expect(sdk.find(url), url).toBeUndefined();
});

test("the SDK's sources are its folders and the parts of the contract that it imports", () => {
  for (const file of ["src/new.ts", "clients/elements/global.ts", "contract/value.ts"])
    expect(sdk.isSource(file), file).toBe(true);
  for (const file of ["contract/other.ts", "service/app/main.ts"])
    expect(sdk.isSource(file), file).toBe(false);
});

test("an error keeps the last files, and then any change of the contract starts a build", async () => {
  write("src/index.ts", 'export { value } from "../contract/new-value.ts";\n');
  await expect(sdk.build()).rejects.toThrow(/new-value/);
  expect(await text("/v1/tessera.js")).toContain("first");
  write("contract/new-value.ts", 'export const value = "third";\n');
  expect(sdk.isSource("contract/new-value.ts")).toBe(true);
  await sdk.build();
  expect(await text("/v1/tessera.js")).toContain("third");
});

test("the front server serves it to every site, uncached", async () => {
  const front = createFrontServer({ port: 0, innerPort: 9, vite: () => undefined, sdk });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${front.address().port}/v1/tessera.mjs`);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("first");
  } finally {
    front.close();
  }
});
