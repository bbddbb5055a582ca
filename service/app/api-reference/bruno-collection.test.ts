/** The Bruno collection in clients/bruno has the operations of the OpenAPI document, and Bruno reads it. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Document,
  generateCollection,
} from "../../../clients/bruno/testing/generate-collection.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

/** Bruno's own parser, which has no types. */
interface BrunoLanguage {
  bruToJsonV2(text: string): {
    meta: { name: string };
    http: { method: string; url: string };
    body?: { json?: string };
  };
  bruToEnvJsonV2(text: string): { variables: { name: string; value: string; secret: boolean }[] };
}
const bruno = createRequire(import.meta.url)("@usebruno/lang") as BrunoLanguage;

const folder = join(repositoryRoot(), "clients", "bruno");
let t: TestService;
let document: Document;
let files: Map<string, string>;
beforeAll(async () => {
  t = await createTestService({ env: { PUBLIC_URL: "https://pay.tessera.test" } });
  document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
  files = generateCollection(document);
});
afterAll(() => t.close());

test("its files are those of the document", async () => {
  // After a change, run `npx vitest run --project service bruno-collection.test.ts -u` and review the change.
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(folder, path));
  const stored = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("testing") && statSync(join(folder, path)).isFile());
  expect(stored.sort()).toEqual([...files.keys()].sort());
});

test("Bruno reads each request as the call that the document describes", () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  let count = 0;
  for (const [path, text] of files) {
    if (!/^(?!environments\/).+\/.+\.bru$/.test(path)) continue;
    const read = bruno.bruToJsonV2(text);
    const operation = operations.find(({ operationId }) => operationId === read.meta.name);
    expect(read.http.method, path).toBe(operation?.method);
    expect(read.http.url.split("?")[0], path).toBe(
      `{{url}}${operation?.path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    if (read.body?.json) JSON.parse(read.body.json);
    count += 1;
  }
  expect(count).toBeGreaterThan(45);
});

test("the environments name no key", () => {
  for (const name of ["Sandbox", "Another sandbox"]) {
    const path = `environments/${name}.bru`;
    expect(existsSync(join(folder, path))).toBe(true);
    const { variables } = bruno.bruToEnvJsonV2(files.get(path) ?? "");
    expect(variables.find((each) => each.name === "secretKey")).toMatchObject({
      secret: true,
      value: "",
    });
  }
});
