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

test("a repeated key gets the same response, and stores nothing again", async () => {
  const { paymentIntentId } = await world.createIntent();
  const key = { "idempotency-key": "delivery-1" };
  const first = await put(paymentIntentId, shipped, key);
  await put(paymentIntentId, { recipientName: "Somebody else" });
  const repeat = await put(paymentIntentId, shipped, key);
  expect(repeat.json()).toEqual(first.json());
  const now = (await world.call("GET", urlOf(paymentIntentId))).json();
  expect(now.recipientName).toBe("Somebody else");
});

test("only an empty object removes what was reported: a request without a body changes nothing", async () => {
  const { paymentIntentId } = await world.createIntent();
  await put(paymentIntentId, shipped);
  const url = urlOf(paymentIntentId);
  const missing = await world.call("PUT", url);
  expect([missing.statusCode, missing.json().errorCode]).toEqual([400, "body_required"]);
  const headers = { "content-type": "application/json" };
  const nothing = await world.call("PUT", url, { body: "null", headers });
  expect([nothing.statusCode, nothing.json().errorCode]).toEqual([400, "body_required"]);
  expect((await world.call("GET", url)).json().recipientName).toBe("Ada Lovelace");
  expect((await put(paymentIntentId, {})).json().recipientName).toBeNull();
});

test("refuses impossible times", async () => {
  const { paymentIntentId } = await world.createIntent();
  const nowMs = world.clock.nowMs();
  const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
  const refused = async (body: object) => {
    const response = await put(paymentIntentId, body);
    return [response.statusCode, response.json().errors?.[0]?.path];
  };
  const description = "Played level 3";
  for (const at of [inHours(25), "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"]) {
    expect(await refused({ digital: [{ at, description }] })).toEqual([400, "digital.0.at"]);
    const shipments = [{ carrier: "UPS" }, { carrier: "UPS", shippedAt: at }];
    expect(await refused({ shipments })).toEqual([400, "shipments.1.shippedAt"]);
  }
  const backwards = { carrier: "UPS", shippedAt: inHours(-1), deliveredAt: inHours(-2) };
  expect(await refused({ shipments: [backwards] })).toEqual([400, "shipments.0.deliveredAt"]);
  const right = { carrier: "UPS", shippedAt: inHours(-24 * 365 * 9), deliveredAt: inHours(23) };
  expect(await refused({ shipments: [right] })).toEqual([200, undefined]);
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
  [{ recipientName: "Ada \u202eecalevoL" }, "recipientName"],
  [{ address: { ...address, line2: "\u2067Apt 1" } }, "address.line2"],
  [{ shipments: [{ carrier: "UPS", signedBy: "\u202aAda" }] }, "shipments.0.signedBy"],
  [{ shipments: [{ trackingNumber: "1Z9" }] }, "shipments.0.carrier"],
  [{ shipments: [{ carrier: "UPS", deliveredAt: "yesterday" }] }, "shipments.0.deliveredAt"],
  [{ shipments: Array.from({ length: 11 }, () => ({ carrier: "UPS" })) }, "shipments"],
  [{ digital: [{ at: "2026-03-07T10:00:00Z", description: "x", ipAddress: "1.2.3" }] }, "digital"],
  [{ recipientName: "A\u0000da" }, "recipientName"],
  [{ colour: "red" }, "colour"],
])("refuses %j at %s", async (body, path) => {
  const { paymentIntentId } = await world.createIntent();
  const response = await put(paymentIntentId, body);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors[0].path).toMatch(new RegExp(`^${path.replaceAll(".", "\\.")}`));
});
