/** Authorize.Net lists transactions for a day, and makes partial refunds only after settlement. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { PaymentDetail } from "#contract/console/payments";
import { outcomeOf } from "../../payments/testing/outcome-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import {
  createVendorWorld,
  sandboxCard,
  type VendorWorld,
} from "../../providers/processor/testing/vendor-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

const name = "authorize-net";
const hourMs = 60 * 60_000;
let world: VendorWorld;
beforeAll(async () => {
  const processor = {
    name: "gateway",
    type: name,
    url: "/vendors/authorize-net",
    apiLoginId: "tessera",
    transactionKey: { env: "ANET_KEY" },
    currency: "USD",
  };
  world = await createVendorWorld([processor], { ANET_KEY: sandboxCredentials.authorizeNet });
});
afterAll(() => world.close());

async function outcome(by: TestStaff, intent: CreatedPaymentIntent, subjectId: string) {
  const detail: PaymentDetail = await by.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  return outcomeOf(detail, subjectId);
}
const forgotten = { answer: "unknown", reason: "too_old_to_find" };

test("a payment that the lists no longer have is not reported as unknown to the processor, and staff's entry raises no alarm", async () => {
  await world.fault(name, "charge", "dropped_after_charging");
  await world.fault(name, "look_up", "error_without_charging");
  const intent = await world.createIntent();
  const { paymentId } = (await world.pay(intent, { card: sandboxCard("visa") })).body;
  world.clock.advance(26 * hourMs);
  await world.runJob("payments.recover");

  const admin = await addStaff(world, "admin");
  const path = `/payments/${intent.paymentIntentId}/attempts/${paymentId}`;
  expect(await admin.browser.ok("POST", `${path}/look-up`)).toMatchObject(forgotten);
  const { unknown } = await outcome(admin, intent, paymentId);
  await admin.browser.ok("POST", `${path}/mark`, {
    outcome: "success",
    reference: "60123456789",
    note: "In the merchant interface",
    seen: unknown?.seen,
  });
  world.clock.advance(61_000);
  await world.runJob("payments.recover");
  expect((await outcome(admin, intent, paymentId)).alarms).toEqual([]);
});

test("a refund that the lists no longer have is not reported as unknown to the processor", async () => {
  const intent = await world.createIntent({ amount: 50 });
  await world.pay(intent, { card: sandboxCard("visa") });
  world.clock.advance(hourMs);
  await world.fault(name, "refund", "error_without_charging");
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, {
    body: { externalRefundId: "old-1", amount: 10 },
  });
  const { refundId } = response.json();
  await runRefunds(world);
  world.clock.advance(26 * hourMs);
  await runRefunds(world);

  const admin = await addStaff(world, "admin");
  const path = `/refunds/${refundId}`;
  expect(await admin.browser.ok("POST", `${path}/look-up`)).toMatchObject(forgotten);
  const { unknown } = await outcome(admin, intent, refundId);
  await admin.browser.ok("POST", `${path}/mark`, {
    outcome: "success",
    reference: "60123456790",
    note: "In the merchant interface",
    seen: unknown?.seen,
  });
  world.clock.advance(61_000);
  await runRefunds(world);
  expect((await outcome(admin, intent, refundId)).alarms).toEqual([]);
});

test("a partial refund waits for settlement, and says so", async () => {
  const intent = await world.createIntent({ amount: 50 });
  await world.pay(intent, { card: sandboxCard("visa") });
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, {
    body: { externalRefundId: "part-1", amount: 10 },
  });
  const read = async () =>
    (await world.call("GET", `/v1/refunds/${response.json().refundId}`)).json();
  await runRefunds(world);
  expect(await read()).toMatchObject({ status: "pending", messages: [{ code: "not_settled" }] });

  world.clock.advance(26 * hourMs);
  await runRefunds(world);
  expect((await read()).messages).toEqual([]);
});
