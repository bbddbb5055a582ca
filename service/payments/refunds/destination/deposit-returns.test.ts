/** Returns of deposits that paid no order, and refunds of deposits that leave the chain. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { readPostings, readResourceBalances } from "../../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../../ledger/testing/restore-history.ts";
import { cryptoRefundCalls } from "../../testing/crypto-refund-calls.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { acceptLateArrival } from "../follow-ended.ts";
import { moveRefund } from "../refund-store.ts";

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
});
afterAll(() => world.close());

const { refund, refunded, secretOf, quoteOf, nameWallet, nameAndApprove, shown, settle } =
  cryptoRefundCalls(() => world);

const paymentsOf = async (intent: CreatedPaymentIntent) =>
  (await world.statusOf(intent))["payments"] as unknown as { paymentId: string }[];
async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${world.sandbox.url}/chain/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}
/** Replaces the newest blocks by blocks without the payments. */
async function replaceBlocks(): Promise<void> {
  await control("reorganisations", { depth: 3 });
  await world.round();
}
/** Confirms the new blocks of {@link replaceBlocks}, so that the payments count as gone. */
async function confirmReplacement(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await world.round();
  await control("blocks", { count: 3 });
  await world.round();
}
const returned = { status: "failed", messages: [{ code: "payment_returned" }] };

describe("crypto that the payment did not use", () => {
  test("an overpayment is returned in its asset, once, and does not count against the payment", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const created = await refunded(intent, { reason: "overpaid" });
    expect(created).toMatchObject({
      amount: 0,
      breakdown: { total: 0 },
      crypto: { asset: "USDC", network: "ethereum", amount: "24.995" },
    });
    const repeat = await refund(intent, { reason: "overpaid" });
    expect([repeat.statusCode, repeat.json().errorCode]).toEqual([400, "payment_not_refundable"]);
    await nameAndApprove(created);
    expect(await settle(created)).toMatchObject({ status: "success" });
    expect(await world.payoutsOf(created.refundId)).toMatchObject([{ assetAmount: "24.995" }]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    expect(await readPostings(world.service.deps.database, created.refundId)).toEqual({
      asked: { customer_funds: 24_995_000, "refunds_in_flight:crypto": -24_995_000 },
      done: { "bank:tidewater": -24_995_000, "refunds_in_flight:crypto": 24_995_000 },
    });
    // The order itself can still be refunded in full.
    const whole = await refunded(intent);
    expect(await quoteOf(secretOf(whole))).toMatchObject({ amount: "49.99", isLimited: false });
  });

  test("a return that fails can be requested again", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const refund = await refunded(intent, { reason: "overpaid" });
    await world.call("POST", `/v1/refunds/${refund.refundId}/cancel`);
    const { canceled } = await readPostings(world.service.deps.database, refund.refundId);
    expect(canceled).toEqual({
      customer_funds: -24_995_000,
      "refunds_in_flight:crypto": 24_995_000,
    });
    expect(await refunded(intent, { reason: "overpaid" })).toMatchObject({
      crypto: { amount: "24.995" },
    });
  });

  test("an underpayment and late money are returned whole", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { times: 0.5, mine: 3 });
    await world.round();
    await world.round(17 * 60_000);
    expect((await refund(intent)).json().errorCode).toBe("payment_not_refundable");
    expect((await refund(intent, { reason: "overpaid" })).statusCode).toBe(400);
    const amount = { reason: "underpaid", amount: 3 };
    expect((await refund(intent, amount)).json()).toMatchObject({ errors: [{ path: "amount" }] });
    expect(await refunded(intent, { reason: "underpaid" })).toMatchObject({
      crypto: { amount: "24.995" },
    });
    await world.pay(action, { times: 0.25, mine: 3 });
    await world.round(60_000);
    // 24.995 is being returned already.
    const late = await refunded(intent, { reason: "paid_late" });
    expect(late.crypto?.amount).toBe("12.4975");
  });

  test("the wrong asset is returned in that asset; an unknown token is not", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
    await world.round();
    const created = await refunded(intent, { reason: "wrong_asset" });
    expect(created.crypto).toEqual({ asset: "USDT", network: "ethereum", amount: "7" });
    await nameAndApprove(created);
    await settle(created);
    await world.pay(action, { asset: "USDT", amount: "2", mine: 3 });
    await world.round();
    // Both receipts and the return are posted: the rest is the customer's.
    const [{ paymentId } = { paymentId: "" }] = await paymentsOf(intent);
    expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
      "bank:tidewater": -7_000_000,
      "crypto_wallet:USDT": 9_000_000,
      customer_funds: -2_000_000,
    });
    const other = await world.begin();
    await world.pay(other.action, { asset: "DAI", mine: 3 });
    await world.round();
    expect((await refund(other.intent, { reason: "wrong_asset" })).statusCode).toBe(400);
  });

  test("nothing is returned before the network has confirmed it", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { asset: "USDT", amount: "7", mine: 1 });
    await world.round();
    expect((await refund(intent, { reason: "wrong_asset" })).statusCode).toBe(400);
  });

  test("the reasons are refused for payments by other methods", async () => {
    const card = await world.createIntent();
    for (const reason of ["underpaid", "paid_late", "wrong_asset"]) {
      const response = await refund(card, { reason });
      expect(response.json()).toMatchObject({
        errorCode: "invalid_value",
        errors: [{ path: "reason" }],
      });
    }
  });
});

describe("a deposit that leaves the chain", () => {
  test("refunds of the order wait and then end, whether they have an address and an approval or not", async () => {
    const { intent } = await world.paid();
    const waiting = await refunded(intent, { amount: 20 });
    const named = await refunded(intent, { amount: 10 });
    await nameWallet(named);
    const approved = await refunded(intent, { amount: 5 });
    await nameWallet(approved);
    await world.approve(approved.refundId);
    await replaceBlocks();
    await runRefunds(world);
    await expect(world.approve(named.refundId)).rejects.toMatchObject({
      code: "conflicting_state",
    });
    const all = () => Promise.all([waiting, named, approved].map(shown));
    expect((await all()).map(({ status }) => status)).toEqual([
      "requires-destination",
      "pending",
      "pending",
    ]);
    await confirmReplacement();
    expect(await all()).toMatchObject([returned, returned, returned]);
    expect(await world.payoutsOf(approved.refundId)).toEqual([]);
  });

  test("an overpayment is not returned once it has left the chain", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const refund = await refunded(intent, { reason: "overpaid" });
    await nameWallet(refund);
    await replaceBlocks();
    await expect(world.approve(refund.refundId)).rejects.toMatchObject({
      code: "conflicting_state",
    });
    await confirmReplacement();
    expect(await shown(refund)).toMatchObject(returned);
    expect(await world.payoutsOf(refund.refundId)).toEqual([]);
  });

  test("a return that was approved before waits, and ends when the deposit is gone for good", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const refund = await refunded(intent, { reason: "overpaid" });
    await nameWallet(refund);
    await world.approve(refund.refundId);
    await replaceBlocks();
    await runRefunds(world);
    expect([(await shown(refund)).status, await world.payoutsOf(refund.refundId)]).toEqual([
      "pending",
      [],
    ]);
    await confirmReplacement();
    await runRefunds(world);
    expect(await shown(refund)).toMatchObject(returned);
    expect(await world.payoutsOf(refund.refundId)).toEqual([]);
  });

  test("the part that stays in the chain is the customer's, and is returned", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { times: 0.5, mine: 5 });
    await world.round();
    await world.pay(action, { times: 0.5, mine: 3 });
    await world.round();
    await world.round();
    expect((await world.statusOf(intent))["status"]).toBe("success");
    await replaceBlocks();
    await confirmReplacement();
    expect((await world.statusOf(intent))["status"]).toBe("failed");
    const [{ paymentId } = { paymentId: "" }] = await paymentsOf(intent);
    expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
      "crypto_wallet:USDC": 24_995_000,
      customer_funds: -24_995_000,
    });
    const created = await refunded(intent, { reason: "underpaid" });
    expect(created.crypto?.amount).toBe("24.995");
    await nameAndApprove(created);
    expect(await settle(created)).toMatchObject({ status: "success" });
  });

  test("what a refund of the order returned before is not returned again", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { times: 0.5, mine: 5 });
    await world.round();
    await world.pay(action, { times: 0.5, mine: 3 });
    await world.round();
    await world.round();
    const part = await refunded(intent, { amount: 20 });
    await nameAndApprove(part);
    expect(await settle(part)).toMatchObject({ status: "success" });
    await replaceBlocks();
    await confirmReplacement();
    expect(await refunded(intent, { reason: "underpaid" })).toMatchObject({
      crypto: { amount: "4.995" },
    });
  });

  test("a refund of the order that failed and arrived after all is not returned again", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { times: 0.5, mine: 5 });
    await world.round();
    await world.pay(action, { times: 0.5, mine: 3 });
    await world.round();
    await world.round();
    const part = await refunded(intent, { amount: 20 });
    await nameAndApprove(part);
    const { payments } = world.service;
    const key = { operatorId: world.operator.operatorId, refundId: part.refundId };
    const failed = await moveRefund(payments, key, "refused", { failureCode: "refund_failed" });
    await replaceBlocks();
    await confirmReplacement();
    if (!failed) throw new Error("the refund could not fail");
    const arrived = { providerRefundId: "po-late", kind: "transfer", reference: null } as const;
    await acceptLateArrival(payments, failed, { type: "success", ...arrived });
    expect(await refunded(intent, { reason: "underpaid" })).toMatchObject({
      crypto: { amount: "4.995" },
    });
  });

  test("a return of another asset waits while its block is not in the chain", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
    await world.round();
    const refund = await refunded(intent, { reason: "wrong_asset" });
    await nameWallet(refund);
    await world.approve(refund.refundId);
    await replaceBlocks();
    await confirmReplacement();
    await runRefunds(world);
    expect([(await shown(refund)).status, await world.payoutsOf(refund.refundId)]).toEqual([
      "pending",
      [],
    ]);
    const canceled = await world.call("POST", `/v1/refunds/${refund.refundId}/cancel`);
    expect(canceled.json()).toMatchObject({ status: "canceled" });
  });
});

test("the ledger check agrees with all postings", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
