import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { signNotice } from "../../testing/stand-in-disputes.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

const vendorPath = "/v1/connectors/northbank/notices";
interface SendOptions {
  readonly path?: string;
  readonly key?: string;
  readonly ageMs?: number;
}
async function send(
  notice: object,
  { path = vendorPath, key = sandboxCredentials.northbank, ageMs = 0 }: SendOptions = {},
): Promise<number> {
  const body = JSON.stringify(notice);
  const signed = signNotice(key, body, world.clock.nowMs() - ageMs);
  const headers = { "content-type": "application/json", ...signed };
  return (await world.call("POST", path, { token: null, body, headers })).statusCode;
}

/** A payment that is pending at its processor, with its next look-up an hour away. */
async function waiting() {
  const { northbank } = world.parties;
  northbank.next({ becomes: "pending" });
  const intent = await world.createIntent();
  const { body } = await world.pay(intent);
  expect(body.status).toBe("pending");
  const { paymentId } = body;
  await change(paymentId, { next_check_at: new Date(world.clock.nowMs() + 3_600_000) });
  const key = `${paymentId}-1`;
  const charge = northbank.charges.get(key);
  if (!charge) throw new Error("no charge was made");
  northbank.charges.set(key, { ...charge, status: "approved" });
  return { intent, paymentId, key };
}
const change = (paymentId: string, columns: object) =>
  world.service.deps.database.kysely
    .updateTable("payments")
    .set(columns)
    .where("payment_id", "=", paymentId)
    .execute();
const nextCheckOf = async (paymentId: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("payments")
      .select("next_check_at")
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow()
  ).next_check_at;
const recover = () => world.runJob("payments.recover");
const statusOf = async (intent: Parameters<PaymentWorld["statusOf"]>[0]) =>
  (await world.statusOf(intent)).status;

describe("a notice that a charge has changed", () => {
  it.each([vendorPath, "/v1/processor-notices/northbank"])(
    "to %s settles it at once",
    async (path) => {
      const { intent, key } = await waiting();
      await recover();
      expect(await statusOf(intent)).toBe("pending");
      expect(await send({ type: "charge", key }, { path })).toBe(200);
      await recover();
      expect(await statusOf(intent)).toBe("success");
    },
  );

  it("does nothing more when it comes again", async () => {
    const { intent, key } = await waiting();
    for (let count = 0; count < 3; count += 1) {
      expect(await send({ type: "charge", key })).toBe(200);
      await recover();
    }
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  it.each([
    ["forged", 401, { key: "another-key" }],
    ["signed with another processor's key", 401, { key: sandboxCredentials.quayside }],
    ["six minutes old", 401, { ageMs: 360_000 }],
    [
      "of another processor",
      200,
      { path: "/v1/connectors/quayside/notices", key: sandboxCredentials.quayside },
    ],
  ])("if it is %s, gets %i and changes nothing", async (_, status, options) => {
    const { intent, key } = await waiting();
    expect(await send({ type: "charge", key }, options)).toBe(status);
    await recover();
    expect(await statusOf(intent)).toBe("pending");
  });

  it.each([
    [{ type: "charge", key: "pay_nobody-1" }, 200],
    [{ type: "charge", key: "../x" }, 200],
    [{ type: "charge" }, 400],
    [{ type: "charge", key: "a b" }, 400],
    [{ type: "parcel", key: "x" }, 400],
  ])("%j gets %i", async (notice, status) => {
    expect(await send(notice)).toBe(status);
  });

  it("to a processor that is not configured gets 404", async () => {
    expect(await send({ type: "charge", key: "x" }, { path: "/v1/connectors/no/notices" })).toBe(
      404,
    );
  });

  it("reverses a charge that went through after its payment had failed", async () => {
    const { intent, paymentId, key } = await waiting();
    await change(paymentId, {
      step: "failed",
      status: "failed",
      details_sealed: null,
      next_check_at: null,
    });
    await recover();
    expect(world.parties.northbank.reversals).toEqual([]);
    await send({ type: "charge", key });
    await recover();
    expect(world.parties.northbank.reversals).toMatchObject([{ key: `${key}-reversal` }]);
    expect((await world.eventsOf(intent)).at(-1)).not.toBe("success");

    const { northbank } = world.parties;
    const charge = northbank.charges.get(key);
    if (!charge) throw new Error("the charge is gone");
    northbank.charges.set(key, { ...charge, status: "approved" });
    const reversals = northbank.reversals.length;
    await send({ type: "charge", key });
    await recover();
    expect(northbank.reversals).toHaveLength(reversals);
    expect(await nextCheckOf(paymentId)).toBeNull();
  });

  it("leaves alone an attempt that a job is looking up", async () => {
    const { paymentId, key } = await waiting();
    const next_check_at = new Date(world.clock.nowMs() + 60_000);
    const lease_until = new Date(world.service.deps.machineClock.nowMs() + 60_000);
    await change(paymentId, { next_check_at, lease_check_at: next_check_at, lease_until });
    await send({ type: "charge", key });
    expect(await nextCheckOf(paymentId)).toEqual(next_check_at);
  });
});

describe("a notice that a refund has changed", () => {
  it("settles it at once, and only at its own processor", async () => {
    const intent = await world.createIntent();
    await world.pay(intent);
    const { refunds } = world.parties.northbank;
    refunds.next({ becomes: "pending" });
    const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const response = await world.call("POST", url, { body: { externalRefundId: "changed-1" } });
    const { refundId } = response.json();
    const read = async () => (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
    await runRefunds(world);
    await world.service.deps.database.kysely
      .updateTable("refunds")
      .set({ next_check_at: new Date(world.clock.nowMs() + 3_600_000) })
      .where("refund_id", "=", refundId)
      .execute();
    const refund = refunds.made.get(refundId);
    if (!refund) throw new Error("no refund was made");
    refunds.made.set(refundId, { ...refund, status: "success" });

    const quayside = { path: "/v1/connectors/quayside/notices", key: sandboxCredentials.quayside };
    expect(await send({ type: "refund", key: refundId }, quayside)).toBe(200);
    await runRefunds(world);
    expect(await read()).toBe("pending");
    expect(await send({ type: "refund", key: refundId })).toBe(200);
    await runRefunds(world);
    expect(await read()).toBe("success");
  });
});
