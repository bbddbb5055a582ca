/** A report about a refund during its look-up. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";
import { checkNow, claimDue, postponeCheck } from "./refund-queue.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

const hourMs = 60 * 60_000;
const claim = () => {
  const { deps } = world.service;
  return claimDue(deps, { except: [] }, leaseFor(deps, 60_000), 10);
};

async function pendingRefund(): Promise<string> {
  const intent = await world.createIntent();
  await world.pay(intent);
  world.parties.northbank.refunds.next({ becomes: "pending" });
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `refund-${intent.paymentIntentId}` };
  const { refundId } = (await world.call("POST", url, { body })).json();
  await runRefunds(world);
  world.clock.advance(hourMs);
  return refundId;
}

test("a report does not start a second look-up while one runs, and is looked up afterwards", async () => {
  const refundId = await pendingRefund();
  const { deps } = world.service;
  const [running] = await claim();
  expect(running?.refundId).toBe(refundId);
  await checkNow(deps, world.operator.operatorId, refundId);
  expect(await claim()).toEqual([]);
  // The running look-up may have read the other party's earlier answer.
  if (running) await postponeCheck(deps, running, deps.clock.nowMs() + 24 * hourMs);
  world.clock.advance(2 * 60_000);
  expect((await claim()).map((refund) => refund.refundId)).toEqual([refundId]);
});

test("a report about a refund that nobody looks up makes it due", async () => {
  const refundId = await pendingRefund();
  const { deps } = world.service;
  const [refund] = (await claim()).filter((each) => each.refundId === refundId);
  if (refund) await postponeCheck(deps, refund, deps.clock.nowMs() + 24 * hourMs);
  world.clock.advance(2 * 60_000);
  expect(await claim()).not.toContainEqual(expect.objectContaining({ refundId }));
  await checkNow(deps, world.operator.operatorId, refundId);
  expect(await claim()).toContainEqual(expect.objectContaining({ refundId }));
});
