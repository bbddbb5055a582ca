import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

interface OpenApi {
  paths: Record<string, Record<string, object>>;
}

interface Call {
  where: string;
  method: string;
  path: string;
  body?: unknown;
}

let t: TestService;
let document: OpenApi;
beforeAll(async () => {
  t = await createTestService();
  document = (await t.service.app.inject({ url: "/v1/openapi.json" })).json();
});
afterAll(() => t.close());

const folder = join(repositoryRoot(), "docs");
const pages = ["../README.md", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

/** The curl calls in shell blocks; a backslash continues a line. */
function curlCalls(): Call[] {
  return pages.flatMap(({ path: where, text }) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
      [...block.replace(/\\\n/g, " ").matchAll(/^curl (?!-O)[^']*(?:'[^']*'[^'\n]*)*/gm)].map(
        ([line]) => {
          const [, address = ""] = /https?:\/\/[^/\s"]+([^\s"]*)/.exec(line) ?? [];
          const [, data] = /-d '([^']*)'/.exec(line) ?? [];
          const [, method] = /-X ([A-Z]+)/.exec(line) ?? [];
          return {
            where,
            method: (method ?? (data ? "POST" : "GET")).toLowerCase(),
            path: address.split("?")[0] ?? "",
            ...(data ? { body: JSON.parse(data) } : {}),
          };
        },
      ),
    ),
  );
}

/** The quickstart's `call("/v1/…", { … })`, and `GET /v1/…` in tables and text. */
function namedCalls(): Call[] {
  return pages.flatMap(({ path: where, text }) => [
    ...[...text.matchAll(/\bcall\(\s*[`"](\/v1\/[^`"]+)/g)].map(([, path = ""]) => {
      return { where, method: "post", path };
    }),
    ...[...text.matchAll(/`(GET|POST|PUT|DELETE) (\/v1\/[^`? ]+)/g)].map(
      ([, method = "", path = ""]) => {
        return { where, method: method.toLowerCase(), path };
      },
    ),
  ]);
}

function operationOf({ method, path }: Call) {
  const found = Object.entries(document.paths).find(([template, methods]) => {
    const pattern = template.replace(/\{[^}]+\}/g, "[^/]+");
    return methods[method] && new RegExp(`^${pattern}$`).test(path);
  });
  return found && { template: found[0], operation: found[1][method] };
}

test("every method and path is in the OpenAPI document", () => {
  const calls = [...curlCalls(), ...namedCalls()];
  expect(calls.length).toBeGreaterThan(25);
  // The architecture page also names the widgets' internal calls.
  const unknown = calls.filter((call) => !operationOf(call));
  expect(unknown.map(({ where, method, path }) => `${where}: ${method} ${path}`)).toEqual([]);
});

test("every body that curl sends matches its schema", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", ...document });
  const withBody = curlCalls().filter(({ body }) => body !== undefined);
  expect(withBody.length).toBeGreaterThan(5);
  for (const call of withBody) {
    const { template = "" } = operationOf(call) ?? {};
    const pointer = ["paths", template, call.method, "requestBody"]
      .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
      .join("/");
    const validate = ajv.compile({
      $ref: `doc#/${pointer}/content/application~1json/schema`,
    });
    expect(validate(call.body), `${call.where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});
