// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast, Toasts } from "./toasts.tsx";

let frames: (() => void)[] = [];
const drawFrames = () =>
  act(() => {
    for (const draw of frames.splice(0)) draw();
  });
const waitMs = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const shown = () => screen.getByTestId("toasts").textContent;

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
});
afterEach(async () => {
  await waitMs(6_000);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("shows a message for six seconds, even if the tab was in the background for longer", async () => {
  render(<Toasts />);
  showToast("Approved");
  await waitMs(60_000);
  await drawFrames();
  expect(shown()).toBe("Approved");
  await waitMs(5_999);
  expect(shown()).toBe("Approved");
  await waitMs(1);
  expect(shown()).toBe("");
});

it("shows the newest message for its full time", async () => {
  render(<Toasts />);
  showToast("Saved");
  await drawFrames();
  await waitMs(4_000);
  showToast("Saved");
  await drawFrames();
  await waitMs(5_999);
  expect(shown()).toBe("Saved");
  await waitMs(1);
  expect(shown()).toBe("");
});
