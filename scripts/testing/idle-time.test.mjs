import { expect, test } from "vitest";
import { haveIdleTime } from "./idle-time.mjs";

const start = { user: 100, nice: 10, sys: 50, irq: 5, idle: 500 };

/** Asks while the times of two processors change by these milliseconds. */
async function measure(one, other) {
  const later = [one, other].map((changes) => ({
    times: Object.fromEntries(
      Object.entries(start).map(([name, ms]) => [name, ms + (changes[name] ?? 0)]),
    ),
  }));
  const readings = [[{ times: start }, { times: start }], later];
  return haveIdleTime({ read: () => readings.shift() ?? [], ms: 0 });
}

test("the processors have idle time if they are idle for 30 % of their combined time", async () => {
  expect(await measure({ idle: 60, user: 40 }, { user: 100 })).toBe(true);
  expect(await measure({ idle: 59, user: 41 }, { user: 100 })).toBe(false);
});

test.each(["user", "nice", "sys", "irq"])("time in %s is not idle", async (name) => {
  expect(await measure({ idle: 10 }, { [name]: 20 })).toBe(true);
  expect(await measure({ idle: 10 }, { [name]: 30 })).toBe(false);
});
