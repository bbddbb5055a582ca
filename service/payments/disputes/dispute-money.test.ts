import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import { readPosted } from "../../ledger/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { type DisputeCalls, disputeCalls } from "../testing/dispute-calls.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
let t: DisputeCalls;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeCalls(world);
});
afterAll(() => world.close());

describe("money", () => {
  const disputedOf = async (intent: Parameters<PaymentWorld["statusOf"]>[0]) =>
    (await world.statusOf(intent))["disputedAmount"];

  test("an open dispute blocks refunds; an inquiry does not", async () => {
    const inquiry = await t.open({ stage: "inquiry" });
    expect(await disputedOf(inquiry.paid.intent)).toBe(0);
    expect((await t.refund(inquiry.paid.intent.paymentIntentId, 1)).statusCode).toBe(201);
    const { paid } = await t.open();
    const { statusCode, body } = await t.refund(paid.intent.paymentIntentId);
    expect([statusCode, body.errorCode]).toEqual([409, "payment_disputed"]);
  });

  test("a won dispute gives the money back, and everything can be refunded", async () => {
    const { paid, notice, dispute } = await t.open();
    expect(await disputedOf(paid.intent)).toBe(49.99);
    await t.change(notice, { status: "won" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "won", outcome: "won" });
    expect(await disputedOf(paid.intent)).toBe(0);
    expect((await t.refund(paid.intent.paymentIntentId)).body).toMatchObject({ amount: 49.99 });
  });

  test("a withdrawn dispute counts as won", async () => {
    const { paid, notice, dispute } = await t.open();
    await t.change(notice, { status: "withdrawn" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "won", outcome: "withdrawn" });
    expect(await disputedOf(paid.intent)).toBe(0);
  });

  test("a lost dispute reduces what can be refunded", async () => {
    const { paid, notice } = await t.open({ amountMinor: 3_000 });
    await t.change(notice, { status: "lost" });
    expect(await disputedOf(paid.intent)).toBe(30);
    const { paymentIntentId } = paid.intent;
    const tooMuch = await t.refund(paymentIntentId, 20);
    expect(tooMuch.body).toMatchObject({
      errorCode: "refund_exceeds_payment",
      refundableAmount: 19.99,
    });
    expect((await t.refund(paymentIntentId)).body).toMatchObject({ amount: 19.99 });
    expect((await t.refund(paymentIntentId)).body.errorCode).toBe("refund_exceeds_payment");
  });

  test("a late win after a loss gives the money back", async () => {
    const { paid, notice } = await t.open();
    await t.change(notice, { status: "lost" });
    await t.change(notice, { status: "won" });
    expect(await disputedOf(paid.intent)).toBe(0);
    expect((await t.refund(paid.intent.paymentIntentId)).statusCode).toBe(201);
  });

  test("a dispute larger than its payment takes all of it, and no more", async () => {
    const { paid, notice } = await t.open({ amountMinor: 6_000 });
    await t.change(notice, { status: "lost" });
    expect(await disputedOf(paid.intent)).toBe(60);
    expect((await t.refund(paid.intent.paymentIntentId)).body.errorCode).toBe(
      "refund_exceeds_payment",
    );
  });

  test("a refund that waits when the dispute comes is not sent", async () => {
    const paid = await t.paid();
    const { body } = await t.refund(paid.intent.paymentIntentId);
    await t.open({}, paid);
    await runRefunds(world);
    const after = (await world.call("GET", `/v1/refunds/${body.refundId}`)).json();
    expect(after).toMatchObject({ status: "failed", messages: [{ code: "charge_disputed" }] });
    expect(world.parties.northbank.refunds.made.has(body.refundId)).toBe(false);
  });

  test("two disputes of one payment add up, and end one by one", async () => {
    const first = await t.open({ amountMinor: 1_000 });
    const second = noticeOf({
      disputeId: "second-of-two",
      chargeId: first.paid.chargeId,
      amountMinor: 2_000,
    });
    await t.notify(second);
    expect(await disputedOf(first.paid.intent)).toBe(30);
    await t.change(first.notice, { status: "won" });
    expect((await t.refund(first.paid.intent.paymentIntentId, 1)).statusCode).toBe(409);
    await t.change(second, { status: "lost" });
    expect(await disputedOf(first.paid.intent)).toBe(20);
    expect((await t.refund(first.paid.intent.paymentIntentId)).body).toMatchObject({
      amount: 29.99,
    });
  });
});

describe("the ledger", () => {
  async function postedOf({ disputeId, paymentId }: Dispute): Promise<Record<string, number>> {
    const { operatorId } = world.operator;
    const source = { operatorId, type: "dispute", id: disputeId, paymentId } as const;
    const posted = await inTransaction(world.service.deps.database, (tx) => readPosted(tx, source));
    return Object.fromEntries(
      [...posted].flatMap(([name, amount]) => (amount === 0n ? [] : [[name, Number(amount)]])),
    );
  }
  const held = "dispute_receivable:northbank";
  const paidOut = "processor_receivable:northbank";
  const fee = "processing_fees:dispute";

  test("holds the amount while a dispute is open, and the fee is an expense", async () => {
    const inquiry = await t.open({ stage: "inquiry", feeMinor: null });
    expect(await postedOf(inquiry.dispute)).toEqual({});
    await t.change(inquiry.notice, { stage: "chargeback", feeMinor: 1_500 });
    expect(await postedOf(inquiry.dispute)).toEqual({
      [held]: 4_999,
      [paidOut]: -6_499,
      [fee]: 1_500,
    });
  });

  test("a lost dispute is a loss, and a late win reverses it", async () => {
    const { dispute, notice } = await t.open();
    await t.change(notice, { status: "lost" });
    expect(await postedOf(dispute)).toEqual({
      chargeback_losses: 4_999,
      [paidOut]: -6_499,
      [fee]: 1_500,
    });
    await t.change(notice, { status: "won" });
    expect(await postedOf(dispute)).toEqual({ [paidOut]: -1_500, [fee]: 1_500 });
  });

  test("an accepted dispute that the processor refuses to close is open again", async () => {
    const { dispute } = await t.open();
    const error = { error: { code: "dispute_not_answerable", message: "no" } };
    world.parties.northbank.disputes.next({
      becomes: "nothing",
      response: { status: 400, body: error },
    });
    await t.accept(dispute.disputeId);
    expect(await postedOf(dispute)).toMatchObject({ chargeback_losses: 4_999 });
    await t.follow();
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      outcome: null,
    });
    expect(await postedOf(dispute)).toEqual({ [held]: 4_999, [paidOut]: -6_499, [fee]: 1_500 });
  });
});
