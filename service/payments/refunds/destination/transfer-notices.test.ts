import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import {
  approveAt,
  createDestinationWorld,
  type DestinationWorld,
  nameAt,
} from "../../testing/destination-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: DestinationWorld;
beforeAll(async () => {
  world = await createDestinationWorld();
});
afterAll(() => world.close());

const notify = (idempotencyKey: string) =>
  world.call("POST", "/v1/payout-notifications", {
    token: sandboxCredentials.tidewater,
    body: { eventId: "evt", idempotencyKey },
  });
const statusOf = async (refundId: string) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
const lookUpsOf = (refundId: string) =>
  world.payouts.lookUps.filter((key) => key === refundId).length;

test("the processor's notification has a refund looked up now, and its content is not trusted", async () => {
  const { refundId, secret } = await world.newRefund();
  await nameAt(world, secret);
  world.payouts.next({ becomes: "pending" });
  await approveAt(world, world.operator.operatorId, refundId);
  // Look-ups become rarer while it is pending.
  for (let round = 0; round < 8; round += 1) {
    await runRefunds(world);
    world.clock.advance(3_600_000);
  }
  await runRefunds(world);
  await runRefunds(world);
  const before = lookUpsOf(refundId);
  expect((await notify(refundId)).statusCode).toBe(200);
  await runRefunds(world);
  expect(await statusOf(refundId)).toBe("pending");
  const payout = world.payouts.payouts.get(refundId);
  if (payout) payout.status = "paid";
  await runRefunds(world);
  expect([await statusOf(refundId), lookUpsOf(refundId)]).toEqual(["pending", before + 1]);
  await Promise.all([notify(refundId), notify(refundId)]);
  await runRefunds(world);
  expect(await statusOf(refundId)).toBe("success");
});

test("a notification of a refund that nobody has approved does nothing", async () => {
  const { refundId, secret } = await world.newRefund();
  expect((await notify(refundId)).statusCode).toBe(200);
  await nameAt(world, secret);
  expect((await notify(refundId)).statusCode).toBe(200);
  await runRefunds(world);
  expect([await statusOf(refundId), lookUpsOf(refundId)]).toEqual(["pending", 0]);
  expect(world.payouts.calls).not.toContain(refundId);
});
