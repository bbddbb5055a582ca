import { beforeEach, expect, test } from "vitest";
import type { Database, StatementResult } from "../../platform/database/database.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { createLiveSums, type LiveSums } from "./live-sums.ts";

const hourMs = 60 * 60_000;
const clock = createTestClock();

let computed: number;
let payments: number;
let answer: () => Promise<unknown>;
let sums: LiveSums;
beforeEach(() => {
  computed = 0;
  payments = 50_000;
  answer = async () => undefined;
  const run = async () => {
    computed += 1;
    await answer();
    const row = { currency: "USD", value: "", payments };
    return {
      rows: [
        { ...row, dimension: "created", number: computed },
        { ...row, dimension: "total" },
      ],
      rowCount: 2,
    } as StatementResult<never>;
  };
  const database = { run } as unknown as Database;
  sums = createLiveSums({ database, machineClock: clock });
});

const read = (operatorId = "op_1", fromMs = 0) => sums.read(operatorId, fromMs, fromMs + hourMs);

test("readers of the same sums share one computation", async () => {
  let finish = () => {};
  answer = () => new Promise<void>((resolve) => (finish = resolve));
  const readers = [read(), read(), read()];
  clock.advance(hourMs);
  readers.push(read());
  expect(computed).toBe(1);
  finish();
  const found = await Promise.all(readers);
  expect(new Set(found).size).toBe(1);
});

test("sums of more payments are kept longer", async () => {
  await read();
  clock.advance(19_999);
  await read();
  expect(computed).toBe(1);
  clock.advance(1);
  payments = 5_000;
  await read();
  expect(computed).toBe(2);
  clock.advance(2_000);
  await read();
  expect(computed).toBe(3);
});

test("sums of few payments are computed for each reader", async () => {
  payments = 999;
  await read();
  await read();
  expect(computed).toBe(2);
});

test("operators and ranges have their own sums", async () => {
  await read();
  await read("op_2");
  await read("op_1", hourMs);
  expect(computed).toBe(3);
});

test("a failed computation is not kept", async () => {
  answer = () => Promise.reject(new Error("the store is down"));
  const [one, other] = await Promise.allSettled([read(), read()]);
  expect([one.status, other.status]).toEqual(["rejected", "rejected"]);
  answer = async () => undefined;
  await expect(read()).resolves.toHaveLength(2);
  expect(computed).toBe(2);
});
