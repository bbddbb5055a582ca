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

test("a try that takes too long counts as failed again and again, and still loads the part", async () => {
  const failed = vi.fn();
  let arrive: (part: string) => void = () => undefined;
  const loaded = keepLoading(() => new Promise<string>((resolve) => (arrive = resolve)), failed);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(failed.mock.calls).toEqual([[true], [true]]);
  arrive("words");
  expect(await loaded).toBe("words");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).toHaveBeenCalledTimes(2);
});
