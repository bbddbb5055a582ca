import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOperator } from "../operators/accounts/index.ts";
import { createPaymentWorld, goodCard, type PaymentWorld } from "./testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

it("a payment goes to the processor that the operator's routing rules name first", async () => {
  const route = (routingRules: string[]) =>
    changeOperator(world.service.deps, world.operator.operatorId, { settings: { routingRules } });
  await route(["quayside", "northbank"]);
  const paid = await world.pay(await world.createIntent());
  await route([]);
  expect(paid.body.status).toBe("success");
  const went = ({ key }: { key: string }) => key.startsWith(paid.body.paymentId);
  expect(world.parties.quayside.calls.filter(went)).toHaveLength(1);
  expect(world.parties.northbank.calls.filter(went)).toHaveLength(0);
});

it("a payment keeps the country of its customer, although no rule asks for it", async () => {
  const intent = await world.createIntent();
  const countryOf = async (paymentId: string) => {
    const { routing } = await world.service.deps.database.kysely
      .selectFrom("payments")
      .select("routing")
      .where("operator_id", "=", world.operator.operatorId)
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow();
    return routing?.["country"];
  };
  const before = await world.pay(intent);
  const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
  await world.call("PUT", "/v1/customers/ada/data", {
    body: { address: { ...address, country: "US" } },
  });
  const after = await world.pay(await world.createIntent());
  expect(await countryOf(before.body.paymentId)).toBeNull();
  expect(await countryOf(after.body.paymentId)).toBe("US");
});

describe("a card payment without 3-D Secure", () => {
  it("succeeds, is charged once, and sends the events created, pending, success", async () => {
    const intent = await world.createIntent();
    expect(intent).toMatchObject({ status: "no-payment", amount: 49.99, payments: [] });

    const paid = await world.pay(intent);

    expect(paid.statusCode).toBe(201);
    expect(paid.body).toMatchObject({
      status: "success",
      intentStatus: "success",
      advice: null,
      nextAction: null,
      paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
    });
    const { paymentId } = paid.body;
    const calls = world.parties.northbank.calls.filter((call) => call.key === `${paymentId}-1`);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({
      amountMinor: 4999,
      currency: "USD",
      merchantReference: paymentId,
      card: { number: goodCard.number, cvc: goodCard.cvc },
    });
    const status = await world.statusOf(intent);
    expect(status).toMatchObject({
      status: "success",
      payments: [{ paymentId, status: "success", processor: "northbank", amount: 49.99 }],
    });
    expect(status).not.toHaveProperty("clientSecretKey");
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });
});
