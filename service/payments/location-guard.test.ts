import { afterAll, beforeAll, expect, it } from "vitest";
import { changeOperator } from "../operators/accounts/index.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";

// Injected requests come from 127.0.0.1, which the sandbox's data places in New York.
let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

const withRules = (locationRules: { place: string; rule: "allow" | "deny" }[]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings: { locationRules } });

it("refuses a payment from a denied location, before anything is charged", async () => {
  await withRules([{ place: "US-NY", rule: "deny" }]);
  const intent = await world.createIntent();
  const refused = await world.pay(intent);
  expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "location_not_allowed" } });
  expect(await world.statusOf(intent)).toMatchObject({ status: "no-payment", payments: [] });
  expect(world.parties.northbank.calls).toHaveLength(0);

  await withRules([{ place: "US", rule: "allow" }]);
  expect((await world.pay(intent)).statusCode).toBe(201);
});

it("records the customer's location when the session is loaded", async () => {
  await withRules([{ place: "US", rule: "allow" }]);
  const intent = await world.createIntent();
  await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
  const response = await world.call("GET", "/v1/customers/ada/location");
  expect(response.json()).toMatchObject({ allowed: true, state: "NY", ipAddress: "127.0.0.1" });
});
