/** The processor contradicts marks by staff, at bad moments and repeatedly. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { readPostings, readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createMarks, type Marks } from "../testing/marked-payouts.ts";
import { createPayoutWorld, type PayoutWorld } from "../testing/payout-world.ts";

const dayMs = 24 * 60 * 60_000;
let world: PayoutWorld;
let marks: Marks;
beforeAll(async () => {
  world = await createPayoutWorld();
  marks = await createMarks(world);
});
afterAll(() => world.close());

const statusOf = async (intent: CreatedDisbursementIntent) => (await world.statusOf(intent)).status;
const problemsOf = async (intent: CreatedDisbursementIntent) =>
  (await marks.outcomeOf(intent)).alarms.map(({ problem, state }) => `${problem} ${state}`);

test("a payout entered as paid, corrected to not paid and then paid can be counted by staff, and can still be returned", async () => {
  const intent = await marks.withUnknownOutcome(true);
  const payout = await marks.atProcessor(intent);
  await marks.mark(intent, payout.payoutId);
  payout.status = "failed";
  await marks.lookUpAgain();
  await marks.accept(intent, "not_happened_after_all");
  expect(await statusOf(intent)).toBe("failed");

  payout.status = "paid";
  await marks.lookUpAgain();
  await marks.accept(intent, "happened_after_all");
  expect(await statusOf(intent)).toBe("success");
  expect((await world.statusOf(intent)).disbursement?.paidAt).not.toBeNull();
  expect((await world.eventsOf(intent)).slice(-3)).toEqual(["success", "failed", "success"]);

  payout.status = "returned";
  await marks.lookUpAgain(dayMs);
  expect(await statusOf(intent)).toBe("refunded");
  const { database } = world.service.deps;
  expect(Object.keys(await readPostings(database, intent.disbursementIntentId)).sort()).toEqual([
    "approved",
    "arrived",
    "arrived_again",
    "came_back",
    "came_back_again",
    "ended",
    "ended_again",
    "revived",
  ]);
  const balances = await readResourceBalances(database, intent.disbursementIntentId);
  expect(Object.values(balances).filter((amount) => amount !== 0)).toEqual([]);
});

test("a payout reported as paid while staff enter it as not paid raises an alarm, even if the processor then forgets it", async () => {
  const intent = await marks.withUnknownOutcome(true);
  world.payouts.lookUpFault = "hang";
  const lookUpCount = world.payouts.lookUps.length;
  const answer = marks.lookUp(intent);
  await expect.poll(() => world.payouts.lookUps.length, { timeout: 50_000 }).toBe(lookUpCount + 1);
  await marks.mark(intent, null);
  world.payouts.lookUpFault = "not_found";
  world.payouts.release();
  expect(await answer).toMatchObject({ answer: "paid" });
  expect(await statusOf(intent)).toBe("failed");
  expect(await problemsOf(intent)).toEqual(["happened_after_all open"]);
  await marks.accept(intent, "happened_after_all");
  expect(await statusOf(intent)).toBe("success");
});

test("the same outcome, reported while staff enter it, confirms the entry", async () => {
  const intent = await marks.withUnknownOutcome(true);
  const { payoutId } = await marks.atProcessor(intent);
  world.payouts.lookUpFault = "hang";
  const lookUpCount = world.payouts.lookUps.length;
  const answer = marks.lookUp(intent);
  await expect.poll(() => world.payouts.lookUps.length, { timeout: 50_000 }).toBe(lookUpCount + 1);
  await marks.mark(intent, payoutId);
  world.payouts.lookUpFault = null;
  world.payouts.release();
  await answer;
  const outcome = await marks.outcomeOf(intent);
  expect(outcome.marks[0]?.confirmedAtMs).not.toBeNull();
  expect(outcome.alarms).toEqual([]);
});

test("an ID that staff accept during a look-up is followed, so the payout can still be returned", async () => {
  const intent = await marks.withUnknownOutcome(true);
  const payout = await marks.atProcessor(intent);
  await marks.mark(intent, "typed-wrongly");
  await marks.lookUpAgain();
  expect(await problemsOf(intent)).toEqual(["other_reference open"]);
  world.payouts.lookUpFault = "hang";
  const lookUpCount = world.payouts.lookUps.length;
  const answer = marks.lookUp(intent);
  await expect.poll(() => world.payouts.lookUps.length, { timeout: 50_000 }).toBe(lookUpCount + 1);
  await marks.accept(intent, "other_reference");
  world.payouts.lookUpFault = null;
  world.payouts.release();
  await answer;
  expect(await problemsOf(intent)).toEqual(["other_reference resolved"]);
  payout.status = "returned";
  await marks.lookUpAgain(dayMs);
  expect(await statusOf(intent)).toBe("refunded");
});

test("an ID that the processor named for another payout is refused, even while a second person must approve", async () => {
  const other = await marks.withUnknownOutcome(true);
  const { payoutId } = await marks.atProcessor(other);
  await marks.mark(other, null);
  await marks.lookUpAgain();
  expect(await problemsOf(other)).toEqual(["happened_after_all open"]);
  const intent = await marks.withUnknownOutcome(false);
  await expect(marks.mark(intent, payoutId)).rejects.toMatchObject({
    code: "processor_reference_taken",
  });
  await marks.accept(other, "happened_after_all");
  const { operatorId } = world.operator;
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: true } });
  await expect(marks.mark(intent, payoutId)).rejects.toMatchObject({
    code: "processor_reference_taken",
  });
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: false } });
  expect((await marks.outcomeOf(intent)).marks).toEqual([]);
});

test("a typed ID that turns out to be another payout's makes that one a success, and staff decide about the first", async () => {
  const other = await marks.withUnknownOutcome(true);
  const { payoutId } = await marks.atProcessor(other);
  const intent = await marks.withUnknownOutcome(false);
  await marks.mark(intent, payoutId);
  expect(await statusOf(intent)).toBe("success");
  await marks.lookUpAgain();
  expect(await statusOf(other)).toBe("success");
  expect((await world.statusOf(other)).disbursement).toMatchObject({ status: "success" });
  expect(await problemsOf(intent)).toEqual(["reference_of_another open"]);
  expect(await statusOf(intent)).toBe("success");
  await marks.accept(intent, "reference_of_another");
  expect(await statusOf(intent)).toBe("failed");
  expect(await statusOf(other)).toBe("success");
});

test("an alarm whose ID staff entered at another payout can be accepted; the other one then needs a decision", async () => {
  const other = await marks.withUnknownOutcome(true);
  const { payoutId } = await marks.atProcessor(other);
  const intent = await marks.withUnknownOutcome(false);
  await marks.mark(intent, payoutId);
  await marks.mark(other, null);
  await marks.lookUpAgain();
  expect(await problemsOf(other)).toEqual(["happened_after_all open"]);
  await marks.accept(other, "happened_after_all");
  expect(await statusOf(other)).toBe("success");
  expect(await problemsOf(intent)).toEqual(["reference_of_another open"]);
});

// This test is last: it moves the machine's clock.
test("the check of all records against the ledger finds no difference", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
