import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { FindResult } from "#contract/console/find";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let otherStaff: TestStaff;
let intent: CreatedPaymentIntent;
let paymentId: string;
let chargeId: string;
let refundId: string;
beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  intent = await world.createIntent({ externalPaymentIntentId: "winter-coat_100" });
  ({ paymentId } = (await world.pay(intent)).body);
  const row = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("charge_id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  chargeId = row.charge_id ?? "";
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const refund = await world.call("POST", url, { body: { externalRefundId: "coat-back" } });
  ({ refundId } = refund.json());
});
afterAll(() => world.close());

const find = async (text: string, by = viewer): Promise<FindResult[]> =>
  (await by.browser.ok("GET", `/find?q=${encodeURIComponent(text)}`)).found;
const pagesOf = (found: readonly FindResult[]) => found.map(({ kind, pageId }) => [kind, pageId]);

test("finds a payment by each of its ids, whole or by its beginning", async () => {
  const page = [["payment", intent.paymentIntentId]];
  for (const text of [
    intent.paymentIntentId,
    intent.paymentIntentId.slice(0, 20),
    paymentId,
    paymentId.slice(0, 20),
    "winter-coat_100",
    "winter-",
    chargeId,
  ]) {
    expect(pagesOf(await find(text)), text).toEqual(page);
  }
  expect(await find("winter-")).toMatchObject([
    { id: "winter-coat_100", label: "winter-coat_100", status: "success", amount: 49.99 },
  ]);
});

test("finds ids of the operator and a processor that begin like ours", async () => {
  await world.createIntent({ externalPaymentIntentId: "pi_3Nabc-old-shop" });
  const shopIntent = await world.createIntent({ externalPaymentIntentId: "pay_of-old-shop" });
  await world.pay(shopIntent);
  await world.service.deps.database.kysely
    .updateTable("payments")
    .set({ charge_id: "pi_3OfTheProcessor" })
    .where("payment_intent_id", "=", shopIntent.paymentIntentId)
    .execute();
  expect(await find("pi_3N")).toMatchObject([{ label: "pi_3Nabc-old-shop" }]);
  expect(await find("pay_of-old-shop")).toMatchObject([{ label: "pay_of-old-shop" }]);
  expect(await find("pi_3OfTheProcessor")).toMatchObject([{ pageId: shopIntent.paymentIntentId }]);
});

test("finds a refund by our id and the operator's, and leads to its payment", async () => {
  for (const text of [refundId, refundId.slice(0, 12), "coat-b"]) {
    expect(pagesOf(await find(text)), text).toEqual([["refund", intent.paymentIntentId]]);
  }
});

test("finds a customer by id, e-mail address and name", async () => {
  await world.runJob("customers.index").catch(() => undefined);
  for (const text of ["ada", "ad", "ADA@example.com"]) {
    expect(pagesOf(await find(text)), text).toEqual([["customer", "ada"]]);
  }
});

test("finds nothing of another operator, and nothing by a wildcard", async () => {
  for (const text of [intent.paymentIntentId, paymentId, "winter-coat_100", chargeId, refundId]) {
    expect(await find(text, otherStaff), text).toEqual([]);
  }
  expect(await find("ada", otherStaff)).toEqual([]);
  for (const text of ["%%", "winter_coat", "pay_22", "dis_", "in\u0000"]) {
    expect(
      (await viewer.browser.call("GET", `/find?q=${encodeURIComponent(text)}`)).json().found ?? [],
      text,
    ).toEqual([]);
  }
});

test("returns a few of each kind, however many there are", async () => {
  for (let count = 0; count < 8; count += 1) {
    await world.createIntent({ externalPaymentIntentId: `many-${count}` });
  }
  expect(await find("many-")).toHaveLength(5);
});

test.each(["", "a", "x".repeat(201)])("refuses the text “%s”", async (text) => {
  const response = await viewer.browser.call("GET", `/find?q=${text}`);
  expect(response.statusCode).toBe(400);
});
