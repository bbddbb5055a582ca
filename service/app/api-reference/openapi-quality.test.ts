import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { responseExamples } from "./examples/index.ts";
import { tags } from "./openapi-info.ts";
import { namedOperations } from "./openapi-operations.ts";

interface MediaType {
  schema?: Record<string, unknown>;
  example?: unknown;
}
interface Payload {
  description?: string;
  content?: Record<string, MediaType>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  security?: unknown;
  requestBody?: Payload;
  responses: Record<string, Payload>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

let t: TestService;
let text: string;
let document: Document;
beforeAll(async () => {
  t = await createTestService({ env: { PUBLIC_URL: "https://pay.tessera.test" } });
  text = (await t.call("GET", "/v1/openapi.json", { token: null })).body;
  document = JSON.parse(text);
});
afterAll(() => t.close());

function operations(): { key: string; pointer: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      pointer: `/paths/${path.replaceAll("/", "~1")}/${method}`,
      operation,
    })),
  );
}

describe("linters", () => {
  test("pass Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
    const found = problems.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId}: ${message} at ${location[0]?.pointer}`,
    );
    expect(found).toEqual([]);
  }, 60_000);

  test("pass Spectral's OpenAPI rules", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [oas] } as spectral.RulesetDefinition);
    const problems = await linter.run(text);
    expect(
      problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join(".")}`),
    ).toEqual([]);
  }, 60_000);
});

describe("every operation", () => {
  test("has a tag of the reference, a summary, a description and an id", () => {
    const known: readonly string[] = tags.map(({ name }) => name);
    const lacking = operations().flatMap(({ key, operation }) => [
      ...(operation.tags?.every((tag) => known.includes(tag)) && operation.tags.length === 1
        ? []
        : [`${key}: give its schema one of these tags: ${known.join(", ")}`]),
      ...(operation.summary ? [] : [`${key}: give its schema a summary`]),
      ...((operation.description ?? "").length > 20
        ? []
        : [`${key}: give its schema a description`]),
      ...(key in namedOperations ? [] : [`${key}: name it in openapi-operations.ts`]),
    ]);
    expect(lacking).toEqual([]);
  });

  test("has an example of a successful response that matches its schema", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "doc", ...document });
    const wrong: string[] = [];
    let count = 0;
    for (const { key, pointer, operation } of operations()) {
      if (operation.deprecated) continue;
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const json = content["application/json"];
        if (!status.startsWith("2") || json === undefined) continue;
        count += 1;
        if (json.example === undefined) {
          wrong.push(
            `${key}: add a response of ${operation.operationId} to api-reference/examples`,
          );
          continue;
        }
        const at = `${pointer}/responses/${status}/content/application~1json/schema`;
        const validate = ajv.getSchema(`doc#${encodeURI(at)}`);
        if (!validate?.(json.example)) wrong.push(`${key}: ${ajv.errorsText(validate?.errors)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });

  test("has exactly the properties of its schema in the example", () => {
    // The schemas are strict here, so that a property in only the schema or only the example fails.
    const strict = structuredClone(document.components.schemas);
    for (const schema of Object.values(strict)) {
      if (schema["properties"] && !schema["allOf"]) schema["additionalProperties"] = false;
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "doc", ...document, components: { schemas: strict } });
    const wrong: string[] = [];
    for (const [name, id] of [
      ["Customer", "getCustomer"],
      ["PaymentIntent", "getPaymentIntentStatus"],
      ["Refund", "getRefund"],
      ["DisbursementIntent", "getDisbursementIntentStatus"],
      ["KycInfo", "getKycInfo"],
    ] as const) {
      const validate = ajv.getSchema(`doc#/components/schemas/${name}`);
      if (!validate?.(responseExamples[id])) {
        wrong.push(`${name}: ${ajv.errorsText(validate?.errors)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("has no example of a removed operation", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(Object.keys(responseExamples).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

test("events have an id, a signature as security, and an example that matches their schema", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", ...document });
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    expect(post, name).toMatchObject({
      operationId: name,
      tags: ["Webhooks"],
      security: [{ webhookSignature: [] }],
    });
    const at = `/webhooks/${name}/post/requestBody/content/application~1json/schema`;
    const validate = ajv.getSchema(`doc#${at}`);
    const { example } = post?.requestBody?.content?.["application/json"] ?? {};
    expect(validate?.(example), `${name} ${ajv.errorsText(validate?.errors)}`).toBe(true);
  }
});

test("responses and events have open lists of values, with the known ones", () => {
  const closed: string[] = [];
  const unlisted: string[] = [];
  const visit = (part: unknown, at: string): void => {
    if (typeof part !== "object" || part === null) return;
    const schema = part as Record<string, unknown>;
    const { enum: values } = schema;
    if (Array.isArray(values) && values.length > 1) closed.push(at);
    if (/\.properties\.(status|intentStatus|kycStatus)(\.anyOf\.\d)?$/.test(at)) {
      if (schema["type"] === "string" && !schema["x-extensible-enum"]) unlisted.push(at);
    }
    for (const [name, child] of Object.entries(schema)) {
      if (name !== "x-extensible-enum") visit(child, `${at}.${name}`);
    }
  };
  for (const { key, operation } of operations()) visit(operation.responses, key);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!/Input$|^CustomerData$|^ErrorResponse$/.test(name)) visit(schema, name);
  }
  expect(closed).toEqual([]);
  // EMV's table lists the values of transStatus.
  expect(unlisted.filter((at) => !at.includes("threeDSecure"))).toEqual([]);
});

describe("what older callers still use", () => {
  test("exists and is marked as deprecated", () => {
    const { paths } = document;
    for (const operation of [
      paths["/v1/customers/kyc-for-review"]?.["get"],
      paths["/v1/customers/{externalCustomerId}/kyc-verify/{type}"]?.["post"],
    ]) {
      expect(operation?.deprecated).toBe(true);
      expect(operation?.responses["410"]?.content?.["application/json"]?.schema).toEqual({
        $ref: "#/components/schemas/ErrorResponse",
      });
    }
    const create = paths["/v1/customers"]?.["post"]?.requestBody?.content?.["application/json"];
    const properties = create?.schema?.["properties"] as Record<string, { deprecated?: boolean }>;
    expect(properties["verifyAfterCreation"]?.deprecated).toBe(true);
    expect(properties["externalCustomerId"]?.deprecated).toBeUndefined();
  });
});

test("files and bytes are described by their content type", () => {
  const at = (path: string, method: string) => document.paths[path]?.[method];
  for (const path of ["/v1/client/w9/copy", "/v1/client/mandates/{paymentId}"]) {
    expect(at(path, "get")?.responses["200"]?.content).toEqual({
      "application/pdf": { schema: {} },
    });
  }
  expect(at("/v1/client/kyc/uploads/{uploadId}", "post")?.requestBody?.content).toHaveProperty([
    "application/octet-stream",
  ]);
});
