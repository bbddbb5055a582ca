import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadStatus, W9Result } from "./w9-api.ts";
import { watchWindow } from "./watch-window.ts";

const pending: ReadStatus = {
  w9Id: "w9_1",
  status: "pending",
  notUsPerson: false,
  window: "open",
  idleSeconds: 0,
};
let results: W9Result<ReadStatus>[];
let requestCount: number;
const onOutcome = vi.fn();

const start = () =>
  watchWindow({
    api: {
      status: async () => {
        requestCount += 1;
        return results.shift() ?? { ok: true, value: pending };
      },
    },
    w9Id: "w9_1",
    nowMs: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onOutcome,
  });

beforeEach(() => {
  vi.useFakeTimers();
  results = [];
  requestCount = 0;
  onOutcome.mockClear();
});
afterEach(() => vi.useRealTimers());

test("polls until the form is signed, then stops", async () => {
  start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requestCount).toBe(6);
  results = [{ ok: true, value: { ...pending, status: "completed" } }];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onOutcome).toHaveBeenCalledTimes(1);
  expect(onOutcome).toHaveBeenCalledWith({ type: "completed", w9Id: "w9_1", status: "completed" });
  expect(requestCount).toBe(7);
});

test("polls more slowly without responses, and continues when the network returns", async () => {
  results = Array.from({ length: 6 }, () => ({ ok: false, failure: { code: "lost" } }));
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestCount).toBeLessThan(7);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onOutcome).not.toHaveBeenCalled();
  results = [{ ok: true, value: { ...pending, status: "completed" } }];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onOutcome).toHaveBeenCalledTimes(1);
});

test("ends when the link no longer works", async () => {
  results = [{ ok: false, failure: { code: "client_secret_expired" } }];
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(onOutcome).toHaveBeenCalledWith({ type: "expired", w9Id: "w9_1", status: "expired" });
});

test("polls at once when the window's handle changes", async () => {
  const watch = start();
  await vi.advanceTimersByTimeAsync(0);
  watch.handle(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(requestCount).toBe(2);
  watch.handle(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(requestCount).toBe(2);
});

test("settles with the server's status, and rejects if the server is unreachable", async () => {
  const watch = start();
  await vi.advanceTimersByTimeAsync(0);
  results = [{ ok: false, failure: { code: "lost" } }];
  await expect(watch.settle()).rejects.toThrow("lost");
  results = [{ ok: true, value: { ...pending, notUsPerson: true } }];
  await expect(watch.settle()).resolves.toMatchObject({ type: "not_us_person" });
  expect(onOutcome).toHaveBeenCalledTimes(1);
});
