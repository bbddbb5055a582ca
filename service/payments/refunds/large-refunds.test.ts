/** Refunds around 2^31 cents, and of the largest amounts of each rail. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { type BankWorld, createBankWorld, freshAccount } from "../testing/bank-world.ts";
import { refundCalls } from "../testing/refund-calls.ts";

let world: BankWorld;
let intent: CreatedPaymentIntent;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

const { payIntent, refund, read, follow, refundedOf } = refundCalls({
  world: () => world,
  intent: () => intent,
});

test("a card payment of the largest amount is refunded in parts to the cent", async () => {
  intent = await payIntent({ amount: 999_999_999.99 });
  const { refunds } = world.parties.northbank;
  for (const [amount, amountMinor] of [
    [21_474_836.47, 2_147_483_647],
    [21_474_836.48, 2_147_483_648],
    [957_050_327.04, 95_705_032_704],
  ] as const) {
    const { body } = await refund({ amount });
    await follow();
    expect(await read(body.refundId)).toMatchObject({ status: "success", amount });
    expect(refunds.made.get(body.refundId)?.amountMinor).toBe(amountMinor);
  }
  expect(await refundedOf()).toBe(999_999_999.99);
  expect((await refund({ amount: 0.01 })).statusCode).toBe(400);
});

test("the largest ACH debit is refunded in parts to the cent", async () => {
  intent = await world.createIntent({ amount: 99_999_999.99 });
  const account = freshAccount();
  expect((await world.payByDebit(intent, { account })).statusCode).toBe(201);
  await world.bankTakesFile();
  await world.windowPasses();
  expect(await world.statusOf(intent)).toMatchObject({ status: "success", amount: 99_999_999.99 });
  const parts = [await refund({ amount: 21_474_836.48 }), await refund()];
  expect(parts.map(({ body }) => body.amount)).toEqual([21_474_836.48, 78_525_163.51]);
  await follow();
  await world.bankTakesFile();
  const credits = world.bank.files.flatMap(({ problems, entries }) => {
    expect(problems).toEqual([]);
    return entries.filter(({ direction }) => direction === "credit");
  });
  const sent = credits.map(({ amountMinor }) => amountMinor);
  expect(sent.sort((one, other) => one - other)).toEqual([2_147_483_648, 7_852_516_351]);
  await world.windowPasses();
  await follow();
  for (const { body } of parts) expect((await read(body.refundId)).status).toBe("success");
  expect(await refundedOf()).toBe(99_999_999.99);
});

test("an ACH file is chosen for a refund to a named account up to the largest entry only", () => {
  const providerOf = (baseMinor: number) =>
    world.service.payments.transfers.providerFor(
      {
        currency: "USD",
        parts: { baseMinor, feesMinor: 0, taxMinor: 0 },
        transfer: { type: "bank" },
      },
      { bankPayoutRail: "nacha" },
    );
  expect([9_999_999_999, 10_000_000_000].map(providerOf)).toEqual(["ach", undefined]);
});
