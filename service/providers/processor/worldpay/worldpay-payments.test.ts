/** The Worldpay connector against the sandbox's Worldpay. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../../../../sandbox/catalogue/cards.ts";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import {
  createPaymentWorld,
  generousTimes,
  type PaymentWorld,
} from "../../../payments/testing/payment-world.ts";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import { createTestClock } from "../../../testing/test-clock.ts";

const clock = createTestClock();
let sandbox: Sandbox;
let world: PaymentWorld;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: clock.nowMs } });
  const { url } = sandbox;
  const processor = {
    name: "wp",
    type: "worldpay",
    url: `${url}/vendors/worldpay`,
    username: "tessera",
    password: { env: "WORLDPAY_PASSWORD" },
    entity: "default",
  };
  world = await createPaymentWorld({
    clock,
    env: {
      PROCESSORS: JSON.stringify([processor]),
      WORLDPAY_PASSWORD: sandboxCredentials.worldpay,
    },
    paymentTimes: { ...generousTimes, chargeDeadlineMs: 500 },
  });
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

const card = (id: string) => ({ number: findCard(id).number });

async function admin(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/admin/${path}`, {
    method: body ? "POST" : "GET",
    ...(body
      ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
      : {}),
  });
  return response.json();
}
const fault = (call: string, kind: string, times = 1) =>
  admin("faults", { processor: "worldpay", call, fault: kind, times });

async function requestsOf(paymentId: string): Promise<number> {
  const { data } = (await admin("charges")) as {
    data: { merchantReference: string; requests: number }[];
  };
  return (
    data.find(({ merchantReference }) => merchantReference.startsWith(paymentId))?.requests ?? 0
  );
}

async function recovered(intent: Awaited<ReturnType<PaymentWorld["createIntent"]>>) {
  for (let round = 0; round < 30; round += 1) {
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
    const status = await world.statusOf(intent);
    if (status["status"] !== "pending") return status;
  }
  return world.statusOf(intent);
}

const reversalOf = async (paymentId: string) => {
  const row = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("reversal")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return row.reversal;
};

describe("payments through Worldpay", () => {
  test("are paid, or declined with the reason", async () => {
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: card("visa") });
    expect(paid.body).toMatchObject({ status: "success" });
    const declined = await world.pay(await world.createIntent(), {
      card: card("insufficient_funds"),
    });
    expect(declined.body).toMatchObject({
      status: "failed",
      messages: [{ code: "insufficient_funds" }],
    });
  });

  test.each(["dropped_after_charging", "error_after_charging", "silent_after_charging", "garbled"])(
    "%s: the charge is found, and was sent once",
    async (kind) => {
      await fault("charge", kind);
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card: card("visa") });
      const { status } = body.status === "pending" ? await recovered(intent) : body;
      expect(status).toBe("success");
      expect(await requestsOf(body.paymentId)).toBe(1);
    },
  );

  test("end after the time in which a query may lag if they were never charged, and are not sent again", async () => {
    await fault("charge", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: card("visa") });
    expect(body.status).toBe("pending");
    world.clock.advance(20_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await recovered(intent)).toMatchObject({ status: "failed" });
    expect(await requestsOf(body.paymentId)).toBe(0);
  });

  test("repeat a lost reversal only once a query would know it", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: card("visa") });
    await world.service.deps.database.kysely
      .updateTable("payments")
      .set({ step: "failed", reversal: "due", next_check_at: new Date(clock.nowMs()) })
      .where("payment_id", "=", body.paymentId)
      .execute();
    await fault("reversal", "error_without_charging", 2);
    const requestsToFail = async () => {
      const { data } = (await admin("faults")) as { data: { call: string; times: number }[] };
      return data.find(({ call }) => call === "reversal")?.times ?? 0;
    };
    for (const [waitMs, left] of [
      [1_000, 1],
      [50_000, 1],
      [10_000, 0],
    ] as const) {
      world.clock.advance(waitMs);
      await world.runJob("payments.recover");
      expect(await requestsToFail()).toBe(left);
    }
    await recovered(intent);
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
    expect(await reversalOf(body.paymentId)).toBe("done");
  });

  test("are refunded in parts, each found by our reference even if its response was lost", async () => {
    const intent = await world.createIntent({ amount: 50 });
    await world.pay(intent, { card: card("visa") });
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const refund = async (externalRefundId: string, amount?: number) =>
      (await world.call("POST", path, { body: { externalRefundId, amount } })).json();
    await refund("wp-1", 20);
    world.clock.advance(1_000);
    await fault("refund", "dropped_after_charging");
    await refund("wp-2");
    for (let round = 0; round < 10; round += 1) {
      await runRefunds(world);
      world.clock.advance(60_000);
    }
    const { data } = (await world.call("GET", path)).json<{
      data: { amount: number; status: string }[];
    }>();
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([
      [30, "success"],
      [20, "success"],
    ]);
    const booked = (await admin("refunds")) as {
      data: { processor: string; amountMinor: number }[];
    };
    const own = booked.data.filter(({ processor }) => processor === "worldpay");
    expect(own.map(({ amountMinor }) => amountMinor).sort()).toEqual([2000, 3000]);
  });
});

test("a processor of another vendor takes the payment that Worldpay certainly did not charge", async () => {
  const { northbank } = sandboxCredentials;
  const processors = [
    {
      name: "wp",
      type: "worldpay",
      url: `${sandbox.url}/vendors/worldpay`,
      username: "tessera",
      password: "old",
      entity: "default",
    },
    { name: "spare", url: `${sandbox.url}/processors/northbank`, key: northbank },
  ];
  const two = await createPaymentWorld({ env: { PROCESSORS: JSON.stringify(processors) } });
  const intent = await two.createIntent();
  expect((await two.pay(intent, { card: card("visa") })).body).toMatchObject({ status: "success" });
  const response = await two.call("GET", `/v1/payment-intents/${intent.paymentIntentId}/status`);
  expect(response.json()).toMatchObject({ payments: [{ processor: "spare" }] });
  await two.close();
});
