import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCodes } from "#contract/errors";
import { paymentReasons } from "#contract/payment-reasons/index";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { namedOperations } from "./openapi-operations.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const get = (url: string) => t.service.app.inject({ method: "GET", url });

test("the OpenAPI document describes every operation: key, success, errors", async () => {
  const document = (await get("/v1/openapi.json")).json();
  expect(document.openapi).toBe("3.1.0");
  const create = document.paths["/v1/customers"].post;
  expect(create.security).toEqual([{ secretKey: [] }]);
  expect(create.responses["201"].content["application/json"].schema).toBeDefined();
  expect(create.responses["4XX"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/ErrorResponse",
  });
  expect(create.parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key" }));
  for (const [path, operations] of Object.entries<Record<string, object>>(document.paths)) {
    expect(path).toMatch(/^\/v1\//);
    for (const [method, operation] of Object.entries(operations)) {
      const here = `${method} ${path}`;
      expect(operation, here).toMatchObject({
        security: expect.anything(),
        summary: expect.any(String),
      });
      if (!path.startsWith("/v1/client/") && path !== "/v1/sdk/diagnosis") {
        expect(operation, here).toHaveProperty("description");
      }
    }
  }
});

test("every operation has its own name, for generated clients", async () => {
  const document = (await get("/v1/openapi.json")).json();
  const operations = Object.entries<Record<string, { operationId: string }>>(document.paths);
  const names = operations.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => {
      expect(operationId, `${method} ${path}`).toMatch(/^[a-z][A-Za-z0-9]+$/);
      return operationId;
    }),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(namedOperations)).toHaveLength(names.length);
});

test("example bodies are accepted, and responses can get new fields", async () => {
  const document = (await get("/v1/openapi.json")).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", ...document });
  let count = 0;
  for (const [path, methods] of Object.entries<object>(document.paths)) {
    // biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
    for (const [method, { requestBody, responses }] of Object.entries<any>(methods)) {
      expect(JSON.stringify(responses), path).not.toContain('"additionalProperties":false');
      const { example } = requestBody?.content["application/json"] ?? {};
      if (example === undefined) continue;
      count += 1;
      const at = `/paths/${path.replaceAll("/", "~1")}/${method}/requestBody/content/application~1json/schema`;
      const validate = ajv.getSchema(`doc#${encodeURI(at)}`);
      expect(validate?.(example), `${path} ${JSON.stringify(validate?.errors)}`).toBe(true);
      expect(validate?.({ ...example, unknown: 1 }), path).toBe(false);
    }
  }
  expect(count).toBeGreaterThan(6);
  const { PaymentIntent, PaymentEvent } = document.components.schemas;
  expect(JSON.stringify([PaymentIntent, PaymentEvent])).not.toContain(
    '"additionalProperties":false',
  );
});

test("every schema in the document is a valid JSON Schema with working references", async () => {
  const document = (await get("/v1/openapi.json")).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", ...document });
  const seen = new Set<object>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, child] of Object.entries(value)) {
      const here = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (name === "schema") {
        expect(ajv.getSchema(`doc#${encodeURI(here)}`), here).toBeTypeOf("function");
      } else visit(child, here);
    }
  };
  visit(document.paths, "/paths");
});

test("the reference page shows operations, fields and every error code, and runs only the site's own script", async () => {
  const page = await get("/docs/api");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain("<code>/v1/customers</code>");
  expect(page.body).toContain("<code>externalCustomerId</code>");
  expect(page.body).toContain(
    `curl &#34;${t.service.deps.config.publicUrl}/v1/payment-intents&#34;`,
  );
  for (const code of Object.keys(errorCodes)) expect(page.body).toContain(`<code>${code}</code>`);
  for (const reason of Object.keys(paymentReasons)) {
    expect(page.body).toContain(`<code>${reason}</code>`);
  }
  expect(page.body).toContain("<code>paymentMethod.bankName</code>");
  expect(page.body).toContain("In major units of the currency (<code>49.99</code>)");
  // With a non-breaking hyphen.
  expect(page.body).toContain("<h2>Prizes (W\u20112G)</h2>");
  expect(page.body.replace(/<code>.*?<\/code>/gs, "")).not.toMatch(/W-(9|2G)/);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  expect(page.body.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" src="/docs/reference.js">',
  ]);
  expect(page.body).toContain("body: JSON.stringify({");
  // *Try it* may send only to this service.
  expect(page.headers["content-security-policy"]).toContain("connect-src 'self';");
  expect(page.body).toContain(
    'data-method="get" data-path="/v1/payment-intents/{paymentIntentId}/status"',
  );
  expect(page.body).not.toMatch(/data-path="\/v1\/client/);
  expect(page.body).toContain("requests.post(");
  expect(page.body).not.toContain("&#34;: true");
});

test("the document describes the webhook events, and has no unused schema", async () => {
  const text = (await get("/v1/openapi.json")).body;
  const document = JSON.parse(text);
  const { parameters, requestBody } = document.webhooks.payment.post;
  expect(parameters).toContainEqual(expect.objectContaining({ name: "tessera-signature" }));
  expect(requestBody.content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/PaymentEvent",
  });
  const names = Object.keys(document.components.schemas);
  expect(names).toEqual(expect.arrayContaining(["Customer", "PaymentIntent", "PaymentEvent"]));
  for (const name of names) expect(text).toContain(`"#/components/schemas/${name}"`);
  expect((await get("/docs/api")).body).toContain('id="event-payment"');
});

test("every field that operators send or receive about payments has a description", async () => {
  const document = (await get("/v1/openapi.json")).json();
  const undescribed: string[] = [];
  let count = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
  const visit = (schema: any, at: string): void => {
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      count += 1;
      // biome-ignore lint/suspicious/noExplicitAny: as above
      if (!(field as any).description) undescribed.push(`${at}.${name}`);
      visit(field, `${at}.${name}`);
    }
    for (const part of [schema?.items, ...(schema?.anyOf ?? [])]) if (part) visit(part, at);
  };
  const { schemas } = document.components;
  for (const name of ["PaymentIntent", "CreatedPaymentIntent", "Payment", "PaymentMessage"]) {
    visit(schemas[name], name);
  }
  const others = ["Breakdown", "Refund", "RefundEvent", "SavedPaymentMethod", "PaymentEvent"];
  for (const name of [...others, "ErrorResponse"]) {
    visit(schemas[name], name);
  }
  for (const [path, operations] of Object.entries<object>(document.paths)) {
    if (!/^\/v1\/(payment-intents|payments|refunds|customers\/.*\/payment-methods)/.test(path))
      continue;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    for (const [method, { requestBody, responses }] of Object.entries<any>(operations)) {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      for (const part of [requestBody, ...Object.values<any>(responses)]) {
        // biome-ignore lint/suspicious/noExplicitAny: as above
        for (const { schema } of Object.values<any>(part?.content ?? {})) {
          visit(schema, `${method} ${path}`);
        }
      }
    }
  }
  expect(count).toBeGreaterThan(100);
  expect(undescribed).toEqual([]);
  expect(schemas.Payment.properties.breakdown).toMatchObject({
    $ref: "#/components/schemas/Breakdown",
    description: expect.any(String),
  });
});
