// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { personalTexts } from "../i18n/en/personal.ts";
import { w9Texts } from "../i18n/en/w9.ts";
import type { W9Api } from "../w9/w9-api.ts";
import { W9Step } from "./w9-step.tsx";

const status = {
  w9Id: "w9_1",
  status: "pending",
  notUsPerson: false,
  window: "open",
  idleSeconds: 0,
};
let now: typeof status;
beforeEach(() => {
  now = status;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(openWindow: () => { closed: boolean; focus(): void; close(): void } | null) {
  const onDone = vi.fn();
  const opened = vi.fn(openWindow);
  const api = {
    status: async () => ({ ok: true, value: now }),
    session: async () => ({ ok: false, failure: { code: "client_secret_expired" } }),
    leave: () => {},
  } as unknown as W9Api;
  render(
    <W9Step
      w9CaptureUrl="https://pay.example/w9#w9_1_secret_x"
      texts={personalTexts}
      w9Texts={w9Texts}
      locale="en-US"
      onDone={onDone}
      api={api}
      nowMs={Date.now}
      openWindow={opened}
    />,
  );
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  return { onDone, opened, user };
}

test("opens the form in the click and continues when it is signed", async () => {
  const handle = { closed: false, focus() {}, close() {} };
  const { onDone, opened, user } = show(() => handle);
  await user.click(screen.getByTestId("w9-open"));
  expect(opened).toHaveBeenCalledWith(
    "https://pay.example/w9?locale=en-US&scheme=light#w9_1_secret_x",
  );
  expect(await screen.findByTestId("w9-step-waiting")).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  now = { ...status, status: "completed" };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a window closed before signing leads back, and the step says so", async () => {
  const handle = { closed: false, focus() {}, close() {} };
  const { onDone, user } = show(() => handle);
  await user.click(screen.getByTestId("w9-open"));
  await vi.advanceTimersByTimeAsync(3_000);
  handle.closed = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await screen.findByTestId("w9-left")).toBeTruthy();
  expect(screen.getByTestId("w9-open")).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

test("if the browser blocks the window, the form is inline", async () => {
  const { user } = show(() => null);
  await user.click(screen.getByTestId("w9-open"));
  expect(await screen.findByTestId("w9-blocked")).toBeTruthy();
  expect(await screen.findByTestId("w9-expired")).toBeTruthy();
});

test("a customer who prefers to stay fills it in here", async () => {
  const { opened, user } = show(() => null);
  await user.click(screen.getByTestId("w9-here"));
  expect(await screen.findByTestId("w9-inline")).toBeTruthy();
  expect(screen.queryByTestId("w9-blocked")).toBeNull();
  expect(opened).not.toHaveBeenCalled();
});
