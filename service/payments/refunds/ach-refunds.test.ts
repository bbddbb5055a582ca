/** Tests refunds of debits end to end with the sandbox's bank. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import { inTransaction } from "../../platform/database/transaction.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { type BankWorld, createBankWorld } from "../testing/bank-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: BankWorld;
let serial = 0;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

interface Debit {
  intent: CreatedPaymentIntent;
  accountNumber: string;
}

async function debited(likeAccount = "12345678"): Promise<Debit> {
  serial += 1;
  const accountNumber = `${likeAccount}${String(serial).padStart(3, "0")}`;
  const intent = await world.createIntent();
  await world.payByDebit(intent, { account: { accountNumber } });
  await world.bankTakesFile();
  return { intent, accountNumber };
}

async function settled(): Promise<Debit> {
  const debit = await debited();
  await world.windowPasses();
  expect(await world.statusOf(debit.intent)).toMatchObject({ status: "success" });
  return debit;
}

async function refund({ intent }: Debit, amount?: number) {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `ach-${serial}`, ...(amount !== undefined && { amount }) };
  const response = await world.call("POST", url, { body });
  return {
    statusCode: response.statusCode,
    body: response.json<Refund & { errorCode?: string }>(),
  };
}

const follow = () => runRefunds(world);
const read = async (refundId: string): Promise<Refund> =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();
async function sendDebitBack({ accountNumber }: Debit, code: string): Promise<void> {
  const entry = world.bank.files
    .flatMap(({ entries }) => entries)
    .find((entry) => entry.accountNumber === accountNumber && entry.direction === "debit");
  expect(await world.bank.returnEntry(entry?.traceNumber ?? "", code)).toBe(true);
}
const creditsTo = (accountNumber: string) =>
  world.bank.files
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.accountNumber === accountNumber && entry.direction === "credit");

describe("a refund of a debit", () => {
  test("can be canceled until its credit is in a file, and then sends nothing", async () => {
    const debit = await settled();
    const first = await refund(debit, 20);
    await follow();
    const cancel = (id: string) => world.call("POST", `/v1/refunds/${id}/cancel`);
    const response = await cancel(first.body.refundId);
    expect(response.json(), response.body).toMatchObject({ status: "canceled" });
    expect((await world.statusOf(debit.intent))["refundedAmount"]).toBe(0);
    const second = await refund(debit, 7);
    await follow();
    await world.bankTakesFile();
    expect((await cancel(second.body.refundId)).json().errorCode).toBe("refund_not_cancelable");
    expect((await cancel(first.body.refundId)).json().errorCode).toBe("refund_not_cancelable");
    expect(creditsTo(debit.accountNumber)).toMatchObject([{ amountMinor: 700 }]);
    await world.windowPasses();
    await follow();
    expect([
      (await read(first.body.refundId)).status,
      (await read(second.body.refundId)).status,
    ]).toEqual(["canceled", "success"]);
  });

  test("is a credit to the debited account, in parts, with its trace number", async () => {
    const debit = await settled();
    const first = await refund(debit, 20);
    const second = await refund(debit);
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    await follow();
    expect((await read(first.body.refundId)).status).toBe("pending");
    await world.bankTakesFile();
    expect(world.bank.files.at(-1)?.problems).toEqual([]);
    expect(
      creditsTo(debit.accountNumber)
        .map(({ amountMinor }) => amountMinor)
        .sort(),
    ).toEqual([2_000, 2_999]);
    await world.windowPasses();
    await follow();
    const after = await read(first.body.refundId);
    expect(after).toMatchObject({
      status: "success",
      kind: "refund",
      reference: { type: "trace", value: expect.stringMatching(/^\d{15}$/) },
    });
    expect(await world.statusOf(debit.intent)).toMatchObject({
      status: "success",
      refundedAmount: 49.99,
    });
  });

  test("needs a settled debit: a pending one is canceled instead", async () => {
    const debit = await debited();
    expect((await refund(debit)).body.errorCode).toBe("payment_not_refundable");
  });

  test("fails if the bank returns it, and can be tried again", async () => {
    const debit = await settled();
    const { body } = await refund(debit);
    await follow();
    await world.bankTakesFile();
    const [credit] = creditsTo(debit.accountNumber);
    expect(await world.bank.returnEntry(credit?.traceNumber ?? "", "R02")).toBe(true);
    await world.bankTakesFile();
    await follow();
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "ach_r02" }],
    });
    expect((await refund(debit)).statusCode).toBe(201);
  });

  test("is taken back if the debit comes back while it waits for its file", async () => {
    const debit = await settled();
    const { body } = await refund(debit);
    await follow();
    await sendDebitBack(debit, "R10");
    for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
    await follow();
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "payment_returned" }],
    });
    await world.bankTakesFile();
    expect(creditsTo(debit.accountNumber)).toEqual([]);
    expect((await refund(debit)).body.errorCode).toBe("payment_not_refundable");
  });

  test("goes into no file that is closed between the return and its report", async () => {
    const debit = await settled();
    const { body } = await refund(debit);
    await follow();
    await sendDebitBack(debit, "R10");
    await world.runJob("ach.returns");
    await world.service.deps.ach.closeFile();
    await world.bank.collect();
    expect(creditsTo(debit.accountNumber)).toEqual([]);
    await world.runJob("ach.report_outcomes");
    await follow();
    expect((await read(body.refundId)).status).toBe("failed");
  });

  test("goes into no file while the debit's return is still in the inbox", async () => {
    const debit = await settled();
    await refund(debit);
    await follow();
    await sendDebitBack(debit, "R10");
    await world.service.deps.ach.closeFile();
    await world.bank.collect();
    expect(creditsTo(debit.accountNumber)).toEqual([]);
  });

  test("fails when the customer's account was erased, and frees its amount", async () => {
    const data = { email: "debited@example.com" };
    await world.call("POST", "/v1/customers", { body: { externalCustomerId: "debited", data } });
    const intent = await world.createIntent({ externalCustomerId: "debited" });
    serial += 1;
    await world.payByDebit(intent, { account: { accountNumber: `12345678${serial}` } });
    await world.bankTakesFile();
    await world.windowPasses();
    const erased = await world.call("POST", "/v1/customers/debited/erasure", {
      body: { reason: "customer_request" },
    });
    expect(erased.statusCode).toBe(200);
    const { body } = await refund({ intent, accountNumber: "" });
    await follow();
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "account_erased" }],
    });
    expect(await world.statusOf(intent)).toMatchObject({ refundedAmount: 0 });
  });

  test("fails when the debited account is damaged, and frees its amount", async () => {
    const debit = await settled();
    const { payments } = (await world.statusOf(debit.intent)) as unknown as {
      payments: { paymentId: string }[];
    };
    const where = { entry_key: payments[0]?.paymentId ?? "" };
    await damageValues(world, "ach_entries", "details_sealed", where);
    const { body } = await refund(debit);
    await follow();
    expect(await read(body.refundId)).toMatchObject({
      status: "failed",
      messages: [{ code: "destination_unreadable" }],
    });
    expect(await world.statusOf(debit.intent)).toMatchObject({ refundedAmount: 0 });
  });

  test("never exceeds its debit, even if ordered directly from the rail", async () => {
    const debit = await settled();
    const { payments } = (await world.statusOf(debit.intent)) as unknown as {
      payments: { paymentId: string }[];
    };
    const { operatorId } = world.operator;
    const order = (entryKey: string, amountMinor: number, of = operatorId) =>
      inTransaction(world.service.deps.database, (tx) =>
        world.service.deps.ach.refund(tx, {
          operatorId: of,
          debitKey: payments[0]?.paymentId ?? "",
          entryKey,
          amountMinor,
          companyName: "TESSERA",
          isReversal: false,
        }),
      );
    await expect(order("too-large", 5_000)).rejects.toThrow("exceed");
    expect(await order("part", 3_000)).toBe("ordered");
    expect(await order("part", 3_000)).toBe("ordered");
    await expect(order("rest", 2_000)).rejects.toThrow("exceed");
    const other = await world.createOperator();
    expect(await order("theirs", 1, other.operatorId)).toBe("not_settled");
  });

  test("is never ordered if the debit comes back right after the request", async () => {
    const debit = await settled();
    const { body } = await refund(debit);
    await sendDebitBack(debit, "R10");
    for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
    await follow();
    expect((await read(body.refundId)).status).toBe("failed");
    await world.bankTakesFile();
    expect(creditsTo(debit.accountNumber)).toEqual([]);
  });

  test("stays a success if it is in a file when the debit comes back: both are shown", async () => {
    const debit = await settled();
    const { body } = await refund(debit, 10);
    await follow();
    await world.bankTakesFile();
    await sendDebitBack(debit, "R10");
    await world.bankTakesFile();
    await world.windowPasses();
    await follow();
    expect(await read(body.refundId)).toMatchObject({ status: "success", messages: [] });
    expect(await world.statusOf(debit.intent)).toMatchObject({
      status: "failed",
      refundedAmount: 10,
      payments: [{ status: "failed", refundedAmount: 10, messages: [{ code: "ach_r10" }] }],
    });
  });
});
