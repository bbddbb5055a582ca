/** What operators import from the package, as Node resolves it: needs the build. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSource, repository } from "./testing/sources.ts";

interface Face {
  [condition: string]: string;
}
const manifest = JSON.parse(readSource("package.json")) as {
  version: string;
  exports: Record<string, Face>;
};

test.each(Object.entries(manifest.exports))("every file that %s names is built", (_, face) => {
  const missing = Object.values(face).filter((file) => !existsSync(join(repository, file)));
  expect(missing).toEqual([]);
});

/** Runs a line of code in the package's own folder, where its name resolves to itself. */
function node(kind: "module" | "commonjs", code: string): string {
  const args = [`--input-type=${kind}`, "-e", code];
  return execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" }).trim();
}

test("import and require give the SDK by name, on a server too, where nothing can be mounted", () => {
  const told = "console.log(typeof Tessera, Tessera.version, typeof TesseraError)";
  const expected = `function ${manifest.version} function`;
  expect(node("module", `import { Tessera, TesseraError } from "tessera"; ${told}`)).toBe(expected);
  expect(node("commonjs", `const { Tessera, TesseraError } = require("tessera"); ${told}`)).toBe(
    expected,
  );
});

test("tessera/webhooks verifies without anything else", () => {
  const code = `import { verifyWebhook } from "tessera/webhooks"; console.log(typeof verifyWebhook)`;
  expect(node("module", code)).toBe("function");
});
