/** Prices from the quote to the charge, with surcharge and sales tax switched on. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Breakdown, PaymentIntent } from "#contract/api/payment-intents";
import type { ClientSession } from "#contract/client/session";
import { createPricing } from "./pricing/pricing.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld({
    settings: { surcharge: { basisPoints: 250, fixedMinor: 0 }, salesTax: "on" },
  });
});
afterAll(() => world.close());

const reno = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501", country: "US" };
let serial = 0;
async function intentOf(address: object | null, amount = 100) {
  serial += 1;
  const externalCustomerId = `priced-${serial}`;
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `${externalCustomerId}@example.com`, address } },
  });
  return world.createIntent({ externalCustomerId, amount });
}
type Intent = Awaited<ReturnType<typeof intentOf>>;
const session = async (intent: Intent) =>
  (
    await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)
  ).json() as ClientSession;
const quote = async (intent: Intent, prefix?: string) => {
  const body = { type: "card", ...(prefix && { card: { prefix } }) };
  const response = await world.callAsClient("POST", "/v1/client/quote", intent.clientSecretKey, {
    body,
  });
  return response.json().breakdown as Breakdown;
};

test("without rates a payment that needs sales tax is refused", async () => {
  const { deps } = world.service;
  const pricing = createPricing({ ...deps, cardRanges: null, salesTax: null, taxVendor: null });
  const priceFor = async (address: object) => {
    const { paymentIntentId } = await intentOf(address);
    const intent = await world.service.payments.store.read(paymentIntentId);
    if (!intent) throw new Error("there is no such intent");
    return pricing.priceFor(intent);
  };
  await expect(priceFor(reno)).rejects.toMatchObject({ statusCode: 503 });
  const lisbon = { line1: "Rua Augusta 1", city: "Lisboa", postalCode: "1100-048", country: "PT" };
  expect(await priceFor(lisbon)).toMatchObject({ taxMinor: 0 });
});

describe("the breakdown of an intent before its first attempt", () => {
  const taxed = { baseAmount: 100, processingFees: 0, salesTax: 8.27, total: 108.27 };

  test("is the customer's quote: when created, read, listed, and in its events", async () => {
    // A newer intent must have a later id.
    world.clock.advance(1);
    const intent = await intentOf(reno);
    expect(intent.breakdown).toMatchObject(taxed);
    const path = `/v1/payment-intents/${intent.paymentIntentId}/status`;
    expect((await world.call("GET", path)).json().breakdown).toMatchObject(taxed);
    world.clock.advance(1);
    const elsewhere = await intentOf(null);
    const { data } = (await world.call("GET", "/v1/payment-intents?size=2")).json();
    expect(data.map((each: PaymentIntent) => each.breakdown.total)).toEqual([100, 108.27]);
    expect(elsewhere.breakdown.total).toBe(100);

    world.clock.advance(2 * 60 * 60_000);
    await world.runJob("payments.expire");
    const { database, keyring } = world.service.deps;
    const events = await database.kysely
      .selectFrom("events")
      .select(["operator_id", "event_id", "status", "body_sealed"])
      .where("resource_id", "=", intent.paymentIntentId)
      .orderBy("sequence")
      .execute();
    const shown = events.map(({ operator_id: operatorId, event_id: id, status, ...event }) => {
      const place = { operatorId, table: "events", column: "body_sealed", id };
      const { data } = JSON.parse(keyring.decryptField(place, event.body_sealed ?? ""));
      return [status, data.breakdown];
    });
    expect(shown).toMatchObject([
      ["created", taxed],
      ["expired", taxed],
    ]);
  });

  test("follows the customer's address until they pay", async () => {
    const intent = await intentOf(null);
    expect(intent.breakdown).toMatchObject({ salesTax: 0, total: 100 });
    await world.call("PUT", `/v1/customers/${intent.externalCustomerId}/data`, {
      body: { address: reno },
    });
    const path = `/v1/payment-intents/${intent.paymentIntentId}/status`;
    expect((await world.call("GET", path)).json().breakdown).toMatchObject(taxed);
  });
});

describe("the price", () => {
  test("has the sales tax of the customer's address before anything is typed", async () => {
    expect((await session(await intentOf(reno))).breakdown).toEqual({
      baseAmount: 100,
      processingFees: 0,
      salesTax: 8.27,
      total: 108.27,
      currency: "USD",
      salesTaxRate: 0.08265,
      salesTaxJurisdiction: "Reno, NV",
    });
  });

  test("is quoted again once the card's funding is known: credit is surcharged, debit is not", async () => {
    const intent = await intentOf(reno);
    expect(await quote(intent)).toMatchObject({ processingFees: 0 });
    expect(await quote(intent, "42424242")).toMatchObject({ processingFees: 2.5, total: 110.77 });
    expect(await quote(intent, "40000566")).toMatchObject({ processingFees: 0, total: 108.27 });
    expect(await quote(intent, "51051051")).toMatchObject({ processingFees: 0 });
  });

  test("uses the state's rate if the ZIP code has none, and no tax where there is none", async () => {
    const elko = { ...reno, city: "Elko", postalCode: "89801" };
    expect((await session(await intentOf(elko))).breakdown.salesTaxJurisdiction).toBe("Nevada");
    const portland = { ...reno, city: "Portland", state: "OR", postalCode: "97201" };
    expect((await session(await intentOf(portland))).breakdown).toMatchObject({ salesTax: 0 });
  });
});

test("paying requires the price that was shown; a different price is refused with the right one", async () => {
  const intent = await intentOf(reno);
  const refused = await world.pay(intent, { total: 108.27 });
  expect(refused).toMatchObject({
    statusCode: 409,
    body: { errorCode: "amount_changed", breakdown: { processingFees: 2.5, total: 110.77 } },
  });
  expect((await world.pay(intent, { total: 110.77 })).statusCode).toBe(201);
  const status = (await world.statusOf(intent)) as unknown as PaymentIntent;
  expect(status).toMatchObject({
    amount: 100,
    breakdown: { baseAmount: 100, processingFees: 2.5, salesTax: 8.27, total: 110.77 },
    payments: [{ amount: 110.77, breakdown: { salesTaxJurisdiction: "Reno, NV" } }],
  });
  // What the customer paid, not another card's price.
  expect((await session(intent)).breakdown).toMatchObject({ processingFees: 2.5, total: 110.77 });
});

test("a total above the largest amount of an intent can be paid", async () => {
  const intent = await intentOf(reno, 999_999_999.99);
  const { total } = await quote(intent, "42424242");
  expect(total).toBeGreaterThan(999_999_999.99);
  expect((await world.pay(intent, { total })).statusCode).toBe(201);
});

test("a customer without an address must enter it before anything is charged", async () => {
  const intent = await intentOf(null);
  const { requirements } = await session(intent);
  expect(requirements).toMatchObject([
    { type: "customer_data", fields: expect.arrayContaining(["address.postalCode"]) },
  ]);
  const refused = await world.pay(intent, { total: 100 });
  expect(refused.body.errorCode).toBe("requirements_unmet");
});

test("an operator that charges neither surcharge nor sales tax has zero for both", async () => {
  const plain = await createPaymentWorld();
  try {
    const intent = await plain.createIntent();
    const response = await plain.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(response.json().breakdown).toMatchObject({
      processingFees: 0,
      salesTax: 0,
      total: 49.99,
    });
    expect(response.json().breakdown).not.toHaveProperty("salesTaxRate");
  } finally {
    await plain.close();
  }
});
