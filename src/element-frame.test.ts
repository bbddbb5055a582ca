// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaymentElements } from "./payment-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";

let payment: PaymentElements;
let frame: FakeFrame;
let loads: string[];
let hidden: boolean;
let pingCount: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("origin", location.origin); // happy-dom lacks it.
  pingCount = 0;
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  document.body.innerHTML = `<div id="pay"></div>`;
  payment = new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
  }).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
  payment.mount("#pay");
  const element = document.querySelector("iframe");
  if (!element) throw new Error("no frame in the page");
  loads = [];
  const { src } = element;
  Object.defineProperty(element, "src", { get: () => src, set: (to) => loads.push(to) });
  frame = new FakeFrame(element);
  frame.becomeReady();
});
afterEach(() => {
  payment.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pings = () => frame.received.filter(({ type }) => type === "ping").length;

/** Advances ten seconds `times` times. The frame answers every ping or no ping. */
async function pass(times: number, answers: boolean): Promise<void> {
  for (let at = 0; at < times; at++) {
    vi.advanceTimersByTime(10_000);
    pingCount += 1;
    if (!answers) continue;
    await expect.poll(() => pings(), { interval: 1 }).toBe(pingCount);
    let isThere = false;
    const off = payment.on("change", () => {
      isThere = true;
    });
    frame.send({ type: "pong" });
    // This message arrives after the pong.
    frame.send({ type: "change", complete: false, empty: true, brand: null });
    await expect.poll(() => isThere, { interval: 1 }).toBe(true);
    off();
  }
}

test("a frame that answers pings is kept", async () => {
  await pass(20, true);
  expect(loads).toEqual([]);
});

test("a frame that misses two pings after answering is reloaded, and running calls reject", async () => {
  const confirmed = payment.confirm();
  confirmed.catch(() => {});
  await pass(1, true);
  await pass(2, false);
  expect(loads).toEqual([]);
  await pass(1, false);
  expect(loads).toEqual([frame.src.href]);
  await expect(confirmed).rejects.toMatchObject({ code: "frame_reloaded" });
  await pass(10, false);
  expect(loads).toHaveLength(1);
  frame.becomeReady();
  frame.confirm = async () => ({
    type: "success",
    paymentIntentId: "pi_1",
    status: "success",
    messages: [],
  });
  await expect(payment.confirm()).resolves.toMatchObject({ type: "success" });
});

test("a frame that misses single pings, for example after sleep, is kept", async () => {
  for (let at = 0; at < 5; at++) {
    await pass(1, true);
    await pass(1, false);
  }
  expect(loads).toEqual([]);
});

test("a frame that never answered may not know pings, and is kept", async () => {
  await pass(20, false);
  expect(loads).toEqual([]);
});

test("no pings are sent while the page is hidden or after its frame is removed", async () => {
  await pass(1, true);
  hidden = true;
  await pass(20, false);
  hidden = false;
  document.querySelector("iframe")?.remove();
  await pass(20, false);
  expect([pings(), loads]).toEqual([1, []]);
});
