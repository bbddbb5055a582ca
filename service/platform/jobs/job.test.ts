import { expect, onTestFinished, test, vi } from "vitest";
import { StoreUnavailable } from "../database/store-unavailable.ts";
import { createLog } from "../log.ts";
import { createJob, startJobs } from "./job.ts";

const lines: string[] = [];
const log = createLog("info", { write: (line) => void lines.push(line) });
const store = { whenBack: async () => {} };

test("runs again at once while there is more work, then waits, then runs when woken", async () => {
  const results: ("more" | undefined)[] = ["more", "more", undefined];
  let rounds = 0;
  const job = createJob({
    name: "count",
    everyMs: 3_600_000,
    run: async () => {
      rounds += 1;
      return results[rounds - 1];
    },
  });
  const runner = startJobs([job], log, store);
  await expect.poll(() => rounds, { timeout: 15_000 }).toBe(3);
  job.wake();
  await expect.poll(() => rounds, { timeout: 15_000 }).toBe(4);
  await runner.stop();
  job.wake();
  expect(rounds).toBe(4);
});

test("rounds never overlap, and a wake during a round is not lost", async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  let finish = () => {};
  const job = createJob({
    name: "slow",
    everyMs: 3_600_000,
    run: async () => {
      running += 1;
      rounds += 1;
      most = Math.max(most, running);
      if (rounds === 1) {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      running -= 1;
      return undefined;
    },
  });
  const runner = startJobs([job], log, store);
  await expect.poll(() => running, { timeout: 15_000 }).toBe(1);
  job.wake();
  job.wake();
  finish();
  await expect.poll(() => rounds, { timeout: 15_000 }).toBe(2);
  await runner.stop();
  expect(most).toBe(1);
});

test("a failed round is logged and tried again", async () => {
  let rounds = 0;
  const job = createJob({
    name: "shaky",
    everyMs: 1,
    run: async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("shaken");
      return undefined;
    },
  });
  const runner = startJobs([job], log, store);
  await expect.poll(() => rounds, { timeout: 15_000 }).toBeGreaterThan(1);
  await runner.stop();
  expect(lines.join()).toContain("shaken");
});

test("stopping aborts the current round's signal and waits for it", async () => {
  let isAborted = false;
  let isRunning = false;
  const job = createJob({
    name: "long",
    everyMs: 1,
    run: (signal) =>
      new Promise((resolve) => {
        isRunning = true;
        signal.addEventListener("abort", () => {
          isAborted = true;
          setTimeout(() => resolve(undefined), 10);
        });
      }),
  });
  const runner = startJobs([job], log, store);
  await expect.poll(() => isRunning, { timeout: 15_000 }).toBe(true);
  await runner.stop();
  expect(isAborted).toBe(true);
});

test("a round that lost the store is tried again as soon as the store is back, after any time", async () => {
  let back = () => {};
  const isBack = new Promise<void>((resolve) => {
    back = resolve;
  });
  let rounds = 0;
  const job = createJob({
    name: "cut off",
    everyMs: 3_600_000,
    run: async () => {
      rounds += 1;
      if (rounds === 1) throw new StoreUnavailable(new Error("Connection terminated"));
      return undefined;
    },
  });
  const runner = startJobs([job], log, { whenBack: () => isBack });
  await expect.poll(() => rounds, { timeout: 15_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(rounds).toBe(1);
  back();
  await expect.poll(() => rounds, { timeout: 15_000 }).toBe(2);
  await runner.stop();
});

test("while nothing changes in the store, a job that follows it pauses for longer, until a change or a wake", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let changes = 0;
  const rounds = { follows: 0, other: 0 };
  const count = (name: keyof typeof rounds, followsStore: boolean) =>
    createJob({
      name,
      ...(followsStore && { followsStore }),
      everyMs: 1_000,
      run: async () => {
        rounds[name] += 1;
        return undefined;
      },
    });
  const follows = count("follows", true);
  const runner = startJobs([follows, count("other", false)], log, {
    ...store,
    changes: () => changes,
  });
  const roundsIn = async (seconds: number) => {
    const { follows, other } = rounds;
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return [rounds.follows - follows, rounds.other - other];
  };
  expect(await roundsIn(4)).toEqual([4, 4]);
  await roundsIn(6);
  expect(await roundsIn(30)).toEqual([6, 30]);
  changes += 1;
  expect(await roundsIn(5)).toEqual([5, 5]);
  await roundsIn(5);
  expect(await roundsIn(30)).toEqual([6, 30]);
  follows.wake();
  expect((await roundsIn(0))[0]).toBe(1);
  await runner.stop();
});

test("a job that follows the store and has more to do does not pause, although nothing changes", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let left = 0;
  const job = createJob({
    name: "busy",
    followsStore: true,
    everyMs: 1_000,
    run: async () => {
      if (left === 0) return undefined;
      left -= 1;
      return "more";
    },
  });
  const runner = startJobs([job], log, { ...store, changes: () => 0 });
  await vi.advanceTimersByTimeAsync(30_000);
  left = 5;
  job.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(left).toBe(0);
  await runner.stop();
});
