import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCodes } from "../../../contract/errors.ts";
import { paymentReasons } from "../../../contract/payment-reasons/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

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

test("every schema in the document is a valid JSON Schema whose references lead somewhere", async () => {
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

test("the reference page shows operations, fields and every error code, without scripts", async () => {
  const page = await get("/docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain("<code>/v1/customers</code>");
  expect(page.body).toContain("<code>externalCustomerId</code>");
  for (const code of Object.keys(errorCodes)) expect(page.body).toContain(`<code>${code}</code>`);
  for (const reason of Object.keys(paymentReasons)) {
    expect(page.body).toContain(`<code>${reason}</code>`);
  }
  expect(page.body).not.toContain("<script");
});

test("the document tells what is sent to webhook endpoints, and names no schema that nothing uses", async () => {
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
  expect((await get("/docs")).body).toContain('id="event-payment"');
});
