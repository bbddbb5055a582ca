// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { ConsoleClock } from "#contract/console/sandbox-clock";
import { serverNow } from "../session/server-time.ts";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { Asking } from "../ui/ask.tsx";
import SandboxBar from "./sandbox-bar.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dayMs = 86_400_000;
const clockAt = (aheadMs: number, mayMove = true): ConsoleClock => ({
  time: new Date(Date.now() + aheadMs).toISOString(),
  offsetSeconds: aheadMs / 1_000,
  mayMove,
  settled: true,
});

test("an admin moves to the next day after a confirmation, and ages follow the sandbox's time", async () => {
  let aheadMs = 0;
  const requests = fakeService({
    "GET /sandbox-clock": () => clockAt(aheadMs),
    "POST /sandbox-clock/next-day": () => {
      aheadMs += dayMs;
      return clockAt(aheadMs);
    },
  });
  render(
    <>
      <SandboxBar />
      <Asking />
    </>,
  );
  fireEvent.click(await screen.findByTestId("next-day"));
  expect(requests.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.click(await screen.findByTestId("ask-yes"));
  await vi.waitFor(() =>
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1),
  );
  await vi.waitFor(() => expect(serverNow() - Date.now()).toBeGreaterThan(dayMs - 60_000));
});

test("says why the time was not moved, and keeps it on the screen", async () => {
  fakeService({
    "GET /sandbox-clock": clockAt(0),
    "POST /sandbox-clock/next-day": new Refusal(403, "role_not_allowed"),
  });
  render(
    <>
      <SandboxBar />
      <Asking />
    </>,
  );
  fireEvent.click(await screen.findByTestId("next-day"));
  fireEvent.click(await screen.findByTestId("ask-yes"));
  const failure = await screen.findByTestId("failure");
  expect(failure.textContent).toContain("Your role does not include this.");
  expect(failure.closest("[role='alert']")).not.toBeNull();
});

test("others see the time without a button", async () => {
  fakeService({ "GET /sandbox-clock": clockAt(3 * dayMs, false) });
  render(<SandboxBar />);
  expect((await screen.findByTestId("sandbox-bar")).textContent).toContain("Sandbox time");
  expect(screen.queryByTestId("next-day")).toBeNull();
});

test("shows no bar where the clock cannot be moved", async () => {
  const requests = fakeService({
    "GET /sandbox-clock": () => new Refusal(403, "sandbox_clock_unavailable"),
  });
  render(<SandboxBar />);
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0));
  expect(screen.queryByTestId("sandbox-bar")).toBeNull();
});
