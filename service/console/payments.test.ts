import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentDetail, PaymentList } from "../../contract/console/payments.ts";
import { type BankWorld, createBankWorld, goodAccount } from "../payments/testing/bank-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: BankWorld;
let viewer: TestStaff;
let stranger: TestStaff;
beforeAll(async () => {
  world = await createBankWorld();
  viewer = await addStaff(world, "viewer");
  stranger = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const found = async (query: Record<string, string>, by = viewer): Promise<string[]> => {
  const list: PaymentList = await by.browser.ok(
    "GET",
    `/payments?size=100&${new URLSearchParams(query)}`,
  );
  return list.data.map((each) => each.paymentIntentId);
};

test("a bank debit is found by its last digits, its amount and its trace number, and shows its way over ACH", async () => {
  const intent = await world.createIntent({ amount: 1234.56 });
  const { body } = await world.payByBank(intent);
  const detail = async (): Promise<PaymentDetail> =>
    viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect((await detail()).attempts[0]).toMatchObject({
    ach: { status: "queued", traceNumber: null, returnCode: null },
    ...{ bankConsent: null, crypto: null },
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
    expect(await found({ search }, stranger)).toEqual([]);
  }
  for (const search of ["1234.5", "1234.567", "0000", `${traceNumber}1`]) {
    expect([search, await found({ search })]).toEqual([search, []]);
  }
});

test("payments are filtered by who moved the money, by what they cost, and by what went wrong", async () => {
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

test("a debit that came back is found by what kind of reason it has", async () => {
  const intent = await world.createIntent({ amount: 77 });
  const accountNumber = "000333333337";
  await world.payByBank(intent, { account: { accountNumber } });
  await world.bankTakesFile();
  await world.sendBack(accountNumber, "R29");
  await world.bankTakesFile();
  expect(await found({ category: "bank_return" })).toEqual([intent.paymentIntentId]);
  const detail = await viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect(detail.attempts[0].ach).toMatchObject({ status: "returned", returnCode: "R29" });
});

test("the filters offer every processor and rail of the installation", async () => {
  const { processors } = await viewer.browser.ok("GET", "/payment-filters");
  expect(processors).toEqual(
    expect.arrayContaining(["northbank", "quayside", "ach", "open_banking", "ethereum"]),
  );
});
