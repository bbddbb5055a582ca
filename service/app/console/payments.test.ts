import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentList } from "#contract/console/payment-list";
import type { PaymentDetail } from "#contract/console/payments";
import { type BankWorld, createBankWorld, goodAccount } from "../../payments/testing/bank-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: BankWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createBankWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const found = async (query: Record<string, string>, by = viewer): Promise<string[]> => {
  const list: PaymentList = await by.browser.ok(
    "GET",
    `/payments?size=100&${new URLSearchParams(query)}`,
  );
  return list.data.map((each) => each.paymentIntentId);
};

const reviewerName = "Staff 2";

const audited = async (action: string, subject: string): Promise<object[]> => {
  const list = await admin.browser.ok("GET", `/audit?${new URLSearchParams({ action, subject })}`);
  return list.data;
};

test("a bank debit is found by last digits, amount and trace number, and shows its ACH details", async () => {
  const intent = await world.createIntent({ amount: 1234.56 });
  const { body } = await world.payByDebit(intent);
  const detail = async (): Promise<PaymentDetail> =>
    viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect((await detail()).attempts[0]).toMatchObject({
    ach: { status: "queued", traceNumber: null, returnCode: null },
    bankConsent: null,
    crypto: null,
  });
  await world.bankTakesFile();
  const { attempts, intent: shown } = await detail();
  const traceNumber = attempts[0]?.ach?.traceNumber ?? "";
  expect(attempts[0]?.ach).toMatchObject({
    status: "filed",
    traceNumber: expect.stringMatching(/^\d{15}$/),
  });
  expect(shown.payments[0]).toMatchObject({ processor: "ach", mandate: { endedAt: null } });

  const last4 = goodAccount.accountNumber.slice(-4);
  for (const search of [last4, "1234.56", "$1234.56", traceNumber, body.paymentId]) {
    expect([search, await found({ search })]).toEqual([search, [intent.paymentIntentId]]);
    expect(await found({ search }, otherStaff)).toEqual([]);
  }
  for (const search of ["1234.5", "1234.567", "0000", `${traceNumber}1`]) {
    expect([search, await found({ search })]).toEqual([search, []]);
  }
});

test("payments are filtered by processor, price and failure", async () => {
  const card = await world.createIntent({ amount: 20 });
  world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
  await world.pay(card);
  await world.pay(card);
  world.clock.advance(1);
  const odd = await world.createIntent({ amount: 21 });
  world.parties.northbank.next({ becomes: { declined: "a_reason_of_tomorrow" } });
  await world.pay(odd);
  const yen = await world.createIntent({ amount: 2000, currency: "JPY" });
  const both = [odd.paymentIntentId, card.paymentIntentId];

  expect(await found({ processor: "northbank", maxAmount: "50" })).toEqual(both);
  expect(await found({ processor: "ach", maxAmount: "50" })).toEqual([]);
  expect(await found({ minAmount: "20", maxAmount: "20" })).toEqual([card.paymentIntentId]);
  expect(await found({ minAmount: "20.01", maxAmount: "21" })).toEqual([odd.paymentIntentId]);
  expect(await found({ minAmount: "2000", maxAmount: "2000.5" })).toEqual([yen.paymentIntentId]);
  expect(await found({ category: "funds" })).toEqual([card.paymentIntentId]);
  expect(await found({ category: "issuer" })).toEqual([odd.paymentIntentId]);
  expect(await found({ category: "of_tomorrow" })).toEqual([]);
  for (const query of ["minAmount=-1", "maxAmount=much", `processor=${"x".repeat(41)}`]) {
    expect((await viewer.browser.call("GET", `/payments?${query}`)).statusCode).toBe(400);
  }
});

test("a returned debit is found by its reason category", async () => {
  const intent = await world.createIntent({ amount: 77 });
  const accountNumber = "000333333337";
  await world.payByDebit(intent, { account: { accountNumber } });
  await world.bankTakesFile();
  await world.sendBack(accountNumber, "R29");
  await world.bankTakesFile();
  expect(await found({ category: "bank_return" })).toEqual([intent.paymentIntentId]);
  expect(await found({ search: "ach_r29" })).toEqual([intent.paymentIntentId]);
  expect(await found({ search: "ach_r2" })).toEqual([]);
  expect(await found({ search: "ach_r29" }, otherStaff)).toEqual([]);
  const detail = await viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect(detail.attempts[0].ach).toMatchObject({ status: "returned", returnCode: "R29" });
});

test("reviewers and admins cancel a waiting debit once, with an audit entry", async () => {
  const intent = await world.createIntent({ amount: 78 });
  const { body } = await world.payByDebit(intent);
  const path = `/payments/${intent.paymentIntentId}/attempts/${body.paymentId}/cancel`;
  expect((await viewer.browser.call("POST", path)).statusCode).toBe(403);
  expect((await otherStaff.browser.call("POST", path)).statusCode).toBe(404);
  const other = await world.createIntent({ amount: 79 });
  const elsewhere = path.replace(intent.paymentIntentId, other.paymentIntentId);
  expect((await reviewer.browser.call("POST", elsewhere)).statusCode).toBe(404);

  await reviewer.browser.ok("POST", path);
  await reviewer.browser.ok("POST", path);
  const detail = await viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect(detail.intent).toMatchObject({
    status: "failed",
    payments: [{ messages: [{ code: "debit_canceled" }] }],
  });
  expect(await audited("payment.canceled", body.paymentId)).toMatchObject([
    { actor: { kind: "staff", staffId: reviewer.staffId } },
  ]);
  await world.payByDebit(other);
  await world.bankTakesFile();
  const { paymentId } = (await viewer.browser.ok("GET", `/payments/${other.paymentIntentId}`))
    .attempts[0];
  const filed = `/payments/${other.paymentIntentId}/attempts/${paymentId}/cancel`;
  expect((await reviewer.browser.call("POST", filed)).statusCode).toBe(409);
});

test("reviewers and admins lift an account's bar with a reason, for the returns that they saw", async () => {
  const account = { accountNumber: "0003333333358" };
  const first = await world.createIntent({ amount: 80 });
  const second = await world.createIntent({ amount: 81 });
  const one = (await world.payByDebit(first, { account })).body.paymentId;
  await world.bankTakesFile();
  const detail = async (intent = first): Promise<PaymentDetail> =>
    viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  // A test value of the sandbox's bank.
  expect((await detail()).attempts[0]?.bars).toMatchObject([
    { paymentId: one, returnCode: "R10", lifted: null },
  ]);
  const refused = await world.payByDebit(second, { account });
  expect(refused.body.errorCode).toBe("bank_account_barred");

  const path = `/payments/${first.paymentIntentId}/attempts/${one}/unbar`;
  const body = { reason: "Ada called: it was a mistake", seen: [one] };
  expect((await viewer.browser.call("POST", path, body)).statusCode).toBe(403);
  expect((await otherStaff.browser.call("POST", path, body)).statusCode).toBe(404);
  for (const bad of [{ ...body, reason: " " }, { seen: [one] }, { ...body, seen: [] }]) {
    expect((await reviewer.browser.call("POST", path, bad)).statusCode).toBe(400);
  }
  const unseen = { ...body, seen: ["pay_of_another"] };
  expect((await reviewer.browser.call("POST", path, unseen)).statusCode).toBe(409);

  await reviewer.browser.ok("POST", path, body);
  expect((await detail()).attempts[0]?.bars).toMatchObject([
    { paymentId: one, lifted: { by: reviewerName, reason: body.reason } },
  ]);
  expect((await reviewer.browser.call("POST", path, body)).statusCode).toBe(409);
  const entries = await audited("bank_account.unbarred", one);
  expect(entries).toMatchObject([
    {
      actor: { kind: "staff", staffId: reviewer.staffId },
      details: { returns: [`${one} R10`] },
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Ada called|Ada Lovelace/);
  const rows = await world.service.deps.database.kysely
    .selectFrom("bank_mandates")
    .selectAll()
    .where("payment_id", "=", one)
    .execute();
  expect(JSON.stringify(rows)).not.toContain("mistake");

  const two = (await world.payByDebit(second, { account })).body.paymentId;
  await world.bankTakesFile();
  expect((await detail(second)).attempts[0]?.bars).toMatchObject([
    { paymentId: two, returnCode: "R10", lifted: null },
    { paymentId: one, lifted: { reason: body.reason } },
  ]);
  await damageValues(world, "bank_mandates", "bar_lift_sealed", { payment_id: one });
  expect((await detail(second)).attempts[0]?.bars).toMatchObject([
    { paymentId: two, lifted: null },
    { paymentId: one, lifted: { at: expect.any(String), by: null, reason: null } },
  ]);
  const third = await world.createIntent({ amount: 82 });
  expect((await world.payByDebit(third, { account })).body.errorCode).toBe("bank_account_barred");

  const { operatorId } = world.operator;
  const run = (words: string) => world.command(...words.split(" "));
  expect((await run(`bank-accounts barred ${operatorId}`)).text).toContain(`R10  ${two}`);
  expect((await run(`bank-accounts unbar ${operatorId} ${two}`)).exitCode).toBe(1);
  expect(await run(`bank-accounts unbar ${operatorId} ${two} --reason Again`)).toMatchObject({
    exitCode: 0,
  });
  expect((await detail(second)).attempts[0]?.bars[0]?.lifted).toMatchObject({
    by: "command",
    reason: "Again",
  });
  expect(await run(`bank-accounts unbar ${operatorId} ${two} --reason Again`)).toMatchObject({
    exitCode: 1,
  });
  expect((await world.payByDebit(third, { account })).statusCode).toBe(201);
});

test("the command line lifts the bar of one named return of several, or of all", async () => {
  const account = { accountNumber: "0003333333359" };
  const debits: string[] = [];
  for (const amount of [90, 91]) {
    const intent = await world.createIntent({ amount });
    debits.push((await world.payByDebit(intent, { account })).body.paymentId);
  }
  await world.bankTakesFile();
  const [one = "", two = ""] = debits;
  const unbar = (...more: string[]) =>
    world.command("bank-accounts", "unbar", world.operator.operatorId, one, "--reason=A", ...more);

  for (const [refused, words] of [
    [await unbar(), "2 returns bar this account"],
    [await unbar("--return", "pay_of_another"), "pay_of_another does not bar this account"],
  ] as const) {
    expect(refused.exitCode).toBe(1);
    for (const part of [words, one, two, "R10"]) expect(refused.text).toContain(part);
  }
  expect((await unbar("--return", two, "--all")).text).toContain("not both");
  const half = await unbar("--return", two);
  expect(half).toMatchObject({ exitCode: 0, text: expect.stringContaining("These still do:") });
  expect(half.text).toContain(one);
  expect(half.text).not.toContain(two);
  const third = await world.createIntent({ amount: 92 });
  expect((await world.payByDebit(third, { account })).body.errorCode).toBe("bank_account_barred");
  expect(await unbar("--all")).toMatchObject({ exitCode: 0 });
  expect((await world.payByDebit(third, { account })).statusCode).toBe(201);
});

test("the filters offer every processor and rail of the installation", async () => {
  const { processors } = await viewer.browser.ok("GET", "/payment-filters");
  expect(processors).toEqual(
    expect.arrayContaining(["northbank", "quayside", "ach", "open_banking", "ethereum"]),
  );
});
