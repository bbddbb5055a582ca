import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { changeOperator } from "../../operators/accounts/index.ts";
import { browser, goodCard } from "../../payments/testing/payment-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { loadRequirements } from "./index.ts";

let world: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createTestService({ settings: { verifyOnFirstPayment: true } });
});
afterAll(() => world.close());

/** A customer with an intent and its client secret. */
async function customerWith(data: object) {
  serial += 1;
  const externalCustomerId = `c-${serial}`;
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `c${serial}@example.com`, ...data } },
  });
  const created = await world.call("POST", "/v1/payment-intents", {
    body: {
      externalPaymentIntentId: `order-${serial}`,
      amount: 10,
      currency: "USD",
      externalCustomerId,
    },
  });
  const secret = created.json<CreatedPaymentIntent>().clientSecretKey;
  return {
    externalCustomerId,
    session: async () => (await world.callAsClient("GET", "/v1/client/session", secret)).json(),
    fillIn: async (body: object, headers: Record<string, string> = {}) => {
      const options = { body, headers };
      const response = await world.callAsClient("PUT", "/v1/client/customer-data", secret, options);
      return { statusCode: response.statusCode, body: response.json() };
    },
    pay: async (body: object) => {
      const response = await world.callAsClient("POST", "/v1/client/payments", secret, { body });
      return { statusCode: response.statusCode, body: response.json() };
    },
    profile: async () =>
      (await world.call("GET", `/v1/customers/${externalCustomerId}`)).json().data,
  };
}

test("a customer does not replace a damaged value", async () => {
  const customer = await customerWith({ firstName: "Jane", lastName: "Doe" });
  await damageValues(world, "customers", "last_name_sealed", {
    external_customer_id: customer.externalCustomerId,
  });
  expect((await customer.fillIn({ lastName: "Roe" })).statusCode).toBe(500);
});

test("the session lists unmet requirements, which block the payment", async () => {
  const customer = await customerWith({});
  const requirements = [
    {
      type: "customer_data",
      blocks: "submission",
      address: null,
      fields: ["firstName", "lastName", "dateOfBirth"],
    },
    { type: "kyc", blocks: "submission", status: null },
  ];
  expect((await customer.session()).requirements).toEqual(requirements);
  const body = { type: "card", card: goodCard, total: 10, browser };
  expect(await customer.pay(body)).toMatchObject({
    statusCode: 409,
    body: { errorCode: "requirements_unmet", requirements },
  });
});

test("a customer fills in missing data and learns what is still required", async () => {
  const customer = await customerWith({ firstName: "Jane" });
  const response = await customer.fillIn({
    middleName: "Q",
    lastName: "Doe",
  });
  expect(response).toMatchObject({
    statusCode: 200,
    body: { requirements: [{ fields: ["dateOfBirth"] }, { type: "kyc" }] },
  });
  expect(await customer.profile()).toMatchObject({
    firstName: "Jane",
    middleName: "Q",
    lastName: "Doe",
  });
});

test("a payment's client secret can't set data that the payment does not require", async () => {
  const customer = await customerWith({});
  const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
  const refused = await customer.fillIn({
    lastName: "Doe",
    phoneNumber: "(415) 555-0134",
    address: { ...address, country: "US" },
  });
  expect(refused).toMatchObject({
    statusCode: 400,
    body: { errors: [{ path: "phoneNumber" }, { path: "address" }] },
  });
  expect(await customer.profile()).toMatchObject({ lastName: null, phoneNumber: null });
});

test("a client secret can neither change nor clear existing data", async () => {
  const customer = await customerWith({ firstName: "Jane", lastName: "Doe" });
  const refused = await customer.fillIn({ lastName: "Mallory", dateOfBirth: "1985-04-23" });
  expect(refused).toMatchObject({
    statusCode: 400,
    body: { errors: [{ path: "lastName", errorCode: "invalid_value" }] },
  });
  expect(await customer.fillIn({ firstName: null })).toMatchObject({ statusCode: 400 });
  expect(await customer.fillIn({ email: "mallory@example.com" })).toMatchObject({
    statusCode: 400,
  });
  expect(await customer.profile()).toMatchObject({ lastName: "Doe", dateOfBirth: null });
});

test("an expired intent accepts no data but can still be read", async () => {
  const customer = await customerWith({});
  world.clock.advance(2 * 60 * 60_000);
  expect(await customer.fillIn({ lastName: "Doe" })).toMatchObject({
    statusCode: 401,
    body: { errorCode: "client_secret_expired" },
  });
  expect((await customer.session()).intent.status).toBe("expired");
  expect(await customer.profile()).toMatchObject({ lastName: null });
});

test("an incomplete address can be completed, and a complete one can't be changed", async () => {
  const { operatorId } = world.operator;
  await changeOperator(world.service.deps, operatorId, { settings: { salesTax: "on" } });
  const reno = { line1: "1 Main St", city: "Reno", postalCode: "89501", country: "US" };
  const customer = await customerWith({ address: reno });
  const whole = { ...reno, state: "NV" };
  expect((await customer.fillIn({ address: whole })).statusCode).toBe(200);
  expect((await customer.fillIn({ address: { ...whole, city: "Elko" } })).statusCode).toBe(400);
  expect(await customer.profile()).toMatchObject({ address: { city: "Reno", state: "NV" } });
});

test("a repeated request gets the same response, although nothing is missing anymore", async () => {
  const customer = await customerWith({});
  const headers = { "idempotency-key": "fill-1" };
  const first = await customer.fillIn({ lastName: "Doe" }, headers);
  expect(first.statusCode).toBe(200);
  expect(await customer.fillIn({ lastName: "Doe" }, headers)).toEqual(first);
});

test("a request of a customer who was erased a moment before finds nothing", async () => {
  const externalCustomerId = "erased";
  const data = { email: "erased@example.com" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
  const body = { reason: "other" };
  await world.call("POST", `/v1/customers/${externalCustomerId}/erasure`, { body });
  const { operatorId } = world.operator;
  const subject = { operatorId, externalCustomerId };
  await expect(loadRequirements(world.service.deps, subject, "payment")).rejects.toMatchObject({
    code: "resource_not_found",
  });
});
