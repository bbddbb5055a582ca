/** Runs on PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../../testing/test-database.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import {
  approveAt,
  createDestinationWorld,
  type DestinationWorld,
  nameAt,
  sameParties,
} from "../../testing/destination-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: DestinationWorld;
let second: TestService;
beforeAll(async () => {
  world = await createDestinationWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    ...sameParties(world),
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const both = (index: number) => (index % 2 ? second : world);
const shown = async (refundId: string): Promise<Refund> =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();

async function followBoth(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([runRefunds(world), runRefunds(second)]);
  }
}

test("only one of many concurrent uses of a link, at two services, names the destination", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { secret } = await world.newRefund();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => nameAt(both(index), secret)),
    );
    const codes = responses.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  }
});

test("one destination approved many times at once is sent once", async () => {
  const { operatorId } = world.operator;
  for (let round = 0; round < 5; round += 1) {
    const { refundId, secret } = await world.newRefund();
    await nameAt(world, secret);
    const approvals = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => approveAt(both(index), operatorId, refundId)),
    );
    expect(approvals.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await followBoth();
    expect(world.payouts.calls.filter((key) => key === refundId)).toHaveLength(1);
    expect((await shown(refundId)).status).toBe("success");
  }
});

test("a refund is canceled or sent, even while its destination is named or approved", async () => {
  const { operatorId } = world.operator;
  for (let round = 0; round < 10; round += 1) {
    const { refundId, secret } = await world.newRefund();
    if (round % 2) await nameAt(world, secret);
    const [canceled] = await Promise.all([
      second.call("POST", `/v1/refunds/${refundId}/cancel`, { token: world.operator.secretKey }),
      round % 2
        ? approveAt(world, operatorId, refundId).then(
            () => runRefunds(world),
            () => undefined,
          )
        : nameAt(world, secret),
    ]);
    await followBoth();
    const wasSent = world.payouts.payouts.has(refundId);
    const { status } = await shown(refundId);
    expect([canceled.statusCode, status, wasSent]).toEqual(
      wasSent ? [409, "success", true] : [200, "canceled", false],
    );
  }
});

test("a link that is replaced while it is used names nothing afterwards", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { refundId, secret } = await world.newRefund();
    const [renewed, named] = await Promise.all([
      second.call("POST", `/v1/refunds/${refundId}/link`, { token: world.operator.secretKey }),
      nameAt(world, secret),
    ]);
    const { status } = await shown(refundId);
    if (named.statusCode === 200) expect([renewed.statusCode, status]).toEqual([409, "pending"]);
    else expect([renewed.statusCode, status]).toEqual([200, "requires-destination"]);
  }
});

test("only one of 50 concurrent returns of an overpayment is stored", async () => {
  const crypto: CryptoWorld = await createCryptoWorld();
  const other = await createTestService({
    database: reopenTestDatabase(crypto.databaseUrl ?? ""),
    clock: crypto.clock,
    env: { SANDBOX_URL: crypto.sandbox.url },
  });
  try {
    const { intent } = await crypto.paid(undefined, { times: 1.5 });
    const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? other : crypto).call("POST", url, {
          token: crypto.operator.secretKey,
          body: { externalRefundId: `surplus-${index}`, reason: "overpaid" },
        }),
      ),
    );
    const codes = responses.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 400)).toHaveLength(49);
    // Partial refunds at the same time never add up to more than the order.
    const parts = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? other : crypto).call("POST", url, {
          token: crypto.operator.secretKey,
          body: { externalRefundId: `part-${index}`, amount: 7 },
        }),
      ),
    );
    expect(parts.filter(({ statusCode }) => statusCode === 201)).toHaveLength(7);
  } finally {
    await other.close();
    await crypto.close();
  }
}, 120_000);
