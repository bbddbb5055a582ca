import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../app/read-config.ts";
import { readSecretFiles } from "./secret-files.ts";

let folder: string;
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("secrets are read from the files named in the environment", () => {
  const url = "postgres://tessera:secret@localhost/tessera";
  const env = readSecretFiles({
    DATABASE_URL_FILE: file("url", `${url}\n`),
    METRICS_TOKEN_FILE: file("token", "a-token-for-metrics"),
  });
  const { databaseUrl, metricsToken } = readConfig(env);
  expect({ databaseUrl, metricsToken }).toEqual({
    databaseUrl: url,
    metricsToken: "a-token-for-metrics",
  });
});

test("other variables that end in _FILE do not change", () => {
  const env = { SSL_CERT_FILE: "/nowhere", PORT_FILE: "/nowhere" };
  expect(readSecretFiles(env)).toEqual(env);
});

test.each([
  ["a missing file", () => "/nowhere/url", "ENOENT"],
  ["an empty file", () => file("empty", " \n"), "empty"],
  ["a file that is too large", () => file("large", "x".repeat(70_000)), "64 KiB"],
])("%s stops the start with an error that names the variable", (_, make, why) => {
  const read = () => readSecretFiles({ DATABASE_URL_FILE: make() });
  expect(read).toThrow(expect.objectContaining({ name: "ConfigError" }));
  expect(read).toThrow(/^DATABASE_URL_FILE /);
  expect(read).toThrow(why);
});

test("a secret set in both ways stops the start, and the error does not show it", () => {
  const env = { METRICS_TOKEN: "shown-to-nobody", METRICS_TOKEN_FILE: file("both", "x") };
  expect(() => readSecretFiles(env)).toThrow(
    "METRICS_TOKEN and METRICS_TOKEN_FILE are both set: unset one",
  );
});
