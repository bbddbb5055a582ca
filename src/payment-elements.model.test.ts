// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { setImmediate as soon } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { PaymentElements } from "./payment-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";

/** What a page, a customer and a network can do, in any order. */
type Step =
  | "mount"
  | "mount elsewhere"
  | "framework removes it"
  | "unmount"
  | "destroy"
  | "confirm"
  | "update"
  | "frame speaks"
  | "frame is ready"
  | "frame is loaded again"
  | "frame fails"
  | "payment ends"
  | "time passes";

const steps: Step[] = [
  "mount",
  "mount elsewhere",
  "framework removes it",
  "unmount",
  "destroy",
  "confirm",
  "update",
  "frame speaks",
  "frame is ready",
  "frame is loaded again",
  "frame fails",
  "payment ends",
  "time passes",
];

const result = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };

class World {
  readonly payment: PaymentElements;
  readonly frames = new Map<HTMLIFrameElement, FakeFrame>();
  readonly asked: Promise<string>[] = [];
  readonly payments: (() => void)[] = [];

  constructor() {
    document.body.innerHTML = `<div id="pay"></div><div id="other"></div>`;
    this.payment = new Tessera({
      publishableKey: "pk_sandbox_1",
      apiUrl: serviceOrigin,
      locale: "en",
    }).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
  }

  frame(): FakeFrame | null {
    const element = document.querySelector("iframe");
    if (!element) return null;
    let frame = this.frames.get(element);
    if (!frame) {
      frame = new FakeFrame(element);
      frame.confirm = () =>
        new Promise((resolve) => this.payments.push(() => resolve({ ...result })));
      this.frames.set(element, frame);
    }
    return frame;
  }

  async take(step: Step): Promise<void> {
    const { payment } = this;
    const frame = this.frame();
    if (step === "mount") payment.mount("#pay");
    if (step === "mount elsewhere") payment.mount("#other");
    if (step === "framework removes it") document.querySelector("iframe")?.remove();
    if (step === "unmount") payment.unmount();
    if (step === "destroy") payment.destroy();
    if (step === "update") payment.update({ clientSecretKey: "pi_2_secret_b" });
    if (step === "confirm")
      this.asked.push(
        payment.confirm().then(
          ({ type }) => type,
          (error: { code: string }) => error.code,
        ),
      );
    if (step === "frame speaks" || step === "frame is loaded again") frame?.sayHere();
    if (step === "frame is ready" && frame?.peer) frame.send({ type: "ready", heightPx: 300 });
    if (step === "frame fails" && frame?.peer)
      frame.send({
        type: "loaderror",
        error: { code: "session_refused", party: "us", message: "No." },
      });
    if (step === "payment ends") this.payments.shift()?.();
    if (step === "time passes") await vi.advanceTimersByTimeAsync(5000);
    expect(document.querySelectorAll("iframe").length).toBeLessThanOrEqual(1);
    await soon(); // the ports deliver
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("any order of steps has at most one frame, settles every promise and leaves nothing behind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.stubGlobal("fetch", async () => ({ json: async () => ({ key: "ok", origin: "allowed" }) }));
  const listeners = { added: 0, removed: 0 };
  const { addEventListener, removeEventListener } = window;
  vi.spyOn(window, "addEventListener").mockImplementation((...given: unknown[]) => {
    listeners.added += 1;
    return Reflect.apply(addEventListener, window, given);
  });
  vi.spyOn(window, "removeEventListener").mockImplementation((...given: unknown[]) => {
    listeners.removed += 1;
    return Reflect.apply(removeEventListener, window, given);
  });
  const known = new Set([
    "success",
    "not_mounted",
    "unmounted",
    "frame_reloaded",
    "session_refused",
    "timeout",
  ]);

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 25 }),
      async (path) => {
        const world = new World();
        for (const step of path) await world.take(step);
        world.payment.destroy();
        const hung = soon().then(() => ["never settled"]);
        const ends = await Promise.race([Promise.all(world.asked), hung]);
        expect(ends.filter((end) => !known.has(end))).toEqual([]);
        expect(document.querySelectorAll("iframe")).toHaveLength(0);
        expect(listeners.added).toBe(listeners.removed);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});
