import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import { aResFor, enrol } from "./testing/three-ds-parties.ts";

/**
 * A dead process leaves a stored attempt and an unanswered request. Here the request hangs at the processor, the clock
 * passes its lease, and recovery takes over as another process would. Then the hanging response arrives.
 */
let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.parties.northbank.lookUps = null;
});

const pastTheLease = 5 * 60_000;

async function hanging(becomes: "approved" | { declined: string } = "approved") {
  world.parties.northbank.next({ becomes, response: "hang" });
  const intent = await world.createIntent();
  const calls = world.parties.northbank.calls.length;
  const responding = world.pay(intent, { key: "only" });
  await expect
    .poll(() => world.parties.northbank.calls.length, { timeout: 15_000 })
    .toBe(calls + 1);
  return { intent, responding };
}

describe("after a crash in the middle of a charge", () => {
  it("a charge that went through becomes a success, once", async () => {
    const { intent, responding } = await hanging();
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });

    world.clock.advance(pastTheLease);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });

    world.parties.release();
    expect((await responding).body.status).toBe("success");
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
    expect(world.parties.northbank.reversals).toEqual([]);
  });

  it("a charge that was declined becomes a decline", async () => {
    const { intent, responding } = await hanging({ declined: "insufficient_funds" });
    world.clock.advance(pastTheLease);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "insufficient_funds" }] }],
    });
    world.parties.release();
    expect((await responding).body.status).toBe("failed");
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
  });

  it("an attempt without a found charge is interrupted; a late charge is reversed, and the failure stays", async () => {
    const { intent, responding } = await hanging();
    world.parties.northbank.lookUps = "not_found";
    world.clock.advance(pastTheLease);
    await world.runJob("payments.recover");
    const interrupted = await world.statusOf(intent);
    expect(interrupted).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "processing_interrupted" }] }],
    });

    world.parties.release();
    const late = await responding;
    expect(late.body).toMatchObject({ status: "failed", intentStatus: "failed" });
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "processing_interrupted" }, { code: "charge_reversed" }] }],
    });
    expect(world.parties.northbank.reversals).toHaveLength(1);
  });

  it("a customer who tried again in the meantime has paid once", async () => {
    const { intent, responding } = await hanging();
    world.parties.northbank.lookUps = "not_found";
    world.clock.advance(pastTheLease);
    await world.runJob("payments.recover");
    const second = await world.pay(intent, { key: "second" });
    expect(second.body.status).toBe("success");
    world.parties.release();
    await responding;
    expect(await world.statusOf(intent)).toMatchObject({
      status: "success",
      payments: [{ status: "failed" }, { status: "success" }],
    });
    const charges = world.parties.northbank.charges.size;
    const reversed = world.parties.northbank.reversals.length;
    expect(charges - reversed).toBeGreaterThan(0);
    expect(world.parties.northbank.reversals.at(-1)?.chargeId).not.toContain(second.body.paymentId);
  });
});

describe("after a crash during the authentication request", () => {
  it("the attempt is interrupted, and nothing is charged", async () => {
    const number = "4000002760003184";
    enrol(world, number, { method: false });
    // The test sets the step back, as if the process that sent the AReq had died.
    world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
    const intent = await world.createIntent();
    const response = await world.pay(intent, { card: { number } });
    await world.service.deps.database.kysely
      .updateTable("payments")
      .set({ step: "authenticating", next_check_at: new Date(world.clock.nowMs()) })
      .where("payment_id", "=", response.body.paymentId)
      .execute();
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "processing_interrupted" }] }],
    });
  });
});
