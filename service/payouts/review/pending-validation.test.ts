import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { countStatements } from "../../testing/count-statements.ts";
import { listPendingValidation, readDisbursement } from "../index.ts";
import { createPayoutWorld, type PayoutWorld } from "../testing/payout-world.ts";

const jane = {
  firstName: "Jane",
  lastName: "Doe",
  dateOfBirth: "1985-04-23",
  address: {
    line1: "1 Main Street",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
};

let world: PayoutWorld;
/** One payout in euros, two of one customer, one of a customer under backup withholding; oldest first. */
const payouts: CreatedDisbursementIntent[] = [];
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
  const newCustomer = (digits: string) =>
    world.newCustomer({ ...jane, phoneNumber: `+141555501${digits}` });
  const [ann, bob, cyd] = [
    await newCustomer("01"),
    await newCustomer("02"),
    await newCustomer("03"),
  ];
  // The year's threshold requires a verified identity for the customer's second payout.
  await world.verify(ann);
  for (const body of [
    { externalCustomerId: cyd, amount: 70, currency: "EUR" },
    { externalCustomerId: ann, amount: 1_500 },
    { externalCustomerId: ann, amount: 600 },
    { externalCustomerId: bob, amount: 100 },
  ]) {
    // A newer payout must have a later id.
    world.clock.advance(1);
    payouts.push(await world.submitted(body));
  }
  await world.signW9(payouts[3]?.w9CaptureUrl, { backupWithholding: true });
  await world.command("set", world.operator.operatorId, "smsVerification=every_payout");
});
afterAll(() => world.close());

const list = (size: number) =>
  listPendingValidation(world.service.disbursements.deps, world.operator.operatorId, {
    page: 1,
    size,
  });

test.each([
  ["newest", [3, 2, 1, 0]],
  ["oldest", [0, 1, 2, 3]],
  ["highest", [0, 1, 2, 3]],
  ["lowest", [0, 3, 2, 1]],
] as const)("comes with the %s first, amounts within a currency", async (sort, order) => {
  const { deps } = world.service.disbursements;
  const found: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const query = { page, size: 1, sort };
    const { data } = await listPendingValidation(deps, world.operator.operatorId, query);
    found.push(...data.map(({ disbursement }) => disbursement.disbursementIntentId));
  }
  expect(found).toEqual(order.map((index) => payouts[index]?.disbursementIntentId));
});

test("shows every waiting payout as reading it alone does", async () => {
  const { data, total } = await list(10);
  expect(total).toBe(payouts.length);
  for (const { disbursement, customer, gates, yearToDateMinor } of data) {
    const { disbursementIntentId } = disbursement;
    const key = { operatorId: world.operator.operatorId, disbursementIntentId };
    const alone = await readDisbursement(world.service.disbursements.deps, key);
    expect(alone.intent.disbursement).toEqual(disbursement);
    expect(alone).toMatchObject({ customer, gates, yearToDateMinor });
  }
  const amounts = data.map(({ yearToDateMinor }) => yearToDateMinor);
  expect(amounts).toEqual([10_000, 210_000, 210_000, null]);
  expect(data.map(({ gates }) => [gates.w9, gates.kyc])).toEqual([
    ["met", "not_required"],
    ["not_completed", "met"],
    ["not_completed", "met"],
    ["not_completed", "not_required"],
  ]);
  expect(data[0]?.disbursement.withheldAmount).toBe(24);
});

test("reads a page in a number of statements that does not depend on its size", async () => {
  // Stores the changes that are due, such as the withholding after the W-9.
  await list(10);
  const ofOne = await countStatements(() => list(1));
  expect(ofOne).toBeGreaterThan(3);
  expect(await countStatements(() => list(4))).toBe(ofOne);
});

test("shows the others, if a payout's method is damaged and its withholding has changed", async () => {
  const damaged = payouts[3]?.disbursementIntentId as string;
  await world.service.deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ shown_sealed: "1.damaged", withheld_minor: 0 })
    .where("disbursement_intent_id", "=", damaged)
    .execute();
  const { data } = await list(10);
  const ids = payouts.map(({ disbursementIntentId }) => disbursementIntentId).reverse();
  expect(data.map(({ disbursement }) => disbursement.disbursementIntentId)).toEqual(ids);
});
