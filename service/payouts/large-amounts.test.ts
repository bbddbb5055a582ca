/** Amounts around 2^31 cents, and the largest of each rail. Runs with the sandbox's receiving bank. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReceivingBank } from "../../sandbox/receiving-bank/receiving-bank.ts";
import { changeOperator } from "../operators/accounts/index.ts";
import { reviewForms } from "../reporting/tax-year/index.ts";
import { openW9Page } from "../tax/w9/testing/w9-world.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

const aroundLimits = [21_474_836.47, 21_474_836.48, 99_999_999.99];
const allMinor = [2_147_483_647, 2_147_483_648, 9_999_999_999];

let world: PayoutWorld;
let bank: ReceivingBank;
let externalCustomerId: string;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { bankPayoutRail: "nacha" } });
  bank = new ReceivingBank(world.service.deps.config.ach.folder);
  world.clock.set(Date.parse("2026-11-23T15:00:00Z"));
  externalCustomerId = await world.newCustomer({ firstName: "Jane", lastName: "Doe" });
  const { operatorId } = world.operator;
  const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
  expect((await page.complete()).statusCode).toBe(200);
  await world.verify(externalCustomerId);
});
afterAll(() => world.close());

const useRail = (bankPayoutRail: "nacha" | "processor") =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, bankPayoutRail },
  });

test("ACH payouts of such amounts are in the file, the totals and the 1099s to the cent", async () => {
  const intents = [];
  for (const amount of aroundLimits) {
    intents.push(await world.approved({ amount, externalCustomerId, taxCategory: "prize" }));
  }
  await world.service.deps.ach.closeFile();
  await bank.collect();
  expect(bank.files[0]?.problems).toEqual([]);
  const sent = bank.files[0]?.entries.map(({ amountMinor }) => amountMinor);
  expect(sent?.sort((one, other) => one - other)).toEqual(allMinor);
  world.clock.set(Date.parse("2026-12-01T15:00:00Z"));
  for (const name of ["ach.settle", "ach.report_outcomes"]) await world.runJob(name);
  for (const [index, intent] of intents.entries()) {
    expect(await world.statusOf(intent)).toMatchObject({
      status: "success",
      amount: aroundLimits[index],
      disbursement: { amount: aroundLimits[index] },
    });
  }
  const { deps } = world.service;
  const { operatorId } = world.operator;
  const forms = await reviewForms(deps, deps.database.kysely, { operatorId, taxYear: 2026 });
  expect(forms).toMatchObject([
    { externalCustomerId, amountMinor: allMinor.reduce((sum, minor) => sum + minor, 0) },
  ]);
});

test("a payout above the largest ACH entry is refused before its approval after the rail has changed", async () => {
  await useRail("processor");
  const intent = await world.submitted({ amount: 100_000_000, externalCustomerId });
  await useRail("nacha");
  const refused = await world.proceed(intent, true);
  expect(refused.body.errorCode).toBe("payout_amount_not_payable");
  const { status, disbursement } = await world.statusOf(intent);
  expect(status).toBe("pending-validation");
  const { ach } = world.service.deps;
  const key = disbursement?.disbursementId ?? "";
  expect(await ach.find(world.operator.operatorId, key)).toBeUndefined();
});

test("a processor is sent the largest amount of an intent to the cent", async () => {
  const intent = await world.approved({ amount: 999_999_999.99, externalCustomerId }, methods.card);
  const { disbursement } = await world.statusOf(intent);
  const sent = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
  expect(sent?.amountMinor).toBe(99_999_999_999);
  expect(await world.statusOf(intent)).toMatchObject({ status: "success", amount: 999_999_999.99 });
});
