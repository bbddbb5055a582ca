/**
 * The commands that newcomers type in a checkout with nothing installed, with npm's install scripts on and off. Each
 * sequence has its own clone. No install script can download anything. All clones share npm's cache.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "vitest";
import { type FreshClone, makeFreshClone } from "./testing/fresh-clone.ts";

const reader = "node_modules/@gutenye/ocr-node";
const withoutReader = "@gutenye/ocr-node is not installed";

/** Whether npm runs install scripts. .npmrc switches them off, and here they cannot download anything. */
const scripts = [
  { are: "off", option: [] },
  { are: "on", option: ["--ignore-scripts=false"] },
] as const;

/** Two at a time, because an install mostly waits for the disk. */
const test = base.extend<{ clone: FreshClone }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs here
  clone: async ({}, use) => {
    const clone = makeFreshClone();
    await use(clone);
    clone.remove();
  },
}).concurrent;

const has = (clone: FreshClone, path: string) => existsSync(join(clone.folder, path));
const count = (text: string, part: string) => text.split(part).length - 1;

const readiness = (url: string) =>
  Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(`${url}${path}`)).status));

async function serves(clone: FreshClone): Promise<string> {
  return clone.start(async (url) => {
    const [alive, ready] = await readiness(url);
    if (alive !== 200 || ready !== 200) throw new Error(`${alive} and ${ready}`);
  });
}

test("npm start", async ({ clone, expect }) => {
  const printed = await serves(clone);
  expect(has(clone, reader)).toBe(true);
  expect(printed).not.toContain(withoutReader);
  expect(clone.changedFiles()).toBe("");
});

for (const { are, option } of scripts) {
  /** npm drops an optional package whose install script fails. */
  const keepsReader = are === "off";

  // Both in one clone, because each must start what the other has built.
  test(`npm ci && npm run build, and npm start; install scripts ${are}`, async ({
    clone,
    expect,
  }) => {
    await clone.npm("ci", ...option, "--prefer-offline");
    expect(has(clone, reader)).toBe(keepsReader);
    await clone.npm("run", "build");
    expect(count(await serves(clone), withoutReader)).toBe(keepsReader ? 0 : 1);
    expect(clone.changedFiles()).toBe("");
  });

  test(`npm install && npm test; install scripts ${are}`, async ({ clone, expect }) => {
    await clone.npm("install", ...option, "--prefer-offline");
    expect(has(clone, reader)).toBe(keepsReader);
    // One step is enough: it compiles every file, after all packages are installed.
    const printed = await clone.npm("test", "--", "--only", "types");
    expect(printed).toContain("1 passed, 0 failed");
    expect(has(clone, reader)).toBe(true);
    expect(clone.changedFiles()).toBe("");
  });

  test(`npm ci without the optional packages && npm start; install scripts ${are}`, async ({
    clone,
    expect,
  }) => {
    for (const omit of [["--omit=optional"], ["--omit=dev", "--omit=optional"]]) {
      await clone.npm("ci", ...omit, ...option, "--prefer-offline");
      const printed = await serves(clone);
      expect(has(clone, reader), omit.join(" ")).toBe(false);
      expect(has(clone, "node_modules/onnxruntime-node"), omit.join(" ")).toBe(false);
      expect(count(printed, withoutReader)).toBe(1);
      expect(count(printed, "anvil is not installed")).toBe(1);
    }
  });
}
