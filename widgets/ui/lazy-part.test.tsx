// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LazyPart } from "./lazy-part.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Fails this many times, then succeeds. */
const failing = (times: number) =>
  vi.fn(async () => {
    if (times-- > 0) throw new Error("offline");
    return "the form";
  });

const show = (load: () => Promise<string>, words: { lost: string; retry?: string }) =>
  render(
    <LazyPart testId="form" load={load} words={words}>
      {(part) => <p data-testid="part">{part}</p>}
    </LazyPart>,
  );

/** Effects run at the end of each step. */
const pass = async (ms: number) => {
  for (let step = 0; step < 4; step++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(ms / 4);
    });
  }
};

test("keeps the space while loading", async () => {
  show(failing(0), { lost: "Lost" });
  expect(screen.getByTestId("form-loading").dataset["holdsPlace"]).toBeDefined();
  await pass(0);
  expect(screen.getByTestId("part").textContent).toBe("the form");
  expect(screen.queryByTestId("form-loading")).toBeNull();
});

test("reports a failed load and retries every five seconds", async () => {
  const load = failing(2);
  show(load, { lost: "Lost" });
  await pass(0);
  expect(screen.getByTestId("form-lost").textContent).toContain("Lost");
  expect(screen.queryByTestId("form-retry")).toBeNull();
  await pass(6_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByTestId("form-lost")).toBeTruthy();
  await pass(6_000);
  expect(screen.getByTestId("part")).toBeTruthy();
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test("retries as soon as the browser is online, and when the button is pressed", async () => {
  const load = failing(2);
  show(load, { lost: "Lost", retry: "Try again" });
  await pass(0);
  dispatchEvent(new Event("online"));
  await pass(0);
  expect(load).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByTestId("form-retry"));
  await pass(0);
  expect(screen.getByTestId("part")).toBeTruthy();
  dispatchEvent(new Event("online"));
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(3);
});
