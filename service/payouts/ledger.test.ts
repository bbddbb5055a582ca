/** Payouts post through their real paths. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPostings } from "../ledger/testing/read-ledger.ts";
import { checkRecords, restoreHistory, walkHistory } from "../ledger/testing/restore-history.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import type { PayoutBehavior } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());

async function postingsAfter(...behaviors: PayoutBehavior[]) {
  world.payouts.next(...behaviors);
  const { disbursementIntentId } = await world.approved({ amount: 80 });
  return {
    disbursementIntentId,
    read: () => readPostings(world.service.deps.database, disbursementIntentId),
  };
}
const approved = { payout_expense: 8_000, "payouts_in_flight:tidewater": -8_000 };
const arrived = { "bank:tidewater": -8_000, "payouts_in_flight:tidewater": 8_000 };
const ended = { payout_expense: -8_000, "payouts_in_flight:tidewater": 8_000 };

test("a payout is a liability from its approval until it arrives", async () => {
  const pending = await postingsAfter({ becomes: "pending" });
  expect(await pending.read()).toEqual({ approved });
  const paid = await postingsAfter();
  expect(await paid.read()).toEqual({ approved, arrived });
});

test("a declined payout costs nothing", async () => {
  const declined = await postingsAfter({ becomes: { declined: "account_closed" } });
  expect(await declined.read()).toEqual({ approved, ended });
});

test("a payout that nobody approved posts nothing", async () => {
  const { disbursementIntentId } = await world.submitted({ amount: 80 });
  expect(await readPostings(world.service.deps.database, disbursementIntentId)).toEqual({});
});

test("everything above follows from the records", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
  const { before, after } = await restoreHistory(world);
  expect(after.length).toBeGreaterThan(4);
  expect(after).toEqual(before);
});
