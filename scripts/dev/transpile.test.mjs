import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { staleSources, transpile } from "./transpile.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-transpile-"));
  mkdirSync(join(root, "service/new"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const written = (name) => readFileSync(join(root, "dist/node/service/new", name), "utf8");

test("writes what Node runs: no types, and imports of compiled files", async () => {
  writeFileSync(
    join(root, "service/new/a.ts"),
    `import type { B } from "./b.ts";
import { b } from "./b.ts";
import { c } from "#contract/c";
export class A { readonly value: B = b satisfies B; }
export const later = () => import("./c.ts");
export { c };
`,
  );
  await transpile(root, ["service/new/a.ts", "service/new/gone.ts", "service/new/0001.sql"]);
  const code = written("a.js");
  expect(code).not.toMatch(/import type|satisfies|: B|\.ts"/);
  for (const part of ['from "./b.js"', 'from "#contract/c"', 'import("./c.js")', "value = b"])
    expect(code).toContain(part);
  expect(code).toMatch(/\/\/# sourceMappingURL=a\.js\.map\n$/);
  expect(JSON.parse(written("a.js.map")).mappings).not.toBe("");
});

test("a tagged template with a script's end tag works without other packages", async () => {
  writeFileSync(
    join(root, "service/new/a.ts"),
    "export const a = String.raw`<script>\\n</script>`;\n",
  );
  await transpile(root, ["service/new/a.ts"]);
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const { a } = await import(join(root, "dist/node/service/new/a.js"));
  expect(a).toBe("<script>\\n</script>");
});

test("says where a syntax error is, and writes nothing", async () => {
  writeFileSync(join(root, "service/new/a.ts"), "export const a = ;\n");
  await expect(transpile(root, ["service/new/a.ts"])).rejects.toThrow(/a\.ts/);
  expect(() => written("a.js")).toThrow("ENOENT");
});

test("finds a source that was changed while nothing was watching", async () => {
  for (const name of ["a", "b"]) writeFileSync(join(root, `service/new/${name}.ts`), "export {};");
  writeFileSync(join(root, "service/new/never-compiled.test.ts"), "export {};");
  await transpile(root, ["service/new/a.ts", "service/new/b.ts"]);
  expect(staleSources(root, ["service"])).toEqual([]);
  const later = new Date(Date.now() + 5_000);
  utimesSync(join(root, "service/new/b.ts"), later, later);
  expect(staleSources(root, ["service"])).toEqual(["service/new/b.ts"]);
});
