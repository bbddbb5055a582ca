import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOutage } from "./outage.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new StoreUnavailable(new Error("Connection terminated")));

/** A store that answers as the test says, and the watch over it. */
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

test("nothing is asked while nothing is wrong", async () => {
  const { seen, outage } = watched();
  await outage.over();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});

test("work waits for the store's return, is done then, and once more for what took effect late", async () => {
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

test("work that loses the store again waits again; work that fails otherwise is reported, not repeated", async () => {
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

test("what waits when the service stops is dropped, and nobody waits for ever", async () => {
  const { seen, outage } = watched();
  outage.note();
  outage.onceBack(async () => seen.push("work"));
  const over = outage.over();
  outage.close();
  await over;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});
