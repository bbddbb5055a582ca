/** README and documentation refer only to what exists. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSource, repository } from "./testing/sources.ts";

const readme = readSource("README.md");
const { scripts } = JSON.parse(readSource("package.json"));

test("every npm command in the README is a script of the package", () => {
  const named = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)].map(
    ([, run, short]) => run ?? short ?? "",
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every script of the package runs an existing file", () => {
  const missing = Object.entries<string>(scripts).flatMap(([name, command]) =>
    [...command.matchAll(/\bnode (\S+\.mjs)/g)]
      .filter(([, file = ""]) => !existsSync(join(repository, file)))
      .map(([, file]) => `${name}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test("every file that the README links to or shows exists", () => {
  const links = [...readme.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
    ([, path]) => path ?? "",
  );
  expect(links.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test("the README is shorter than two screens, and its picture is small", () => {
  expect(readme.split("\n").length).toBeLessThan(110);
  expect(statSync(join(repository, "public/shop.webp")).size).toBeLessThan(80_000);
});

test("the configuration page has one table with the main settings", () => {
  const configuration = readSource("docs/operations/configuration.md");
  for (const name of [
    "PORT",
    "SHOP_PORT",
    "SANDBOX_PORT",
    "TESSERA_DATA_DIR",
    "DATABASE_URL",
    "TESSERA_ENV",
    "TESSERA_KEY_ENCRYPTION_KEY",
    "LOG_LEVEL",
  ]) {
    expect(configuration).toMatch(new RegExp(`^\\|\\s*\`${name}\``, "m"));
  }
});
