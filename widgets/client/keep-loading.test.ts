// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLoading } from "./keep-loading.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("retries until it loads: after a while, and as soon as the browser is online", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error("refused")).mockRejectedValueOnce(new Error("refused"));
  load.mockResolvedValueOnce("words");
  const loaded = keepLoading(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("words");
  expect(load).toHaveBeenCalledTimes(3);
});
