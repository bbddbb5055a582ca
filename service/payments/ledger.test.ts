/** Posts through the real paths of payments. The ledger's own tests are in service/ledger. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import { readPostings, readResourceBalances } from "../ledger/testing/read-ledger.ts";
import {
  checkRecords,
  restoreHistory,
  tamper,
  walkHistory,
} from "../ledger/testing/restore-history.ts";
import { type BankWorld, createBankWorld } from "./testing/bank-world.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import { runRefunds } from "./testing/run-refunds.ts";

let serial = 0;
async function refund(world: PaymentWorld, intent: CreatedPaymentIntent, amount?: number) {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `ledger-${serial}`, ...(amount !== undefined && { amount }) };
  const response = await world.call("POST", url, { body });
  expect(response.statusCode).toBe(201);
  return response.json<Refund>();
}

describe("card payments", () => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await createPaymentWorld();
  });
  afterAll(() => world.close());
  const database = () => world.service.deps.database;

  async function paid() {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent);
    expect(body.status).toBe("success");
    const { payments } = (await world.statusOf(intent)) as unknown as {
      payments: { paymentId: string; processor: string }[];
    };
    const [{ paymentId, processor } = { paymentId: "", processor: "" }] = payments;
    return { intent, paymentId, receivable: `processor_receivable:${processor}` };
  }

  test("a charge posts what the processor will pay, and a decline posts nothing", async () => {
    const { paymentId, receivable } = await paid();
    expect(await readPostings(database(), paymentId)).toEqual({
      charge: { [receivable]: 4_999, customer_orders: -4_999 },
    });
    const intent = await world.createIntent();
    world.parties.northbank.next({ becomes: { declined: "do_not_honor" } });
    const { body } = await world.pay(intent);
    expect(body.status).toBe("failed");
    expect(await readPostings(database(), body.paymentId)).toEqual({});
  });

  test("a refund reduces the sale when it is requested, and the processor's balance when it is done", async () => {
    const { intent, paymentId, receivable } = await paid();
    const { refundId } = await refund(world, intent, 20);
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      [receivable]: 4_999,
      customer_orders: -2_999,
      "refunds_in_flight:card": -2_000,
    });
    await runRefunds(world);
    expect(await readPostings(database(), refundId)).toEqual({
      asked: { customer_orders: 2_000, "refunds_in_flight:card": -2_000 },
      done: { [receivable]: -2_000, "refunds_in_flight:card": 2_000 },
    });
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      [receivable]: 2_999,
      customer_orders: -2_999,
    });
  });

  test("a canceled refund leaves the books as they were before its request", async () => {
    const { intent, paymentId, receivable } = await paid();
    const { refundId } = await refund(world, intent);
    const canceled = await world.call("POST", `/v1/refunds/${refundId}/cancel`);
    expect(canceled.statusCode).toBe(200);
    const { canceled: mirror } = await readPostings(database(), refundId);
    expect(mirror).toEqual({ customer_orders: -4_999, "refunds_in_flight:card": 4_999 });
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      [receivable]: 4_999,
      customer_orders: -4_999,
    });
  });

  test("a failed refund is a debt until the next one replaces it", async () => {
    const { intent, paymentId, receivable } = await paid();
    const first = await refund(world, intent, 20);
    world.parties.northbank.refunds.next({ becomes: { failed: "account_closed" } });
    await runRefunds(world);
    expect(Object.keys(await readPostings(database(), first.refundId))).toEqual([
      "asked",
      "failed",
    ]);
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      [receivable]: 4_999,
      customer_orders: -2_999,
      refunds_owed: -2_000,
    });
    await refund(world, intent, 30);
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      [receivable]: 4_999,
      customer_orders: -1_999,
      "refunds_in_flight:card": -3_000,
    });
  });

  test("everything above follows from the records: the history posts the same, and the check agrees", async () => {
    await walkHistory(world);
    expect(await checkRecords(world)).toEqual([]);
    const { before, after } = await restoreHistory(world);
    expect(after.length).toBeGreaterThan(5);
    expect(after).toEqual(before);
    expect(await checkRecords(world)).toEqual([]);
  });

  test("the check finds a posting that is missing, wrong, or of a record that says otherwise", async () => {
    const { paymentId } = await paid();
    const wrong = (await paid()).paymentId;
    await walkHistory(world);
    await tamper(world, `delete from ledger_postings where source_id = '${paymentId}'`);
    await tamper(
      world,
      `update ledger_postings set amounts = array[1, -1] where source_id = '${wrong}'`,
    );
    const found = await checkRecords(world);
    expect(found).toHaveLength(2);
    expect(found.find((line) => line.includes(paymentId))).toContain('"kind":"missing"');
    expect(found.find((line) => line.includes(wrong))).toContain('"kind":"different"');
    const { text } = await world.service.deps.metrics.expose();
    expect(text).toContain('tessera_ledger_problems_total{kind="missing"} 1');
    // The check repairs nothing.
    expect(await readPostings(database(), paymentId)).toEqual({});
  });
});

describe("ACH debits", () => {
  let world: BankWorld;
  beforeAll(async () => {
    world = await createBankWorld();
  });
  afterAll(() => world.close());
  const database = () => world.service.deps.database;

  async function sendDebitBack(accountNumber: string, code: string) {
    const entry = world.bank.files
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.accountNumber === accountNumber && entry.direction === "debit");
    expect(await world.bank.returnEntry(entry?.traceNumber ?? "", code)).toBe(true);
    await world.bankTakesFile();
  }

  async function debited(likeAccount = "12345678") {
    serial += 1;
    const accountNumber = `${likeAccount}${String(serial).padStart(3, "0")}`;
    const intent = await world.createIntent();
    const { body } = await world.payByDebit(intent, { account: { accountNumber } });
    return { intent, accountNumber, paymentId: body.paymentId };
  }

  test("post when they are filed, settle, and come back", async () => {
    const { paymentId, accountNumber } = await debited();
    expect(await readPostings(database(), paymentId)).toEqual({});
    await world.bankTakesFile();
    const filed = { ach_debits_in_flight: 4_999, customer_orders: -4_999 };
    expect(await readPostings(database(), paymentId)).toEqual({ debit_filed: filed });
    await world.windowPasses();
    const settled = { "bank:ach": 4_999, ach_debits_in_flight: -4_999 };
    expect(await readPostings(database(), paymentId)).toEqual({
      debit_filed: filed,
      debit_settled: settled,
    });
    await sendDebitBack(accountNumber, "R10");
    expect(await readResourceBalances(database(), paymentId)).toEqual({});
    const { debit_returned: returned } = await readPostings(database(), paymentId);
    expect(returned).toEqual({ "bank:ach": -4_999, customer_orders: 4_999 });
  });

  test("leave nothing in flight if they come back before they settle", async () => {
    const { paymentId, accountNumber } = await debited();
    await world.bankTakesFile();
    await sendDebitBack(accountNumber, "R01");
    const { debit_returned: returned } = await readPostings(database(), paymentId);
    expect(returned).toEqual({ ach_debits_in_flight: -4_999, customer_orders: 4_999 });
    expect(await readResourceBalances(database(), paymentId)).toEqual({});
  });

  test("leave the refund as a loss if they come back after it", async () => {
    const { intent, paymentId, accountNumber } = await debited();
    await world.bankTakesFile();
    await world.windowPasses();
    const { refundId } = await refund(world, intent, 20);
    await runRefunds(world);
    await world.bankTakesFile();
    await world.windowPasses();
    await runRefunds(world);
    expect(await readPostings(database(), refundId)).toEqual({
      asked: { customer_orders: 2_000, "refunds_in_flight:ach": -2_000 },
      done: { "bank:ach": -2_000, "refunds_in_flight:ach": 2_000 },
    });
    await sendDebitBack(accountNumber, "R10");
    expect(await readResourceBalances(database(), paymentId)).toEqual({
      "bank:ach": -2_000,
      chargeback_losses: 2_000,
    });
  });

  test("end the debt of a failed refund if they come back after it", async () => {
    const { intent, paymentId, accountNumber } = await debited();
    await world.bankTakesFile();
    await world.windowPasses();
    const { refundId } = await refund(world, intent, 20);
    await runRefunds(world);
    await world.bankTakesFile();
    const credit = world.bank.files
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.accountNumber === accountNumber && entry.direction === "credit");
    expect(await world.bank.returnEntry(credit?.traceNumber ?? "", "R02")).toBe(true);
    await world.bankTakesFile();
    await runRefunds(world);
    expect(await readResourceBalances(database(), paymentId)).toMatchObject({
      refunds_owed: -2_000,
    });
    await sendDebitBack(accountNumber, "R10");
    expect(await readResourceBalances(database(), paymentId)).toEqual({});
    const { replaced } = await readPostings(database(), refundId);
    expect(replaced).toEqual({ customer_orders: -2_000, refunds_owed: 2_000 });
  });

  test("cost nothing if they come back while a refund waits for its file", async () => {
    const { intent, paymentId, accountNumber } = await debited();
    await world.bankTakesFile();
    await world.windowPasses();
    await refund(world, intent, 20);
    await runRefunds(world);
    await sendDebitBack(accountNumber, "R10");
    world.clock.advance(3_600_000);
    await runRefunds(world);
    expect(await readResourceBalances(database(), paymentId)).toEqual({});
  });

  test("everything above follows from the records: the history posts the same, and the check agrees", async () => {
    await walkHistory(world);
    expect(await checkRecords(world)).toEqual([]);
    const { before, after } = await restoreHistory(world);
    expect(after.length).toBeGreaterThan(5);
    expect(after).toEqual(before);
    expect(await checkRecords(world)).toEqual([]);
  });
});
