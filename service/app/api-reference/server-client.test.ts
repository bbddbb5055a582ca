import { afterAll, beforeAll, expect, test } from "vitest";
import { createTesseraClient, type TesseraClient } from "../../../clients/server/index.ts";
import {
  generateApi,
  isStream,
  type OpenApiDocument,
} from "../../../clients/server/testing/generate-api.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
let document: OpenApiDocument;
let tessera: TesseraClient;
beforeAll(async () => {
  t = await createTestService({ env: { PUBLIC_URL: "https://pay.tessera.test" } });
  document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
  const serviceUrl = await t.service.app.listen({ host: "127.0.0.1", port: 0 });
  tessera = createTesseraClient({ serviceUrl, secretKey: t.operator.secretKey });
});
afterAll(() => t.close());

test("its types and calls match the OpenAPI document", async () => {
  const { types, calls } = generateApi(document);
  const folder = "../../../clients/server/generated";
  await expect(types).toMatchFileSnapshot(`${folder}/api-types.ts`);
  await expect(calls).toMatchFileSnapshot(`${folder}/calls.ts`);
});

test("it has a method for every operation with a secret key except streams, by its name", () => {
  const names = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(
      (operation) =>
        !operation.deprecated &&
        !isStream(operation) &&
        operation.security?.some((key) => "secretKey" in key),
    )
    .map(({ operationId }) => operationId);
  expect(names.length).toBeGreaterThan(40);
  expect(Object.keys(tessera).sort()).toEqual([...names, "webhooks"].sort());
});

test("it creates, repeats, lists and refuses as the service does", async () => {
  for (let number = 1; number <= 5; number += 1) {
    const externalCustomerId = `customer-${number}`;
    t.clock.advance(1_000);
    await tessera.createCustomer({ externalCustomerId, data: { email: `${number}@example.com` } });
  }
  const ids: string[] = [];
  for await (const customer of tessera.listCustomers({ size: 2 }))
    ids.push(customer.externalCustomerId);
  expect(ids).toEqual([5, 4, 3, 2, 1].map((number) => `customer-${number}`));

  const intent = {
    externalPaymentIntentId: "order-1",
    externalCustomerId: "customer-1",
    amount: 49.99,
    currency: "USD",
  };
  const create = () => tessera.createPaymentIntent(intent, { idempotencyKey: "order-1" });
  const first = await create().withResponse();
  const second = await create().withResponse();
  expect(first.response).toMatchObject({ status: 201, isReplayed: false });
  expect(second.response.isReplayed).toBe(true);
  expect(second.data).toEqual(first.data);
  expect(first.data.clientSecretKey).toMatch(/^pi_/);

  await expect(tessera.createPaymentIntent({ ...intent, amount: -1 })).rejects.toMatchObject({
    name: "TesseraValidationError",
    code: "amount_not_positive",
    errors: [{ path: "amount", errorCode: "amount_not_positive" }],
    requestId: expect.stringMatching(/^req_/),
  });
  await expect(tessera.getRefund({ refundId: "re_none" })).rejects.toMatchObject({
    name: "TesseraNotFoundError",
  });
  const exported = await tessera.exportCustomer({ externalCustomerId: "customer-1" });
  expect(JSON.stringify(exported)).toContain("1@example.com");
});
