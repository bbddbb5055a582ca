import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerPosting } from "#contract/api/ledger";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { PaymentDetail } from "#contract/console/payments";
import { type BankWorld, createBankWorld } from "../../payments/testing/bank-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: BankWorld;
let admin: TestStaff;
let serial = 0;
/** The bank account of each payment intent. */
const accounts = new Map<string, string>();
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

/** Advances the clock while the bank takes its files, and signs in again, because the session has expired. */
async function daysPass(days = 12): Promise<void> {
  await world.bankTakesFile(days * 86_400_000);
  admin = await addStaff(world, "admin");
}

async function debited(accountPrefix = "44445555"): Promise<CreatedPaymentIntent> {
  serial += 1;
  const accountNumber = `${accountPrefix}${String(serial).padStart(3, "0")}`;
  const intent = await world.createIntent();
  accounts.set(intent.paymentIntentId, accountNumber);
  await world.payByDebit(intent, { account: { accountNumber } });
  await world.bankTakesFile();
  return intent;
}
async function settled(): Promise<[CreatedPaymentIntent, CreatedPaymentIntent]> {
  const debits: [CreatedPaymentIntent, CreatedPaymentIntent] = [await debited(), await debited()];
  for (let day = 0; day < 10; day += 1) {
    await daysPass(1);
    const statuses = await Promise.all(debits.map((intent) => world.statusOf(intent)));
    if (statuses.every(({ status }) => status === "success")) return debits;
  }
  throw new Error("the debits do not settle");
}

const pathOf = ({ paymentIntentId }: CreatedPaymentIntent) => `/payments/${paymentIntentId}`;
const detailOf = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", pathOf(intent));
const refund = (intent: CreatedPaymentIntent, body: Record<string, unknown> = {}) =>
  admin.browser.call("POST", `${pathOf(intent)}/refunds`, { seenReturnedMinor: 0, ...body });
const reverse = (intent: CreatedPaymentIntent, body: Record<string, unknown> = {}) =>
  refund(intent, { achError: "duplicate", ...body });
const refusal = { errors: [{ path: "achError", errorCode: "invalid_value" }] };

test("a reversal is a credit of the whole debit that says REVERSAL, in the debit's class", async () => {
  const [intent, ordinary] = await settled();
  const { refundable } = await detailOf(intent);
  expect(refundable?.reversibleUntil).toMatch(/^\d{4}-\d\d-\d\d$/);
  const response = await reverse(intent);
  expect([response.statusCode, response.json()]).toMatchObject([201, { achError: "duplicate" }]);
  await refund(ordinary);
  await runRefunds(world);
  await world.bankTakesFile();
  const [file] = world.bank.files;
  expect(file?.problems).toEqual([]);
  const { folder } = world.service.deps.config.ach;
  const text = await readFile(join(folder, "collected", file?.name ?? ""), "latin1");
  const batches = text.split(/\r?\n/).filter((line) => line.startsWith("5"));
  expect(batches.map((line) => line.slice(50, 63).trim()).sort()).toEqual([
    "PPDREFUND",
    "WEBREVERSAL",
  ]);
  await daysPass();
  await runRefunds(world);
  const { refunds } = await detailOf(intent);
  expect(refunds).toMatchObject([{ status: "success", kind: "refund", amount: 49.99 }]);
});

test("a refund of a debit can be canceled until its credit is in a file", async () => {
  const [intent] = await settled();
  const { refundId } = (await refund(intent, { amount: 20 })).json();
  const cancel = (by: TestStaff) => by.browser.call("POST", `/refunds/${refundId}/cancel`);
  await runRefunds(world);
  const waiting = await detailOf(intent);
  expect(waiting.refunds).toMatchObject([{ status: "pending", canCancel: true }]);
  const viewer = await addStaff(world, "viewer");
  expect((await cancel(viewer)).statusCode).toBe(403);
  const reviewer = await addStaff(world, "reviewer");
  const canceled = await cancel(reviewer);
  expect([canceled.statusCode, canceled.json()]).toMatchObject([
    200,
    { status: "canceled", canCancel: false },
  ]);
  const { data } = await admin.browser.ok("GET", `/audit?subject=${refundId}`);
  expect(data[0]).toMatchObject({
    action: "refund.canceled",
    actor: { kind: "staff", staffId: reviewer.staffId },
  });
  await refund(intent, { amount: 7 });
  await runRefunds(world);
  await world.bankTakesFile();
  expect(await detailOf(intent)).toMatchObject({
    refunds: [
      { amount: 7, status: "pending", canCancel: false },
      { amount: 20, status: "canceled", canCancel: false },
    ],
  });
});

test("a reversal is refused for a part of the debit, for an unknown reason, after a refund and before settlement", async () => {
  const [intent] = await settled();
  expect((await reverse(intent, { amount: 20 })).json()).toMatchObject(refusal);
  expect((await reverse(intent, { achError: "regret" })).statusCode).toBe(400);
  await refund(intent, { amount: 5 });
  expect((await reverse(intent, { seenReturnedMinor: 500 })).json()).toMatchObject(refusal);
  expect((await detailOf(intent)).refundable?.reversibleUntil).toBeNull();
  const pending = await debited();
  expect((await reverse(pending)).json()).toMatchObject({ errorCode: "payment_not_refundable" });
});

test("a reversal that no file can carry in time is refused, or fails if it waited too long", async () => {
  const [intent, waiting] = await settled();
  expect((await reverse(waiting)).statusCode).toBe(201);
  world.clock.advance(3 * 86_400_000);
  admin = await addStaff(world, "admin");
  expect((await detailOf(intent)).refundable?.reversibleUntil).toBeNull();
  expect((await reverse(intent)).json()).toMatchObject(refusal);
  await runRefunds(world);
  const { refunds } = await detailOf(waiting);
  expect(refunds).toMatchObject([{ status: "failed", messages: [{ code: "reversal_too_late" }] }]);
  expect((await refund(intent)).statusCode).toBe(201);
});

const noonOf = (day: string) => Date.parse(`${day}T17:00:00Z`);
/** Returns the credits that the bank received for the account of the intent's debit. */
const creditsOf = ({ paymentIntentId }: CreatedPaymentIntent) =>
  world.bank.files
    .flatMap(({ entries }) => entries)
    .filter(
      ({ direction, accountNumber }) =>
        direction === "credit" && accountNumber === accounts.get(paymentIntentId),
    )
    .map(({ amountMinor }) => amountMinor);

test("a reversal whose file is made on its last day is sent", async () => {
  const [intent] = await settled();
  const { refundable } = await detailOf(intent);
  await reverse(intent);
  await runRefunds(world);
  world.clock.set(noonOf(refundable?.reversibleUntil ?? ""));
  await daysPass(0);
  expect(creditsOf(intent)).toEqual([4_999]);
});

test("a reversal whose file was missed while the service was down fails when the next one is made", async () => {
  const [intent, ordinary] = await settled();
  const { refundable } = await detailOf(intent);
  const { refundId } = (await reverse(intent)).json();
  await refund(ordinary, { amount: 3 });
  await runRefunds(world);
  world.clock.set(noonOf(refundable?.reversibleUntil ?? "") + 86_400_000);
  await daysPass(0);
  expect([creditsOf(intent), creditsOf(ordinary)]).toEqual([[], [300]]);
  await runRefunds(world);
  const { refunds, refundable: left, events } = await detailOf(intent);
  expect(refunds).toMatchObject([
    { status: "failed", canCancel: false, messages: [{ code: "reversal_too_late" }] },
  ]);
  expect(left?.returned.baseMinor).toBe(0);
  expect(events.filter(({ status }) => status === "failed")).toMatchObject([{ type: "refund" }]);
  const url = `/v1/ledger/postings?resourceId=${refundId}`;
  const { data } = (await world.call("GET", url)).json<{ data: LedgerPosting[] }>();
  expect(data.flatMap(({ entries }) => entries).map(({ name }) => name)).toContain(
    "Failed refunds due",
  );
  expect((await refund(intent)).statusCode).toBe(201);
  await runRefunds(world);
  await daysPass(1);
  expect(creditsOf(intent)).toEqual([4_999]);
});

/**
 * Makes a file that cannot be handed over, because a file blocks the outbox's name. Returns a function that repairs it.
 */
async function makeStuckFile(): Promise<() => Promise<void>> {
  await runRefunds(world);
  const { ach, config } = world.service.deps;
  const outbox = join(config.ach.folder, "outbox");
  await rm(outbox, { recursive: true, force: true });
  await writeFile(outbox, "");
  world.clock.advance(60_000);
  await expect(ach.closeFile()).rejects.toThrow();
  return () => rm(outbox);
}
const lastFile = () =>
  world.service.deps.database.kysely
    .selectFrom("ach_files")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const refundsOf = async (intent: CreatedPaymentIntent) => {
  await runRefunds(world);
  return (await detailOf(intent)).refunds;
};

test("a reversal is taken out of a file that is handed over too late, and the file's other entries are sent", async () => {
  const [intent, ordinary] = await settled();
  const { refundable } = await detailOf(intent);
  await reverse(intent);
  await refund(ordinary, { amount: 4 });
  const mend = await makeStuckFile();
  expect(await lastFile()).toMatchObject({ status: "made", entry_count: 2, credit_minor: 5_399 });
  await mend();
  world.clock.set(noonOf(refundable?.reversibleUntil ?? "") + 86_400_000);
  await daysPass(0);
  expect([creditsOf(intent), creditsOf(ordinary)]).toEqual([[], [400]]);
  expect(world.bank.files[0]?.problems).toEqual([]);
  expect(await lastFile()).toMatchObject({
    status: "acknowledged",
    entry_count: 1,
    credit_minor: 400,
  });
  expect(await refundsOf(intent)).toMatchObject([
    { status: "failed", messages: [{ code: "reversal_too_late" }] },
  ]);
  expect((await refund(intent)).statusCode).toBe(201);
  await runRefunds(world);
  await daysPass(1);
  await daysPass();
  expect(await refundsOf(ordinary)).toMatchObject([{ status: "success" }]);
  expect(await refundsOf(intent)).toMatchObject([{ status: "success" }, { status: "failed" }]);
});

test("a file whose only reversal is too late is never handed over", async () => {
  const [intent] = await settled();
  const { refundable } = await detailOf(intent);
  await reverse(intent);
  const mend = await makeStuckFile();
  await mend();
  world.clock.set(noonOf(refundable?.reversibleUntil ?? "") + 86_400_000);
  await daysPass(0);
  expect(await lastFile()).toMatchObject({ status: "emptied", entry_count: 0, credit_minor: 0 });
  expect(await refundsOf(intent)).toMatchObject([
    { status: "failed", messages: [{ code: "reversal_too_late" }] },
  ]);
  const next = await debited();
  await daysPass();
  expect((await detailOf(next)).intent.status).toBe("success");
});

test("a reversal in a file that is handed over later on its last day is sent", async () => {
  const [intent] = await settled();
  const { refundable } = await detailOf(intent);
  await reverse(intent);
  const mend = await makeStuckFile();
  await mend();
  world.clock.set(noonOf(refundable?.reversibleUntil ?? ""));
  await daysPass(0);
  expect(creditsOf(intent)).toEqual([4_999]);
});

test("a refund in a waiting file is taken out when its debit is returned", async () => {
  const [intent, ordinary] = await settled();
  await refund(intent);
  await refund(ordinary, { amount: 6 });
  const mend = await makeStuckFile();
  await world.sendBack(accounts.get(intent.paymentIntentId) ?? "", "R10");
  await mend();
  await daysPass(1);
  expect([creditsOf(intent), creditsOf(ordinary)]).toEqual([[], [600]]);
  expect(await refundsOf(intent)).toMatchObject([
    { status: "failed", messages: [{ code: "payment_returned" }] },
  ]);
});

test("a reversal that leaves a released file is not collected from the outbox either", async () => {
  const [intent] = await settled();
  const { refundable } = await detailOf(intent);
  await reverse(intent);
  await runRefunds(world);
  world.clock.advance(60_000);
  const { ach, database } = world.service.deps;
  await ach.closeFile();
  const { ach_file_id: achFileId } = await lastFile();
  // The process dies between the rename and the commit after it.
  await database.kysely
    .updateTable("ach_files")
    .set({ status: "handing_over" })
    .where("ach_file_id", "=", achFileId)
    .execute();
  world.clock.advance(11 * 60_000);
  const actor = { kind: "command" } as const;
  const reason = "The bank does not list it";
  await ach.decideFile({ achFileId, decision: "released", reason, actor });
  world.clock.set(noonOf(refundable?.reversibleUntil ?? "") + 86_400_000);
  await daysPass(0);
  expect(await lastFile()).toMatchObject({ status: "emptied" });
  expect(creditsOf(intent)).toEqual([]);
  expect(await refundsOf(intent)).toMatchObject([
    { status: "failed", messages: [{ code: "reversal_too_late" }] },
  ]);
});

test.each([
  ["R11", "000777777778"],
  ["R17", "000888888882"],
])(
  "a reversal that the bank returns with %s fails, and a refund is still possible",
  async (code, accountPrefix) => {
    const intent = await debited(accountPrefix);
    for (let day = 0; day < 10; day += 1) {
      await daysPass(1);
      if ((await world.statusOf(intent)).status === "success") break;
    }
    expect((await reverse(intent)).statusCode).toBe(201);
    await runRefunds(world);
    await world.bankTakesFile();
    await runRefunds(world);
    const { refunds, disputes, attempts, refundable } = await detailOf(intent);
    expect(refunds).toMatchObject([
      { status: "failed", messages: [{ code: `ach_${code.toLowerCase()}` }] },
    ]);
    // The bank returned our credit, not the customer's debit.
    expect(disputes).toEqual([]);
    expect(attempts[0]?.bars).toEqual([]);
    expect(await world.statusOf(intent)).toMatchObject({ status: "success", refundedAmount: 0 });
    expect(refundable?.returned.baseMinor).toBe(0);
    expect((await refund(intent)).statusCode).toBe(201);
    await runRefunds(world);
    await world.bankTakesFile();
    await daysPass();
    await runRefunds(world);
    const after = await detailOf(intent);
    expect(after.refunds.map(({ status }) => status)).toEqual(["success", "failed"]);
  },
);

test("a reversal that the bank returns as improper weeks later fails although it had succeeded", async () => {
  const [intent] = await settled();
  await reverse(intent);
  await runRefunds(world);
  await world.bankTakesFile();
  await daysPass();
  expect(await refundsOf(intent)).toMatchObject([{ status: "success" }]);
  await daysPass(30);
  const entry = world.bank.files
    .flatMap(({ entries }) => entries)
    .find(
      ({ direction, accountNumber }) =>
        direction === "credit" && accountNumber === accounts.get(intent.paymentIntentId),
    );
  expect(await world.bank.returnEntry(entry?.traceNumber ?? "", "R11")).toBe(true);
  for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
  expect(await refundsOf(intent)).toMatchObject([
    { status: "failed", messages: [{ code: "ach_r11" }] },
  ]);
  const { disputes, attempts } = await detailOf(intent);
  expect([disputes, attempts[0]?.bars]).toEqual([[], []]);
  expect(await world.statusOf(intent)).toMatchObject({ status: "success", refundedAmount: 0 });
});
