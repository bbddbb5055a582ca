/** Refunds that were requested before a dispute and not yet sent when the dispute arrived or was lost. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { readPosted } from "../../ledger/index.ts";
import { readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { decideRefund } from "../refunds/approve-refund.ts";
import { type DisputeTools, disputeTools, type PaidIntent } from "../testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
let t: DisputeTools;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
  await insertStaff(world, ["second"]);
});
afterAll(() => world.close());

async function refund({ intent }: PaidIntent, amount?: number): Promise<Refund> {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, {
    body: { externalRefundId: `waiting-${serial}`, ...(amount !== undefined && { amount }) },
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}
const read = async ({ refundId }: Refund): Promise<Refund> =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();
const callsFor = ({ refundId }: Refund) =>
  world.parties.northbank.refunds.calls.filter(({ key }) => key === refundId);
const wasMade = ({ refundId }: Refund) => world.parties.northbank.refunds.made.has(refundId);

/** Makes a refund that waits for a second person. */
async function waiting(paid: PaidIntent, amount?: number): Promise<Refund> {
  const { deps } = world.service;
  const { operatorId } = world.operator;
  await changeOperator(deps, operatorId, { settings: { refundApprovalAboveMinor: {} } });
  try {
    return await refund(paid, amount);
  } finally {
    await changeOperator(deps, operatorId, { settings: { refundApprovalAboveMinor: null } });
  }
}

async function approve({ refundId }: Refund): Promise<void> {
  const { operatorId } = world.operator;
  const decision = { operatorId, refundId, approve: true, version: 1, limitMinor: () => null };
  await decideRefund(world.service.payments, { ...decision, staffId: "second" });
  await runRefunds(world);
}

async function dispute(paid: PaidIntent, status: "lost" | "won", amountMinor = 4_999) {
  const { notice } = await t.open({ amountMinor }, paid);
  serial += 1;
  const eventId = `decided-${serial}`;
  await t.notify(noticeOf({ ...notice, eventId, sequence: notice.sequence + 1, status }));
  return notice;
}

async function postedOf({ refundId, paymentId }: Refund): Promise<Record<string, number>> {
  const { operatorId } = world.operator;
  const source = { operatorId, type: "refund", id: refundId, paymentId } as const;
  const posted = await inTransaction(world.service.deps.database, (tx) => readPosted(tx, source));
  return Object.fromEntries(
    [...posted].flatMap(([name, amount]) => (amount === 0n ? [] : [[name, Number(amount)]])),
  );
}

describe("a refund that waits for approval", () => {
  test("is not sent after a dispute took the money for good", async () => {
    const paid = await t.paid();
    const refund = await waiting(paid);
    await dispute(paid, "lost");
    await approve(refund);
    expect(await read(refund)).toMatchObject({
      status: "failed",
      messages: [{ code: "charge_disputed" }],
    });
    expect(callsFor(refund)).toEqual([]);
    expect(await world.statusOf(paid.intent)).toMatchObject({
      refundedAmount: 0,
      disputedAmount: 49.99,
    });
  });

  test("is sent after a dispute was won", async () => {
    const paid = await t.paid();
    const refund = await waiting(paid);
    await dispute(paid, "won");
    await approve(refund);
    expect((await read(refund)).status).toBe("success");
  });

  test("is sent if the lost dispute left enough for it, and only then", async () => {
    const paid = await t.paid();
    const fits = await waiting(paid, 19.99);
    await dispute(paid, "lost", 3_000);
    await approve(fits);
    expect((await read(fits)).status).toBe("success");

    const other = await t.paid();
    const tooLarge = await waiting(other, 20);
    await dispute(other, "lost", 3_000);
    await approve(tooLarge);
    expect((await read(tooLarge)).status).toBe("failed");
    expect(wasMade(tooLarge)).toBe(false);
    const rest = await refund(other);
    expect(rest.amount).toBe(19.99);
    // Send this refund now: otherwise it would take the processor's outcome that the next test prepares.
    await runRefunds(world);
    expect(wasMade(rest)).toBe(true);
  });
});

describe("a refund request that never reached the processor", () => {
  async function lostTry(): Promise<{ paid: PaidIntent; made: Refund }> {
    const paid = await t.paid();
    // Set before the request, because the service sends the refund at once.
    world.parties.northbank.refunds.next({ becomes: "nothing", response: "break" });
    const made = await refund(paid);
    await runRefunds(world);
    expect(callsFor(made)).toHaveLength(1);
    return { paid, made };
  }

  test("is not repeated during a dispute, and the refund fails once the request can't arrive anymore", async () => {
    const { paid, made } = await lostTry();
    await t.open({}, paid);
    world.clock.advance(3 * 60_000);
    await runRefunds(world);
    expect((await read(made)).status).toBe("pending");
    world.clock.advance(11 * 60_000);
    await runRefunds(world);
    expect(await read(made)).toMatchObject({
      status: "failed",
      messages: [{ code: "charge_disputed" }],
    });
    expect(callsFor(made)).toHaveLength(1);
  });

  test("is repeated after the dispute was won", async () => {
    const { paid, made } = await lostTry();
    await dispute(paid, "won");
    world.clock.advance(3 * 60_000);
    await runRefunds(world);
    expect((await read(made)).status).toBe("success");
  });
});

test("a refund that a dispute stopped leaves no debt, and the next refund is posted once", async () => {
  const paid = await t.paid();
  const stopped = await refund(paid);
  const { notice } = await t.open({}, paid);
  await runRefunds(world);
  expect((await read(stopped)).status).toBe("failed");
  expect(await postedOf(stopped)).toEqual({});
  await t.notify(noticeOf({ ...notice, eventId: "posted-won", sequence: 99, status: "won" }));
  const next = await refund(paid);
  await runRefunds(world);
  expect((await read(next)).status).toBe("success");
  expect(await postedOf(stopped)).toEqual({});
});

describe("the debt of a failed refund", () => {
  async function failed(paid: PaidIntent, amount: number): Promise<Refund> {
    world.parties.northbank.refunds.next({ becomes: { failed: "account_closed" } });
    const created = await refund(paid, amount);
    await runRefunds(world);
    expect((await read(created)).status).toBe("failed");
    return created;
  }
  const balancesOf = ({ paymentId }: PaidIntent) =>
    readResourceBalances(world.service.deps.database, paymentId);

  test("ends when a lost dispute takes the money that it needs", async () => {
    const paid = await t.paid();
    await failed(paid, 20);
    expect(await balancesOf(paid)).toMatchObject({ refunds_owed: -2_000 });
    await dispute(paid, "lost");
    expect(await balancesOf(paid)).toEqual({
      chargeback_losses: 4_999,
      customer_orders: -4_999,
      "processing_fees:dispute": 1_500,
      "processor_receivable:northbank": -1_500,
    });
  });

  test("stays if the lost dispute leaves enough for it, and ends with a later one", async () => {
    const paid = await t.paid();
    await failed(paid, 20);
    await dispute(paid, "lost", 2_999);
    expect(await balancesOf(paid)).toMatchObject({ refunds_owed: -2_000 });
    await dispute(paid, "lost", 1);
    expect(await balancesOf(paid)).not.toHaveProperty("refunds_owed");
  });

  test("does not arise if the refund fails after the dispute was lost", async () => {
    const paid = await t.paid();
    world.parties.northbank.refunds.next({ becomes: "pending" });
    const created = await refund(paid, 20);
    await runRefunds(world);
    await dispute(paid, "lost");
    const { made } = world.parties.northbank.refunds;
    const known = made.get(created.refundId);
    if (!known) throw new Error("the processor has no refund");
    made.set(created.refundId, { ...known, status: "failed", failureCode: "account_closed" });
    world.clock.advance(3_600_000);
    await runRefunds(world);
    expect((await read(created)).status).toBe("failed");
    expect(await balancesOf(paid)).not.toHaveProperty("refunds_owed");
  });

  test("is one posting: a win after the loss changes nothing, and the next refund is posted once", async () => {
    const paid = await t.paid();
    await failed(paid, 20);
    const notice = await dispute(paid, "lost");
    await t.notify(noticeOf({ ...notice, eventId: "late-win", sequence: 99, status: "won" }));
    await refund(paid, 20);
    expect(await balancesOf(paid)).toEqual({
      customer_orders: -2_999,
      "processing_fees:dispute": 1_500,
      "processor_receivable:northbank": 3_499,
      "refunds_in_flight:card": -2_000,
    });
  });
});
