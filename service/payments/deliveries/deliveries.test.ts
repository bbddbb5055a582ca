/** What operators report as delivered for a payment. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const address = {
  line1: "1 Main St",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
};
const shipped = {
  recipientName: "Ada Lovelace",
  address,
  shipments: [{ carrier: "UPS", trackingNumber: "1Z9", deliveredAt: "2026-03-07T10:20:00-08:00" }],
};
const urlOf = (id: string) => `/v1/payment-intents/${id}/delivery`;

async function put(id: string, body: object, headers = {}) {
  return world.call("PUT", urlOf(id), { body, headers });
}

test("a delivery is stored, read, and replaced as a whole", async () => {
  const { paymentIntentId } = await world.createIntent();
  expect((await world.call("GET", urlOf(paymentIntentId))).statusCode).toBe(404);
  const first = await put(paymentIntentId, shipped);
  expect(first.statusCode).toBe(200);
  expect(first.json()).toMatchObject({
    paymentIntentId,
    recipientName: "Ada Lovelace",
    address: { ...address, line2: null },
    shipments: [
      {
        carrier: "UPS",
        trackingNumber: "1Z9",
        shippedAt: null,
        deliveredAt: "2026-03-07T18:20:00.000Z",
        signedBy: null,
      },
    ],
    digital: [],
  });
  world.clock.advance(1_000);
  const digital = [
    { at: "2026-03-07T10:00:00Z", description: "Played level 3", ipAddress: "2001:db8::1" },
  ];
  const second = (await put(paymentIntentId, { digital })).json();
  expect(second).toMatchObject({ recipientName: null, address: null, shipments: [] });
  expect(second.digital).toMatchObject([{ ipAddress: "2001:db8::1", deviceId: null }]);
  expect(second.createdAt < second.updatedAt).toBe(true);
  expect((await world.call("GET", urlOf(paymentIntentId))).json()).toEqual(second);
});

test("the store has no readable address, and the audit log names only numbers", async () => {
  const { paymentIntentId } = await world.createIntent();
  await put(paymentIntentId, shipped);
  const { kysely } = world.service.deps.database;
  const row = await kysely
    .selectFrom("payment_deliveries")
    .selectAll()
    .where("payment_intent_id", "=", paymentIntentId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("Main St");
  const entry = await kysely
    .selectFrom("audit_entries")
    .select(["action", "details"])
    .where("subject_id", "=", paymentIntentId)
    .executeTakeFirstOrThrow();
  expect(entry.action).toBe("payment.delivery_changed");
  expect(JSON.stringify(entry)).not.toContain("Ada");
});

test("a repeated key answers the same, and stores nothing again", async () => {
  const { paymentIntentId } = await world.createIntent();
  const key = { "idempotency-key": "delivery-1" };
  const first = await put(paymentIntentId, shipped, key);
  await put(paymentIntentId, { recipientName: "Somebody else" });
  const again = await put(paymentIntentId, shipped, key);
  expect(again.json()).toEqual(first.json());
  const now = (await world.call("GET", urlOf(paymentIntentId))).json();
  expect(now.recipientName).toBe("Somebody else");
});

test("another operator's payments are unknown", async () => {
  const { paymentIntentId } = await world.createIntent();
  await put(paymentIntentId, shipped);
  const { secretKey } = await world.createOperator();
  const headers = { authorization: `Bearer ${secretKey}` };
  expect((await put(paymentIntentId, {}, headers)).statusCode).toBe(404);
  expect((await world.call("GET", urlOf(paymentIntentId), { headers })).statusCode).toBe(404);
  const kept = (await world.call("GET", urlOf(paymentIntentId))).json();
  expect(kept.recipientName).toBe("Ada Lovelace");
});

test.each([
  [{ address: { line1: "1 Main St" } }, "address"],
  [{ address: { ...address, postalCode: "8950" } }, "address.postalCode"],
  [{ shipments: [{ trackingNumber: "1Z9" }] }, "shipments.0.carrier"],
  [{ shipments: [{ carrier: "UPS", deliveredAt: "yesterday" }] }, "shipments.0.deliveredAt"],
  [{ shipments: Array.from({ length: 11 }, () => ({ carrier: "UPS" })) }, "shipments"],
  [{ digital: [{ at: "2026-03-07T10:00:00Z", description: "x", ipAddress: "1.2.3" }] }, "digital"],
  [{ recipientName: "A\u0000da" }, "recipientName"],
  [{ colour: "red" }, "colour"],
])("refuses %j at %s", async (body, path) => {
  const { paymentIntentId } = await world.createIntent();
  const answer = await put(paymentIntentId, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].path).toMatch(new RegExp(`^${path.replaceAll(".", "\\.")}`));
});
