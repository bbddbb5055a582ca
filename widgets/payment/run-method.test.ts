// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runMethod } from "./run-method.ts";

const transaction = "8a880dc0-d2d2-4067-bcb1-b08d1690b26e";
const action = {
  type: "three_ds_method" as const,
  methodUrl: "https://acs.example/method",
  threeDSMethodData: Buffer.from(JSON.stringify({ threeDSServerTransID: transaction })).toString(
    "base64url",
  ),
  timeoutMs: 10_000,
};
let submitted: { action: string; target: string; data: string }[];

const frame = () => document.querySelector("iframe");
const notify = (change: object = {}) =>
  window.dispatchEvent(
    Object.assign(new Event("message"), {
      origin: location.origin,
      data: { tessera: "three_ds_method", threeDSServerTransID: transaction },
      ...change,
    }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  submitted = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const data = this.querySelector("input")?.value ?? "";
    submitted.push({ action: this.action, target: this.target, data });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("posts the data to the bank in a hidden frame and ends when our page says so", async () => {
  const ended = runMethod(action, window);
  expect(submitted).toEqual([
    { action: action.methodUrl, target: frame()?.name, data: action.threeDSMethodData },
  ]);
  expect(frame()?.getAttribute("aria-hidden")).toBe("true");
  notify();
  expect(await ended).toBe("Y");
  expect(frame()).toBeNull();
});

it("continues without the bank after ten seconds", async () => {
  const ended = runMethod(action, window);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toBe("N");
  expect(frame()).toBeNull();
});

it("ignores other pages, other runs and other messages", async () => {
  const ended = runMethod(action, window);
  notify({ origin: "https://evil.example" });
  notify({ data: { tessera: "three_ds_method", threeDSServerTransID: "another" } });
  notify({ data: { tessera: "challenge_done", threeDSServerTransID: transaction } });
  notify({ data: null });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toBe("N");
});

it("returns U when the data or the address is unusable", async () => {
  expect(await runMethod({ ...action, threeDSMethodData: "?" }, window)).toBe("U");
  expect(await runMethod({ ...action, methodUrl: "javascript:alert(1)" }, window)).toBe("U");
  expect(submitted).toEqual([]);
});
