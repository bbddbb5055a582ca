/** Sends refunds to a card processor and looks them up, for each response that a processor may give. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { changeOperator } from "../../operators/accounts/index.ts";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import type { StandInRefunds } from "../../testing/stand-in-refunds.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { refundCalls } from "../testing/refund-calls.ts";
import { followRefunds } from "./follow-refunds.ts";
import { checkNow, claimDue, postponeCheck } from "./refund-queue.ts";

let world: PaymentWorld;
let processor: StandInRefunds;
let intent: CreatedPaymentIntent;
beforeAll(async () => {
  world = await createPaymentWorld();
  processor = world.parties.northbank.refunds;
});
afterAll(() => world.close());
beforeEach(async () => {
  processor.lookUpStatus = null;
  intent = await payIntent();
});

const { payIntent, refund, read, follow, later, eventsOf, refundedOf } = refundCalls({
  world: () => world,
  intent: () => intent,
});

const hourMs = 60 * 60_000;
const claim = () => {
  const { deps } = world.service;
  return claimDue(deps, { except: [] }, leaseFor(deps, 60_000), 10);
};

async function pendingRefund(): Promise<string> {
  processor.next({ becomes: "pending" });
  const { body } = await refund();
  await follow();
  world.clock.advance(hourMs);
  return body.refundId;
}

test("a report does not start a second look-up while one runs, and is looked up afterwards", async () => {
  const refundId = await pendingRefund();
  const { deps } = world.service;
  const [running] = await claim();
  expect(running?.refundId).toBe(refundId);
  await checkNow(deps, world.operator.operatorId, refundId);
  expect(await claim()).toEqual([]);
  // The running look-up may have read the other party's earlier response.
  if (running) await postponeCheck(deps, running, deps.clock.nowMs() + 24 * hourMs);
  world.clock.advance(2 * 60_000);
  expect((await claim()).map((refund) => refund.refundId)).toEqual([refundId]);
});

test.each([
  ["a success", 0],
  ["the reference of a success", 1],
])(
  "a report during the look-up that finds %s is looked up afterwards",
  async (_name, successes) => {
    const refundId = await pendingRefund();
    const { payments } = world.service;
    const { kysely } = payments.database;
    await kysely
      .updateTable("refunds")
      .set({ next_check_at: null })
      .where("refund_id", "!=", refundId)
      .execute();
    let lookUps = 0;
    const find: typeof payments.methods.find = (type) => {
      const method = payments.methods.find(type);
      const rail = method?.refunds;
      if (!rail) return method;
      const lookUp: typeof rail.lookUp = async (...args) => {
        lookUps += 1;
        const outcome = await rail.lookUp(...args);
        await checkNow(payments, world.operator.operatorId, refundId);
        return outcome;
      };
      return { ...method, refunds: { ...rail, lookUp } };
    };
    const deps = { ...payments, methods: { ...payments.methods, find } };
    const followOnce = async () => {
      world.clock.advance(2 * 60_000);
      await followRefunds(deps, { only: "northbank" }, createFailurePauses());
    };
    const made = processor.made.get(refundId);
    if (!made) throw new Error("no refund at the processor");
    processor.made.set(refundId, { ...made, status: "success" });
    for (let left = successes; left > 0; left -= 1) await followOnce();
    processor.made.set(refundId, { ...made, status: "success", arn: "74537604221222132710572" });
    await followOnce();
    expect((await read(refundId)).reference).not.toBeNull();
    const before = lookUps;
    await followOnce();
    expect(lookUps).toBe(before + 1);
  },
);

test("a report about a refund that nobody looks up makes it due", async () => {
  const refundId = await pendingRefund();
  const { deps } = world.service;
  const [refund] = (await claim()).filter((refundRecord) => refundRecord.refundId === refundId);
  if (refund) await postponeCheck(deps, refund, deps.clock.nowMs() + 24 * hourMs);
  world.clock.advance(2 * 60_000);
  expect(await claim()).not.toContainEqual(expect.objectContaining({ refundId }));
  await checkNow(deps, world.operator.operatorId, refundId);
  expect(await claim()).toContainEqual(expect.objectContaining({ refundId }));
});

test("a refund whose check fails each time is tried after growing pauses", async () => {
  const refundId = await pendingRefund();
  const { payments } = world.service;
  const { kysely } = payments.database;
  await kysely
    .updateTable("refunds")
    .set({ next_check_at: null })
    .where("refund_id", "!=", refundId)
    .execute();
  const pauses = createFailurePauses();
  const triedAtMinutes: number[] = [];
  for (let minute = 0; minute < 40; minute += 2) {
    const load = async () => {
      triedAtMinutes.push(minute);
      throw new Error("broken");
    };
    const deps = { ...payments, keyring: { ...payments.keyring, load } };
    await followRefunds(deps, { only: "northbank" }, pauses);
    world.clock.advance(2 * 60_000);
  }
  expect(triedAtMinutes).toEqual([0, 2, 6, 14, 30]);
  world.clock.advance(hourMs);
  await followRefunds(payments, { only: "northbank" }, pauses);
  expect((await claim()).map((refund) => refund.refundId)).not.toContain(refundId);
});

describe("the processor", () => {
  test("frees the refund's amount, with a reason, if it refuses or fails the refund", async () => {
    processor.next({
      becomes: "nothing",
      response: { status: 400, body: { error: { code: "charge_disputed", message: "no" } } },
    });
    const refused = await refund();
    await follow();
    expect(await read(refused.body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "charge_disputed" }],
    });
    processor.next({ becomes: { failed: "insufficient_funds" } });
    const failed = await refund();
    await follow();
    expect(await read(failed.body.refundId)).toMatchObject({ status: "failed" });
    expect(await eventsOf(failed.body.refundId)).toEqual(["created", "failed"]);
    expect(await refundedOf()).toBe(0);
  });

  test("keeps the refund pending while it takes days, and the refund counts in the meantime", async () => {
    processor.next({ becomes: "pending" });
    const { body } = await refund();
    await follow();
    expect(await read(body.refundId)).toMatchObject({ status: "pending" });
    expect((await refund()).body.errorCode).toBe("refund_exceeds_payment");
    const sent = processor.made.get(body.refundId);
    if (sent)
      processor.made.set(body.refundId, { ...sent, status: "success", arn: "7".repeat(23) });
    await later(3_600_000);
    expect(await read(body.refundId)).toMatchObject({
      status: "success",
      reference: { type: "arn", value: "7".repeat(23) },
    });
    expect(processor.calls.filter(({ key }) => key === body.refundId)).toHaveLength(1);
  });

  test("gives the ARN later, and a bank's return after a success fails the refund", async () => {
    const { body } = await refund();
    await follow();
    const sent = processor.made.get(body.refundId);
    if (!sent) throw new Error("no refund was made");
    processor.made.set(body.refundId, { ...sent, arn: "8".repeat(23) });
    await later(60_000);
    expect((await read(body.refundId)).reference?.value).toBe("8".repeat(23));
    processor.made.set(body.refundId, {
      ...sent,
      status: "failed",
      failureCode: "returned_by_bank",
    });
    await later(24 * 3_600_000);
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "returned_by_bank" }],
    });
    expect(await eventsOf(body.refundId)).toEqual(["created", "success", "failed"]);
    expect(await refundedOf()).toBe(0);
  });

  test("is looked up, never asked for a second refund, if it refunds and its response is lost", async () => {
    processor.next({ response: "break" });
    const { body } = await refund();
    await follow();
    expect((await read(body.refundId)).status).toBe("success");
    expect(processor.calls.filter(({ key }) => key === body.refundId)).toHaveLength(1);
  });

  test("leaves the refund pending until a look-up gets a response, if look-ups fail too", async () => {
    processor.lookUpStatus = 503;
    processor.next({ response: "break" });
    const { body } = await refund();
    await follow();
    await later(10_000);
    expect((await read(body.refundId)).status).toBe("pending");
    processor.lookUpStatus = null;
    await later(60_000);
    expect((await read(body.refundId)).status).toBe("success");
    expect(processor.calls.filter(({ key }) => key === body.refundId)).toHaveLength(1);
  });

  test("is asked again under the same key if it certainly has no refund", async () => {
    processor.next({ becomes: "nothing", response: "break" });
    const { body } = await refund();
    await follow();
    expect((await read(body.refundId)).status).toBe("pending");
    await later(60_000);
    expect((await read(body.refundId)).status).toBe("success");
    expect(processor.made.has(body.refundId)).toBe(true);
    expect(processor.calls.filter(({ key }) => key === body.refundId)).toHaveLength(2);
  });

  test("is not trusted when it refuses while an earlier try may still be on its way", async () => {
    processor.next(
      { becomes: "nothing", response: "break" },
      {
        becomes: "nothing",
        response: { status: 400, body: { error: { code: "charge_not_refundable", message: "" } } },
      },
    );
    const { body } = await refund();
    await follow();
    await later(10_000);
    expect((await read(body.refundId)).status).toBe("pending");
    expect(await refundedOf()).toBe(49.99);
  });

  test("is trusted when it refuses once no earlier try can be on its way", async () => {
    const refusal = {
      becomes: "nothing",
      response: { status: 400, body: { error: { code: "charge_not_refundable", message: "" } } },
    } as const;
    // Refunds that earlier tests left pending are sent again, too.
    processor.next({ becomes: "nothing", response: "break" }, refusal, refusal, refusal, refusal);
    const { body } = await refund();
    await follow();
    await later(10 * 60_000);
    processor.forget();
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "charge_not_refundable" }],
    });
  });

  test("is not trusted when it refuses after a look-up has found the refund of the same try", async () => {
    const refusal = {
      status: 400,
      body: { error: { code: "charge_not_refundable", message: "" } },
    };
    const { body } = await refund();
    const sent = () => processor.calls.filter(({ key }) => key === body.refundId);
    processor.next({ becomes: "pending", response: { later: refusal } });
    const refused = follow();
    await expect.poll(() => sent().length).toBe(1);
    // Another process takes over, and finds the refund.
    world.clock.advance(121_000);
    await followRefunds(world.service.payments, { only: "northbank" }, createFailurePauses());
    world.parties.release();
    await refused;
    expect(await read(body.refundId)).toMatchObject({ status: "pending", messages: [] });
    expect(await refundedOf()).toBe(49.99);
    const made = processor.made.get(body.refundId);
    if (made) made.status = "success";
    await later(hourMs);
    expect((await read(body.refundId)).status).toBe("success");
    expect(sent()).toHaveLength(1);
  });

  test("is not trusted if it names the refund of another payment", async () => {
    const first = await refund();
    await follow();
    const sent = processor.made.get(first.body.refundId);
    const elsewhere = await payIntent();
    const second = await refund({}, { of: elsewhere });
    const chargeId = `ch-${((await world.statusOf(elsewhere)) as unknown as { payments: { paymentId: string }[] }).payments[0]?.paymentId}-1`;
    processor.next({ becomes: "nothing", response: { status: 200, body: { ...sent, chargeId } } });
    await follow();
    expect((await read(second.body.refundId)).status).toBe("pending");
  });

  test("is not trusted if it responds with another amount", async () => {
    const { body } = await refund({ amount: 5 });
    const lie = { refundId: "re-lie", status: "success", kind: "refund", currency: "USD" };
    processor.next({
      becomes: "nothing",
      response: { status: 200, body: { ...lie, chargeId: "ch", amountMinor: 1 } },
    });
    await follow();
    expect((await read(body.refundId)).status).toBe("pending");
  });

  test("is asked again if it does not accept our key, and the refund can still be canceled", async () => {
    processor.next({
      becomes: "nothing",
      response: { status: 401, body: { error: { code: "unauthorized", message: "" } } },
    });
    const { body } = await refund();
    await follow();
    expect((await read(body.refundId)).status).toBe("pending");
    const canceled = await world.call("POST", `/v1/refunds/${body.refundId}/cancel`);
    expect(canceled.json().status).toBe("canceled");
  });
});

test("a processor that hangs delays only its own refunds", async () => {
  const { operatorId } = world.operator;
  const routeTo = (name: string) =>
    changeOperator(world.service.deps, operatorId, {
      settings: { routingRules: [{ id: "one", to: [{ processor: name, weight: 1 }] }] },
    });
  try {
    await routeTo("quayside");
    const elsewhere = await payIntent();
    // Refunds of earlier tests must not take the response that hangs.
    await follow();
    const first = await refund({ amount: 1 });
    world.clock.advance(1);
    const second = await refund({ amount: 1 }, { of: elsewhere });
    processor.next({ response: "hang" });
    const hanging = world.runJob("payments.refunds.northbank");
    await world.runJob("payments.refunds.quayside");
    expect((await read(second.body.refundId)).status).toBe("success");
    expect((await read(first.body.refundId)).status).toBe("pending");
    world.parties.release();
    await hanging;
    expect((await read(first.body.refundId)).status).toBe("success");
  } finally {
    world.parties.release();
    await changeOperator(world.service.deps, operatorId, { settings: { routingRules: [] } });
  }
});
