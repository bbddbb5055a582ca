/** Tests returned debits end to end with the sandbox's bank. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { type BankWorld, createBankWorld } from "../testing/bank-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: BankWorld;
let serial = 0;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

async function settled(): Promise<{ intent: CreatedPaymentIntent; accountNumber: string }> {
  serial += 1;
  const accountNumber = `87654321${String(serial).padStart(3, "0")}`;
  const intent = await world.createIntent();
  await world.payByDebit(intent, { account: { accountNumber } });
  await world.bankTakesFile();
  await world.windowPasses();
  return { intent, accountNumber };
}

async function sendBack(accountNumber: string, code: string): Promise<void> {
  const entry = world.bank.files
    .flatMap(({ entries }) => entries)
    .find((entry) => entry.accountNumber === accountNumber && entry.direction === "debit");
  expect(await world.bank.returnEntry(entry?.traceNumber ?? "", code)).toBe(true);
  for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
}

async function disputesOf({ paymentIntentId }: CreatedPaymentIntent): Promise<Dispute[]> {
  const url = `/v1/disputes?paymentIntentId=${paymentIntentId}`;
  return (await world.call("GET", url)).json().data;
}

test.each(["R05", "R07", "R10", "R11", "R29"])(
  "a debit returned with %s is a lost dispute, once",
  async (code) => {
    const { intent, accountNumber } = await settled();
    await sendBack(accountNumber, code);
    await world.runJob("ach.report_outcomes");
    const disputes = await disputesOf(intent);
    expect(disputes).toMatchObject([
      {
        processor: "ach",
        network: "ach",
        reasonCode: code,
        category: "unauthorized_debit",
        stage: "chargeback",
        status: "lost",
        outcome: "lost",
        amount: 49.99,
        respondBy: null,
        canRespond: false,
      },
    ]);
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed", disputedAmount: 49.99 });
    const id = disputes[0]?.disputeId;
    const responses = await Promise.all([
      world.call("PUT", `/v1/disputes/${id}/evidence`, { body: { fields: { explanation: "x" } } }),
      world.call("POST", `/v1/disputes/${id}/submit`),
      world.call("POST", `/v1/disputes/${id}/accept`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
  },
);

test("a debit returned for another reason is not a dispute", async () => {
  const { intent, accountNumber } = await settled();
  await sendBack(accountNumber, "R01");
  expect(await world.statusOf(intent)).toMatchObject({ status: "failed", disputedAmount: 0 });
  expect(await disputesOf(intent)).toEqual([]);
});

test("a dispute after a refund records what was refunded before the return", async () => {
  const { intent, accountNumber } = await settled();
  await world.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    body: { externalRefundId: "before-return", amount: 20 },
  });
  await runRefunds(world);
  await world.bankTakesFile();
  await world.windowPasses();
  await runRefunds(world);
  await sendBack(accountNumber, "R10");
  const [dispute] = await disputesOf(intent);
  const row = await world.service.deps.database.kysely
    .selectFrom("disputes")
    .select("refunded_before_minor")
    .where("dispute_id", "=", dispute?.disputeId ?? "")
    .executeTakeFirst();
  expect(row?.refunded_before_minor).toBe(2_000);
});
