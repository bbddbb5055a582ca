import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOutage } from "./outage.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new StoreUnavailable(new Error("Connection terminated")));

function watched() {
  const seen: string[] = [];
  const store = { ask: away as () => Promise<void> };
  const outage = createOutage({
    ask: () => {
      seen.push("asked");
      return store.ask();
    },
    onBack: () => seen.push("back"),
    onLost: (error) => seen.push(`lost ${(error as Error).message}`),
  });
  return { seen, store, outage };
}

test("the store is not checked while nothing is wrong", async () => {
  const { seen, outage } = watched();
  await outage.over();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});

test("work waits until the store is back, runs, and runs a second time for statements that took effect late", async () => {
  const { seen, store, outage } = watched();
  outage.note();
  outage.note();
  outage.onceBack(async () => seen.push("work"));
  void outage.over().then(() => seen.push("over"));
  await vi.advanceTimersByTimeAsync(600);
  expect(seen).toEqual(["asked", "asked"]);
  store.ask = async () => {};
  await vi.advanceTimersByTimeAsync(250);
  expect(seen.slice(2).sort()).toEqual(["asked", "back", "over", "work"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.slice(6)).toEqual(["work"]);
});

test("work that loses the store waits again; work that fails for another reason is reported and not repeated", async () => {
  const { seen, store, outage } = watched();
  store.ask = async () => {};
  let tries = 0;
  outage.onceBack(async () => {
    tries += 1;
    if (tries === 1) await away();
  });
  outage.onceBack(() => Promise.reject(new Error("wrong")));
  await vi.advanceTimersByTimeAsync(0);
  expect([tries, seen]).toEqual([1, ["lost wrong"]]);
  await vi.advanceTimersByTimeAsync(300);
  expect(tries).toBe(2);
});

test("a stopping service drops waiting work, and callers stop waiting", async () => {
  const { seen, outage } = watched();
  outage.note();
  outage.onceBack(async () => seen.push("work"));
  const over = outage.over();
  outage.close();
  await over;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});
