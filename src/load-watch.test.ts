// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LoadWatch, watchLoad } from "./load-watch.ts";
import type { TesseraError } from "./tessera-error.ts";

const apiUrl = "http://pay.localhost:4000";
const settings = { apiUrl, publishableKey: "pk_sandbox_1", locale: "en", trace: () => {} };

let frame: HTMLIFrameElement;
let reported: TesseraError[];
let watch: LoadWatch;
let requests: string[];

const answerWith = (answer: () => Promise<unknown>) =>
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return { json: answer };
  });
const violate = (change = {}) =>
  document.dispatchEvent(
    Object.assign(new Event("securitypolicyviolation"), {
      disposition: "enforce",
      effectiveDirective: "frame-src",
      blockedURI: `${apiUrl}/v1/frames/payment`,
      ...change,
    }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  answerWith(async () => ({ key: "ok", origin: "allowed" }));
  frame = document.createElement("iframe");
  frame.src = `${apiUrl}/v1/frames/payment?key=pk_sandbox_1`;
  // Chromium has this property; happy-dom, Firefox and Safari lack it.
  Object.assign(frame, { credentialless: false });
  reported = [];
  watch = watchLoad(frame, settings, (error) => reported.push(error));
});
const watchWithoutCredentialless = () => {
  watch.stop();
  frame = document.createElement("iframe");
  frame.src = `${apiUrl}/v1/frames/payment?key=pk_sandbox_1`;
  watch = watchLoad(frame, settings, (error) => reported.push(error));
};
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a frame that connects and is ready is never reported", async () => {
  frame.dispatchEvent(new Event("load"));
  watch.connected();
  await vi.advanceTimersByTimeAsync(5000);
  watch.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual([]);
  expect(requests).toEqual([]);
});

test("a CSP violation is reported at once, with the directive to add", () => {
  violate();
  expect(reported).toMatchObject([{ code: "csp", party: "integrator" }]);
  expect(reported[0]?.message).toContain("frame-src http://pay.localhost:4000");
});

test("a CSP that blocks the diagnosis is reported with the directive to add", async () => {
  vi.stubGlobal("fetch", () => {
    setTimeout(() => violate({ effectiveDirective: "connect-src" }));
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(reported).toMatchObject([{ code: "csp", party: "integrator" }]);
  expect(reported[0]?.message).toContain("connect-src http://pay.localhost:4000");
});

test.each([
  ["is only reported, not enforced", { disposition: "report" }],
  ["is of another origin", { blockedURI: "https://ads.example" }],
  ["has another directive", { effectiveDirective: "img-src" }],
])("a violation that %s is ignored", (_what, change) => {
  violate(change);
  expect(reported).toEqual([]);
});

test.each([
  [{ key: "unknown", origin: "refused" }, "wrong_key", "integrator"],
  [{ key: "wrong_environment", origin: "refused" }, "wrong_key", "integrator"],
  [{ key: "ok", origin: "refused" }, "wrong_origin", "integrator"],
  [{ message: "oops" }, "network", "us"],
])("a silent frame with diagnosis %j is reported as %s", async (answer, code, party) => {
  answerWith(async () => answer);
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(reported).toMatchObject([{ code, party }]);
  expect(requests).toEqual([`${apiUrl}/v1/sdk/diagnosis?publishableKey=pk_sandbox_1`]);
});

test("a dead server is a network error, with its cause", async () => {
  const cause = new TypeError("Failed to fetch");
  vi.stubGlobal("fetch", () => Promise.reject(cause));
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(reported).toMatchObject([{ code: "network", party: "network", cause }]);
});

test("a slow frame without a known cause is reported as a time-out, once", async () => {
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toMatchObject([{ code: "timeout" }]);
});

test("a silent frame without a known cause is reloaded once, without credentials", async () => {
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(1500);
  expect(frame.hasAttribute("credentialless")).toBe(true);
  frame.dispatchEvent(new Event("load"));
  watch.connected();
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(1);
  expect(reported).toEqual([]);
});

test("a frame that is reloaded without credentials gets its full time again", async () => {
  // Without `load` the diagnosis starts after 12 seconds.
  await vi.advanceTimersByTimeAsync(12_500);
  expect(frame.hasAttribute("credentialless")).toBe(true);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toMatchObject([{ code: "timeout" }]);
});

test("an isolated page is reported in a browser without credentialless frames", async () => {
  vi.stubGlobal("crossOriginIsolated", true);
  watchWithoutCredentialless();
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(1500);
  expect(reported).toMatchObject([{ code: "isolated", party: "integrator" }]);
  expect(reported[0]?.message).toContain("Remove Cross-Origin-Embedder-Policy");
});

test("in a page that is not isolated, such a browser reports a possible COEP header at the deadline", async () => {
  watchWithoutCredentialless();
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(frame.hasAttribute("credentialless")).toBe(false);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toMatchObject([{ code: "timeout" }]);
  expect(reported[0]?.message).toContain("Cross-Origin-Embedder-Policy");
});

test("a server that never responds is reported after the deadline", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toMatchObject([{ code: "timeout" }]);
});

test("nothing is reported after stop, even with a pending diagnosis", async () => {
  let finish = (_answer: unknown) => {};
  answerWith(() => new Promise((resolve) => (finish = resolve)));
  frame.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(1000);
  watch.stop();
  finish({ key: "unknown", origin: "refused" });
  violate();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
