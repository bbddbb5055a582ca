/** When the clock moves, a request's hold ends, but a job's claim does not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import type { AdjustableClock } from "../../platform/clock.ts";

const dayMs = 86_400_000;
let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(async () => {
  world.parties.release();
  await world.close();
});

test("a charge that is under way is made once, and its customer learns the same outcome", async () => {
  const { northbank } = world.parties;
  const intent = await world.createIntent();
  northbank.next({ response: "hang" });
  const paying = world.pay(intent);
  await expect.poll(() => northbank.charges.size, { timeout: 30_000 }).toBe(1);
  const clock = world.service.deps.clock as AdjustableClock;
  for (let day = 1; day <= 3; day += 1) {
    clock.advanceTo(day * dayMs);
    await world.runJob("payments.recover");
  }
  world.parties.release();
  expect((await paying).body.status).toBe("success");
  await world.runJob("payments.recover");
  expect((await world.statusOf(intent))["status"]).toBe("success");
  expect(northbank.charges.size).toBe(1);
  expect(new Set(northbank.calls.map(({ key }) => key)).size).toBe(1);
  expect(northbank.reversals).toEqual([]);
  expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
});

test("a charge that look-ups do not find during the move is reversed if its payment failed", async () => {
  const { northbank, quayside } = world.parties;
  const intent = await world.createIntent();
  const clock = world.service.deps.clock as AdjustableClock;
  const before = northbank.charges.size;
  northbank.lookUps = "not_found";
  northbank.next({ response: "hang" });
  const paying = world.pay(intent);
  await expect.poll(() => northbank.charges.size, { timeout: 30_000 }).toBe(before + 1);
  clock.advanceTo(4 * dayMs);
  await world.runJob("payments.recover");
  northbank.lookUps = null;
  world.parties.release();
  await paying;
  for (let hour = 1; hour <= 4; hour += 1) {
    clock.advanceTo(4 * dayMs + hour * 600_000);
    await world.runJob("payments.recover");
  }
  const { paymentIntentId } = intent;
  const reversed = northbank.reversals.length + quayside.reversals.length;
  const chargeCount = northbank.charges.size - before + quayside.charges.size;
  const isPaid = (await world.statusOf(intent))["status"] === "success";
  expect(chargeCount - reversed, paymentIntentId).toBe(isPaid ? 1 : 0);
});

test("a refund that one process is sending is left alone by the others", async () => {
  const { northbank } = world.parties;
  const intent = await world.createIntent();
  expect((await world.pay(intent)).body.status).toBe("success");
  const response = await world.call(
    "POST",
    `/v1/payment-intents/${intent.paymentIntentId}/refunds`,
    {
      body: { externalRefundId: "in-flight" },
    },
  );
  const { refundId } = response.json();
  // The refund arrives only with the response, so a look-up finds nothing.
  northbank.refunds.next({ becomes: "nothing", response: "hang" });
  const sending = runRefunds(world);
  const sent = () => northbank.refunds.calls.filter(({ key }) => key === refundId).length;
  await expect.poll(sent, { timeout: 30_000 }).toBe(1);
  const clock = world.service.deps.clock as AdjustableClock;
  clock.advanceTo(clock.offsetMs() + dayMs);
  // The job would look the refund up, find nothing, and send it again.
  await runRefunds(world);
  expect(sent()).toBe(1);
  world.parties.release();
  await sending;
  clock.advanceTo(clock.offsetMs() + dayMs);
  await runRefunds(world);
  const { status } = (await world.call("GET", `/v1/refunds/${refundId}`)).json();
  expect(status).toBe("success");
});
