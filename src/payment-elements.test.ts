// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { describe, expect, test, vi } from "vitest";
import { serviceOrigin } from "./testing/fake-frame.ts";
import { frameOf, iframes, openPaymentPage, success, until } from "./testing/payment-page.ts";

const { page, create } = openPaymentPage();

describe("mounting", () => {
  test("puts one titled frame into the target and sends init after the handshake", async () => {
    page.payment.mount("#pay");
    const [element] = iframes();
    expect(element?.parentElement).toBe(page.target);
    expect(element?.title).toBe("Secure payment");
    const frame = frameOf();
    expect(frame.src.href.split("#")[0]).toBe(
      "http://pay.localhost:4000/v1/frames/payment?key=pk_sandbox_1&locale=en-GB",
    );
    expect(frame.pageOrigin).toBe(location.origin);
    frame.sayHere();
    expect(frame.targetOrigin).toBe(serviceOrigin);
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toEqual({
      type: "init",
      clientSecretKey: "pi_1_secret_a",
      publishableKey: "pk_sandbox_1",
      locale: "en-GB",
      submitButton: true,
      defaultValues: {},
      returnUrl: location.href,
      bankPopup: false,
    });
  });

  test("a frame that says `here` with its height is ready at once, and learns that the page knows", async () => {
    const ready = vi.fn();
    page.payment.on("ready", ready);
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere({ heightPx: 555, title: "Pago seguro" });
    expect(ready).toHaveBeenCalledTimes(1);
    const [element] = iframes();
    expect(element?.style.height).toBe("555px");
    expect(element?.title).toBe("Pago seguro");
    expect(frame.isKnown).toBe(true);
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toMatchObject({ type: "init" });
  });

  test("a frame that says `here` before its layout is ready at once, and keeps its height until it reports one", async () => {
    const ready = vi.fn();
    page.payment.on("ready", ready);
    page.payment.mount("#pay");
    const reserved = iframes()[0]?.style.height;
    const frame = frameOf();
    frame.sayHere({ title: "Pago seguro" });
    expect(ready).toHaveBeenCalledTimes(1);
    expect(frame.isKnown).toBe(true);
    expect(iframes()[0]?.style.height).toBe(reserved);
    frame.send({ type: "resize", heightPx: 555 });
    await until(() => iframes()[0]?.style.height === "555px");
    expect(ready).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["nothing", undefined],
    ["an impossible height", { heightPx: -1 }],
  ])("a frame whose `here` has %s is ready with its message", async (_what, fields) => {
    const ready = vi.fn();
    page.payment.on("ready", ready);
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere(fields);
    expect(ready).not.toHaveBeenCalled();
    expect(frame.isKnown).toBe(false);
    frame.send({ type: "ready", heightPx: 320 });
    await until(() => ready.mock.calls.length === 1);
    expect(iframes()[0]?.style.height).toBe("320px");
  });

  test("a page with an address above the limit is the return URL without its query", async () => {
    const { href } = location;
    history.replaceState(null, "", `?campaign=${"a".repeat(5000)}#part`);
    try {
      page.payment.mount("#pay");
      const frame = frameOf();
      frame.sayHere();
      await until(() => frame.received.length === 1);
      expect(frame.received[0]).toMatchObject({ returnUrl: location.origin + location.pathname });
    } finally {
      history.replaceState(null, "", href);
    }
  });

  test("a page in a srcdoc frame uses its inherited origin", () => {
    vi.stubGlobal("origin", "https://embedding.example");
    page.payment.mount("#pay");
    expect(frameOf().pageOrigin).toBe("https://embedding.example");
  });

  test("null as default values fills in nothing", async () => {
    page.payment = create({ defaultValues: null });
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere();
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toMatchObject({ defaultValues: {} });
  });

  test("missing default values are left out, and the widget loads", async () => {
    const record: { name: string | null; postalCode?: string } = { name: null };
    const { name, postalCode } = record;
    page.payment = create({ defaultValues: { name, postalCode } });
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    page.payment.update({ defaultValues: { name: "Ada", postalCode } });
    await until(() => frame.received.length === 2);
    expect(frame.received).toMatchObject([
      { defaultValues: {} },
      { defaultValues: { name: "Ada" } },
    ]);
    expect(frame.received[0]).toHaveProperty("defaultValues", {});
    expect(frame.received[1]).toHaveProperty("defaultValues", { name: "Ada" });
  });

  test.each([
    ["nothing", () => null],
    ["a wrapper of an element", () => ({ current: page.target, 0: page.target })],
    ["the document", () => document],
    [
      "an element of another document",
      () => document.implementation.createHTMLDocument("").createElement("div"),
    ],
  ])("into %s is refused at once", (_what, give) => {
    expect(() => page.payment.mount(give() as never)).toThrow(
      expect.objectContaining({ code: "mount_target_missing", party: "integrator" }),
    );
  });

  test("a second time does nothing", () => {
    page.payment.mount("#pay");
    const [first] = iframes();
    page.payment.mount(page.target);
    page.payment.mount("#pay");
    expect(iframes()).toEqual([first]);
  });

  test("elsewhere moves the only frame there", () => {
    page.payment.mount("#pay");
    page.payment.mount("#other");
    expect(iframes().map((frame) => frame.parentElement?.id)).toEqual(["other"]);
  });

  test("into a missing element throws", () => {
    expect(() => page.payment.mount("#nowhere")).toThrow(
      expect.objectContaining({ code: "mount_target_missing", party: "integrator" }),
    );
  });

  test("the frame names itself in the customer's language once it is ready", async () => {
    page.payment.mount("#pay");
    const [element] = iframes();
    expect(element?.title).toBe("Secure payment");
    const frame = frameOf();
    frame.sayHere();
    frame.send({ type: "ready", heightPx: 320, title: "Pagar con tarjeta" });
    await until(() => element?.title === "Pagar con tarjeta");
  });

  test("after unmount creates a new working frame with the newest options", async () => {
    page.payment.mount("#pay");
    frameOf().becomeReady();
    page.payment.unmount();
    expect(iframes()).toEqual([]);
    page.payment.update({ clientSecretKey: "pi_2_secret_b" });
    const ready = vi.fn();
    page.payment.on("ready", ready);
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    await until(() => ready.mock.calls.length === 1);
    expect(frame.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_b" });
  });

  test("twice, as React's StrictMode does, leaves one frame and one handler", async () => {
    const ready = vi.fn();
    const effect = () => {
      page.payment.on("ready", ready);
      page.payment.mount(page.target);
      return () => page.payment.destroy();
    };
    effect()();
    effect();
    expect(iframes()).toHaveLength(1);
    frameOf().becomeReady();
    await until(() => ready.mock.calls.length > 0);
    expect(ready).toHaveBeenCalledTimes(1);
  });

  test("into an element that a framework re-created works", () => {
    page.payment.mount("#pay");
    document.body.innerHTML = `<div id="pay"></div>`;
    page.payment.mount("#pay");
    expect(iframes()).toHaveLength(1);
  });

  test("applies the frame's height when it is ready and when it grows", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    expect(iframes()[0]?.style.height).toMatch(/^\d{3}px$/);
    frame.becomeReady(333);
    await until(() => iframes()[0]?.style.height === "333px");
    frame.send({ type: "resize", heightPx: 444 });
    await until(() => iframes()[0]?.style.height === "444px");
  });

  test("scrolls to the part that the frame reveals, without an event", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady(333);
    const [element] = iframes();
    if (!element) throw new Error("there is no frame");
    Object.defineProperty(element, "offsetHeight", { value: 333 });
    const margins: string[] = [];
    element.scrollIntoView = () => void margins.push(element.style.scrollMargin);
    frame.send({ type: "reveal", topPx: 20, bottomPx: 60 });
    await until(() => margins.length === 1);
    expect(margins).toEqual(["-20px 0 -273px"]);
    expect(element.style.scrollMargin).toBe("16px");
    expect(element.style.getPropertyPriority("scroll-margin")).toBe("important");
  });
});

describe("several instances", () => {
  test("have separate frames and events", async () => {
    const second = create({ clientSecretKey: "pi_2_secret_b" });
    page.payment.mount("#pay");
    second.mount("#other");
    const changes = { first: vi.fn(), second: vi.fn() };
    page.payment.on("change", changes.first);
    second.on("change", changes.second);
    const [one, two] = [frameOf(0), frameOf(1)];
    one.becomeReady();
    two.becomeReady();
    two.send({ type: "change", complete: true, empty: false, brand: "visa" });
    await until(() => changes.second.mock.calls.length === 1);
    expect(changes.second).toHaveBeenCalledWith({ complete: true, empty: false, brand: "visa" });
    expect(changes.first).not.toHaveBeenCalled();
    expect(two.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_b" });
    expect(page.trace.filter((entry) => entry.name === "ignored")).toEqual([]);
    second.destroy();
    expect(iframes()).toHaveLength(1);
  });
});

describe("events", () => {
  test("reach their handlers with their payload, even with unknown values", async () => {
    page.payment.mount("#pay");
    const seen: unknown[] = [];
    for (const name of ["step", "status", "complete", "error", "escape"] as const)
      page.payment.on(name, (payload: unknown) => seen.push([name, payload]));
    const frame = frameOf();
    frame.becomeReady();
    frame.send({ type: "step", step: "card" });
    frame.send({ type: "status", status: "held-by-moon" });
    frame.send({ type: "complete", result: { ...success, type: "on_hold" } });
    frame.send({ type: "error", error: { code: "x", party: "us", message: "m", requestId: "r" } });
    frame.send({ type: "escape" });
    await until(() => seen.length === 5);
    expect(seen).toEqual([
      ["step", { step: "card" }],
      ["status", { status: "held-by-moon" }],
      ["complete", { ...success, type: "on_hold" }],
      ["error", expect.objectContaining({ name: "TesseraError", code: "x", requestId: "r" })],
      ["escape", undefined],
    ]);
  });

  test("once runs once, off removes, and an exception does not stop other handlers", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const calls: string[] = [];
    const stop = page.payment.on("escape", () => calls.push("stopped"));
    page.payment.on("escape", () => {
      throw new Error("the operator's own");
    });
    page.payment.once("escape", () => calls.push("once"));
    page.payment.on("escape", () => calls.push("always"));
    stop();
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    frame.send({ type: "escape" });
    frame.send({ type: "escape" });
    await until(() => calls.length === 3);
    expect(calls).toEqual(["once", "always", "always"]);
    expect(reported).toHaveBeenCalledTimes(2);
  });

  test("stop with destroy, even those already sent", async () => {
    const onEscape = vi.fn();
    page.payment.on("escape", onEscape);
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    frame.send({ type: "escape" });
    page.payment.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onEscape).not.toHaveBeenCalled();
  });
});

describe("destroy", () => {
  test("leaves no frame, listener or timer", () => {
    vi.useFakeTimers();
    const added = vi.spyOn(window, "addEventListener");
    const removed = vi.spyOn(window, "removeEventListener");
    const documentListeners = vi.spyOn(document, "addEventListener");
    const before = document.documentElement.outerHTML;
    page.payment.mount("#pay");
    page.payment.destroy();
    page.payment.destroy();
    expect(document.documentElement.outerHTML).toBe(before);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    for (const [, , options] of documentListeners.mock.calls)
      expect((options as AddEventListenerOptions).signal?.aborted).toBe(true);
    vi.advanceTimersToNextFrame(); // the first frame matches the color scheme
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
