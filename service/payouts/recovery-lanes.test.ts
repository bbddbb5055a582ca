import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { leaseFor } from "../platform/database/machine-lease.ts";
import { sendLeaseMs } from "./disbursements-deps.ts";
import { claimDue } from "./store/payout-store.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import { refusesUs } from "./testing/sanctions-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());

test("a processor's lane looks up its own payouts, and the other lane those of all others", async () => {
  const { deps } = world.service.disbursements;
  world.payouts.next({ becomes: "pending" });
  const intent = await world.approved();
  const { disbursementIntentId } = intent;
  const payout = deps.database.kysely
    .updateTable("disbursement_intents")
    .where("disbursement_intent_id", "=", disbursementIntentId);
  const lanes = [{ only: "tidewater" }, { except: ["tidewater"] }];
  for (const [provider, own] of [
    ["tidewater", 0],
    ["closed-down", 1],
    [null, 1],
  ] as const) {
    await payout.set({ provider }).execute();
    for (const [index, lane] of lanes.entries()) {
      world.clock.advance(120_000);
      const due = await claimDue(deps, lane, leaseFor(deps, 0), 20);
      expect(due, `${provider}`).toEqual(index === own ? [{ disbursementIntentId, provider }] : []);
    }
  }
  await payout.set({ provider: "tidewater" }).execute();
  for (const made of world.payouts.payouts.values()) made.status = "paid";
  await world.recover();
  expect((await world.statusOf(intent)).status).toBe("success");
});

test("a process that does not know a processor leaves its payouts to one that does", async () => {
  const { deps } = world.service.disbursements;
  world.payouts.next({ becomes: "pending" });
  const { disbursementIntentId } = await world.approved();
  world.clock.advance(30_000);
  const stranger = { except: ["another"] };
  expect(await claimDue(deps, stranger, leaseFor(deps, 0), 20)).toEqual([]);
  expect(await claimDue(deps, { only: "tidewater" }, leaseFor(deps, 0), 20)).toHaveLength(1);
  // No process that runs knows it.
  world.clock.advance(60_000);
  const due = await claimDue(deps, stranger, leaseFor(deps, 0), 20);
  expect(due).toEqual([{ disbursementIntentId, provider: "tidewater" }]);
});

test("a payout whose tries fail unexpectedly is tried after growing pauses, and sent once it can be", async () => {
  const { deps } = world.service.disbursements;
  world.payouts.next(refusesUs);
  const intent = await world.approved();
  const dueAtMs = async () => {
    const { next_check_at } = await deps.database.kysely
      .selectFrom("disbursement_intents")
      .select("next_check_at")
      .where("disbursement_intent_id", "=", intent.disbursementIntentId)
      .executeTakeFirstOrThrow();
    return next_check_at?.getTime() ?? 0;
  };
  const operators = vi.spyOn(deps.operators, "get").mockRejectedValue(new Error("odd"));
  const pausesMs: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    world.clock.advance(Math.max(0, (await dueAtMs()) - world.clock.nowMs()));
    await world.runJob("disbursements.recover.tidewater");
    pausesMs.push((await dueAtMs()) - world.clock.nowMs());
  }
  operators.mockRestore();
  const firstMs = sendLeaseMs(deps.times);
  expect(pausesMs.slice(0, 3)).toEqual([firstMs, 2 * firstMs, 4 * firstMs]);
  expect(pausesMs.at(-1)).toBe(60 * 60_000);
  world.clock.advance(60 * 60_000);
  await world.runJob("disbursements.recover.tidewater");
  await world.idle();
  expect((await world.statusOf(intent)).status).toBe("success");
});
