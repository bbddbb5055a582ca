import { expect, test } from "vitest";
import { StoreUnavailable } from "../database/store-unavailable.ts";
import { rowsAtOnce, workThrough } from "./work-through.ts";

const { signal } = new AbortController();

/** Rows in a store: what was worked on is no longer due. */
function rowsOf(count: number) {
  const due = Array.from({ length: count }, (_, row) => row);
  return {
    due,
    read: async (most: number, skip: number) => due.slice(skip, skip + most),
    finish: (row: number) => void due.splice(due.indexOf(row), 1),
  };
}

test("more failing rows than are read at once do not block those behind them", async () => {
  const { due, read, finish } = rowsOf(5 * rowsAtOnce);
  const failed: number[] = [];
  const done = await workThrough(signal, {
    read,
    async work(row) {
      if (row < 2 * rowsAtOnce) throw new Error("broken");
      // These stay due.
      if (row % 10 === 0) return false;
      finish(row);
      return true;
    },
    onFailure: (row) => failed.push(row),
  });
  expect(failed).toHaveLength(2 * rowsAtOnce);
  expect(due.filter((row) => row >= 2 * rowsAtOnce && row % 10 !== 0)).toEqual([]);
  expect(done).toBe(5 * rowsAtOnce - due.length);
});

test("each row is worked on once in a round", async () => {
  const { read } = rowsOf(2 * rowsAtOnce);
  const seen: number[] = [];
  await workThrough(signal, {
    read,
    async work(row) {
      seen.push(row);
      return false;
    },
    onFailure: () => undefined,
  });
  expect(new Set(seen).size).toBe(2 * rowsAtOnce);
  expect(seen).toHaveLength(2 * rowsAtOnce);
});

test("a row whose statement reaches a time limit of the store does not block the others", async () => {
  const { read } = rowsOf(3);
  const failed: number[] = [];
  const done = await workThrough(signal, {
    read,
    async work(row) {
      if (row === 2) return true;
      const code = row === 0 ? "57014" : "55P03";
      throw new StoreUnavailable(Object.assign(new Error("canceling statement"), { code }));
    },
    onFailure: (row) => failed.push(row),
  });
  expect(failed).toEqual([0, 1]);
  expect(done).toBe(1);
});

test("an unavailable store ends the round, and so does the shutdown", async () => {
  const { read } = rowsOf(10);
  const lost = new StoreUnavailable(new Error("connection refused"));
  const round = { read, work: () => Promise.reject(lost), onFailure: () => undefined };
  await expect(workThrough(signal, round)).rejects.toBe(lost);
  const stopped = AbortSignal.abort();
  await expect(workThrough(stopped, round)).resolves.toBe(0);
});
