import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdjustableClock } from "../../platform/clock.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { openClockFollower } from "./sandbox-clock.ts";
import { stopsBetween } from "./stops.ts";

const dayMs = 86_400_000;
const cutOff = "17:00";
let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

/** Opens a process whose jobs report the time at which they run. */
async function openProcess(onRun: (nowMs: number) => Promise<void>) {
  const { database, log, random, machineClock } = t.service.deps;
  const clock = createAdjustableClock(machineClock);
  const follower = await openClockFollower({
    clock,
    machineClock,
    database,
    log,
    random,
    sandbox: { readOffset: async () => undefined, advanceTo: async (offsetMs) => offsetMs },
    cutOff,
  });
  const jobs = {
    async settle() {
      await onRun(clock.nowMs());
      return [];
    },
  };
  return { clock, follower, start: () => follower.start(jobs) };
}

test("resumes at its stop after a restart, and passes every remaining day", async () => {
  const { database } = t.service.deps;
  const startMs = t.clock.nowMs();
  const stops = stopsBetween(startMs, startMs + 5 * dayMs, cutOff);
  // The process dies at the second stop.
  const reached: number[] = [];
  const first = await openProcess(async (nowMs) => {
    reached.push(nowMs);
    if (nowMs >= (stops[1] ?? 0)) await new Promise(() => {});
  });
  first.start();
  const move = { byMs: 5 * dayMs };
  await inTransaction(database, (tx) => first.follower.raise(tx, move));
  await expect
    .poll(() => reached.at(-1) ?? 0, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(stops[1] ?? 0);

  const after: number[] = [];
  const second = await openProcess(async (nowMs) => {
    after.push(nowMs);
  });
  expect([second.clock.nowMs()]).toEqual([stops[1]]);
  second.start();
  await expect.poll(() => second.clock.nowMs(), { timeout: 30_000 }).toBe(startMs + 5 * dayMs);
  await expect.poll(() => [...new Set(after)], { timeout: 30_000 }).toEqual(stops.slice(1));
  await second.follower.stop();
});

test("a store from before moves were resumed starts at its offset", async () => {
  await t.service.deps.database.kysely
    .deleteFrom("service_settings")
    .where("name", "=", "sandbox_clock_reached_ms")
    .execute();
  const third = await openProcess(async () => {});
  expect(third.clock.offsetMs()).toBe(5 * dayMs);
});
