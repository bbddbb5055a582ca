// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
/**
 * The file is long because each way a page can use, change or drop the widget is one short test
 * with the same fake frame.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChannelError } from "../contract/channel/channel-error.ts";
import { handshakeMessage } from "../contract/channel/handshake.ts";
import type { PaymentElements } from "./payment-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, postToPage, serviceOrigin } from "./testing/fake-frame.ts";
import type { TraceEntry } from "./trace.ts";

const success = {
  type: "success",
  paymentIntentId: "pi_1",
  status: "success",
  messages: [],
};

let trace: TraceEntry[];
let payment: PaymentElements;
let target: HTMLElement;

const create = (options = {}) =>
  new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
    locale: "en-GB",
    onTrace: (entry) => trace.push(entry),
  }).createPaymentElements({ clientSecretKey: "pi_1_secret_a", ...options });

const iframes = () => [...document.querySelectorAll("iframe")];
const frameOf = (at = 0) => {
  const element = iframes()[at];
  if (!element) throw new Error("no frame in the page");
  return new FakeFrame(element);
};
const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);

beforeEach(() => {
  vi.stubGlobal("origin", location.origin); // happy-dom does not have it; every browser does.
  trace = [];
  document.body.innerHTML = `<div id="pay"></div><div id="other"></div>`;
  target = document.querySelector("#pay") as HTMLElement;
  payment = create();
});
afterEach(() => {
  payment.destroy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("mounting", () => {
  test("puts one titled frame into the target and sends init after the handshake", async () => {
    payment.mount("#pay");
    const [element] = iframes();
    expect(element?.parentElement).toBe(target);
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
    payment.on("ready", ready);
    payment.mount("#pay");
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
    payment.on("ready", ready);
    payment.mount("#pay");
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
    payment.on("ready", ready);
    payment.mount("#pay");
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
      payment.mount("#pay");
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
    payment.mount("#pay");
    expect(frameOf().pageOrigin).toBe("https://embedding.example");
  });

  test("null default values count as none", async () => {
    payment = create({ defaultValues: null });
    payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere();
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toMatchObject({ defaultValues: {} });
  });

  test.each([
    ["nothing", () => null],
    ["a wrapper of an element", () => ({ current: target, 0: target })],
    ["the document", () => document],
    [
      "an element of another document",
      () => document.implementation.createHTMLDocument("").createElement("div"),
    ],
  ])("into %s is refused at once", (_what, give) => {
    expect(() => payment.mount(give() as never)).toThrow(
      expect.objectContaining({ code: "mount_target_missing", party: "integrator" }),
    );
  });

  test("a second time does nothing", () => {
    payment.mount("#pay");
    const [first] = iframes();
    payment.mount(target);
    payment.mount("#pay");
    expect(iframes()).toEqual([first]);
  });

  test("elsewhere moves the only frame there", () => {
    payment.mount("#pay");
    payment.mount("#other");
    expect(iframes().map((frame) => frame.parentElement?.id)).toEqual(["other"]);
  });

  test("into a missing element throws", () => {
    expect(() => payment.mount("#nowhere")).toThrow(
      expect.objectContaining({ code: "mount_target_missing", party: "integrator" }),
    );
  });

  test("the frame names itself in the customer's language once it is ready", async () => {
    payment.mount("#pay");
    const [element] = iframes();
    expect(element?.title).toBe("Secure payment");
    const frame = frameOf();
    frame.sayHere();
    frame.send({ type: "ready", heightPx: 320, title: "Pagar con tarjeta" });
    await until(() => element?.title === "Pagar con tarjeta");
  });

  test("after unmount creates a new working frame with the newest options", async () => {
    payment.mount("#pay");
    frameOf().becomeReady();
    payment.unmount();
    expect(iframes()).toEqual([]);
    payment.update({ clientSecretKey: "pi_2_secret_b" });
    const ready = vi.fn();
    payment.on("ready", ready);
    payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    await until(() => ready.mock.calls.length === 1);
    expect(frame.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_b" });
  });

  test("twice, as React's StrictMode does, leaves one frame and one handler", async () => {
    const ready = vi.fn();
    const effect = () => {
      payment.on("ready", ready);
      payment.mount(target);
      return () => payment.destroy();
    };
    effect()();
    effect();
    expect(iframes()).toHaveLength(1);
    frameOf().becomeReady();
    await until(() => ready.mock.calls.length > 0);
    expect(ready).toHaveBeenCalledTimes(1);
  });

  test("into an element that a framework re-created works", () => {
    payment.mount("#pay");
    document.body.innerHTML = `<div id="pay"></div>`;
    payment.mount("#pay");
    expect(iframes()).toHaveLength(1);
  });

  test("applies the frame's height when it is ready and when it grows", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    expect(iframes()[0]?.style.height).toMatch(/^\d{3}px$/);
    frame.becomeReady(333);
    await until(() => iframes()[0]?.style.height === "333px");
    frame.send({ type: "resize", heightPx: 444 });
    await until(() => iframes()[0]?.style.height === "444px");
  });

  test("scrolls to the part that the frame reveals, without an event", async () => {
    payment.mount("#pay");
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

describe("a frame in the page's HTML", () => {
  const address = `${serviceOrigin}/v1/frames/payment?key=pk_sandbox_1`;
  const nonce = "a".repeat(32);
  const place = (src: string) => {
    target.innerHTML = `<iframe src="${src}" width="100%" height="997"></iframe>`;
    const [element] = iframes();
    const posted: unknown[][] = [];
    const source = { postMessage: (...given: unknown[]) => posted.push(given) };
    Object.defineProperty(element, "contentWindow", { value: source });
    return { element, posted, source };
  };
  const sayHere = (source: unknown, change = {}) =>
    postToPage({ data: handshakeMessage("here", nonce), source, origin: serviceOrigin, ...change });
  const ours = `${address}&locale=en-GB`;

  test.each([address, `${address}&locale=en-GB`])("%s is reused", (src) => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
    const { element, posted, source } = place(src);
    payment.mount("#pay");
    expect(iframes()).toEqual([element]);
    expect(element?.src).toBe(src);
    expect(element?.style.height).toBe("997px");
    sayHere(source);
    sayHere(source);
    const hellos = posted.filter(([data]) => (data as { type: string }).type === "hello");
    expect(hellos).toMatchObject([[{ type: "hello", nonce }, serviceOrigin, [expect.anything()]]]);
    payment.destroy();
    expect(iframes()).toEqual([]);
  });

  test("gets a knock when it has already loaded", () => {
    const { element, posted } = place(ours);
    Object.defineProperty(element, "contentDocument", { value: null });
    payment.mount("#pay");
    expect(posted).toEqual([[handshakeMessage("knock", ""), serviceOrigin]]);
  });

  test("gets a new port after a reload", () => {
    const { posted, source } = place(ours);
    payment.mount("#pay");
    sayHere(source);
    sayHere(source, { data: handshakeMessage("here", "b".repeat(32)) });
    expect(posted.filter(([data]) => (data as { type: string }).type === "hello")).toHaveLength(2);
  });

  test("gets no port from another origin", () => {
    const { posted, source } = place(ours);
    payment.mount("#pay");
    sayHere(source, { origin: "http://evil.localhost:4000" });
    expect(posted.filter(([data]) => (data as { type: string }).type === "hello")).toEqual([]);
  });

  test.each([
    `${address}&locale=es`,
    address, // In the browser's language, en-US.
  ])("%s is replaced by one in the requested language", (src) => {
    const { element } = place(src);
    payment.mount("#pay");
    expect(iframes()).toHaveLength(1);
    expect(iframes()[0]).not.toBe(element);
    expect(iframes()[0]?.src).toContain("&locale=en-GB#");
  });

  test.each([
    `${serviceOrigin}/v1/frames/payment?key=pk_other`,
    `http://evil.localhost:4000/v1/frames/payment?key=pk_sandbox_1`,
  ])("%s belongs to another script and is not touched", (src) => {
    const { element, posted } = place(src);
    payment.mount("#pay");
    expect(iframes()).toHaveLength(2);
    expect(iframes()[0]).toBe(element);
    expect(posted).toEqual([]);
  });
});

describe("several instances", () => {
  test("have separate frames and events", async () => {
    const second = create({ clientSecretKey: "pi_2_secret_b" });
    payment.mount("#pay");
    second.mount("#other");
    const changes = { first: vi.fn(), second: vi.fn() };
    payment.on("change", changes.first);
    second.on("change", changes.second);
    const [one, two] = [frameOf(0), frameOf(1)];
    one.becomeReady();
    two.becomeReady();
    two.send({ type: "change", complete: true, empty: false, brand: "visa" });
    await until(() => changes.second.mock.calls.length === 1);
    expect(changes.second).toHaveBeenCalledWith({ complete: true, empty: false, brand: "visa" });
    expect(changes.first).not.toHaveBeenCalled();
    expect(two.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_b" });
    expect(trace.filter((entry) => entry.name === "ignored")).toEqual([]);
    second.destroy();
    expect(iframes()).toHaveLength(1);
  });
});

describe("forged and replayed messages", () => {
  const nonce = () => frameOf().nonce;

  test("change nothing and are traced", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    const here = handshakeMessage("here", frame.nonce);
    postToPage({ data: here, source: { other: "window" }, origin: serviceOrigin });
    postToPage({ data: here, source: frame.window, origin: "http://evil.localhost:4000" });
    postToPage({
      data: handshakeMessage("here", "0".repeat(32)),
      source: frame.window,
      origin: serviceOrigin,
    });
    expect(frame.peer).toBeNull();
    expect(trace.filter((entry) => entry.name === "ignored")).toMatchObject([
      { reason: "wrong_source", origin: serviceOrigin },
      { reason: "wrong_origin", origin: "http://evil.localhost:4000" },
      { reason: "wrong_nonce", origin: serviceOrigin },
    ]);
    expect(JSON.stringify(trace)).not.toContain(frame.nonce);
  });

  test("from other scripts in the page are ignored", () => {
    payment.mount("#pay");
    for (const data of [null, "here", { type: "here", nonce: nonce() }, { tessera: "x" }])
      postToPage({ data, source: window, origin: location.origin });
    expect(trace.map((entry) => entry.name)).toEqual(["mounted"]);
  });

  test("that the frame ignored are traced too", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere();
    frame.send({
      type: "trace",
      name: "handshake_ignored",
      reason: "wrong_source",
      origin: "http://evil.localhost:1",
    });
    await until(() => trace.some((entry) => entry.name === "ignored"));
    expect(trace.at(-1)).toMatchObject({ element: expect.stringMatching(/^payment-\d+$/) });
  });
});

describe("confirm", () => {
  test("waits for the widget and returns its result", async () => {
    payment.mount("#pay");
    const confirmed = payment.confirm();
    const frame = frameOf();
    frame.confirm = async () => success;
    frame.becomeReady();
    await expect(confirmed).resolves.toEqual(success);
  });

  test("joins a running call, and starts a new one after it", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.confirm = async () => ({ ...success, type: "failed", status: "failed" });
    frame.becomeReady();
    const [one, two] = [payment.confirm(), payment.confirm()];
    await expect(Promise.all([one, two])).resolves.toMatchObject([
      { type: "failed" },
      { type: "failed" },
    ]);
    expect(frame.confirms).toBe(1);
    await payment.confirm();
    expect(frame.confirms).toBe(2);
  });

  test("rejects with a TesseraError that says who can act", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.confirm = () =>
      Promise.reject(
        new ChannelError({ code: "incomplete", party: "customer", message: "Two fields." }),
      );
    frame.becomeReady();
    await expect(payment.confirm()).rejects.toMatchObject({
      name: "TesseraError",
      code: "incomplete",
      party: "customer",
    });
  });

  test("rejects without a mounted widget", async () => {
    await expect(payment.confirm()).rejects.toMatchObject({ code: "not_mounted" });
  });

  test.each([
    ["while it loads", false],
    ["during the call", true],
  ])("rejects when the widget is destroyed %s", async (_when, ready) => {
    payment.mount("#pay");
    const frame = frameOf();
    if (ready) frame.becomeReady();
    const confirmed = payment.confirm();
    if (ready) await until(() => frame.confirms === 1);
    payment.destroy();
    await expect(confirmed).rejects.toMatchObject({ name: "TesseraError", code: "unmounted" });
  });

  test("rejects when the frame reloads, and works with the new frame", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    const confirmed = payment.confirm();
    await until(() => frame.confirms === 1);
    frame.sayHere();
    await expect(confirmed).rejects.toMatchObject({ code: "frame_reloaded" });
    frame.confirm = async () => success;
    frame.send({ type: "ready", heightPx: 300 });
    await expect(payment.confirm()).resolves.toEqual(success);
  });
});

describe("a late frame", () => {
  const late = async (steps: () => void) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(console, "error").mockReturnValue(undefined);
    vi.stubGlobal("fetch", async () => ({ json: async () => ({ key: "ok", origin: "allowed" }) }));
    steps();
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
  };

  test("is reported after the deadline and rejects calls, but works once it arrives", async () => {
    const loaderror = vi.fn();
    payment.on("loaderror", loaderror);
    let confirmed: Promise<unknown> = Promise.resolve();
    await late(() => {
      payment.mount("#pay");
      confirmed = payment.confirm().catch((error) => error.code);
    });
    await expect(confirmed).resolves.toBe("timeout");
    expect(loaderror).toHaveBeenCalledTimes(1);
    const frame = frameOf();
    frame.confirm = async () => success;
    const ready = new Promise<void>((resolve) => payment.once("ready", () => resolve()));
    frame.becomeReady();
    await ready;
    await expect(payment.confirm()).resolves.toEqual(success);
    const [element] = iframes();
    payment.mount("#pay");
    expect(iframes()).toEqual([element]);
  });

  test("is also reported after a reload", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    await until(() => frame.received.length > 0);
    let confirmed: Promise<unknown> = Promise.resolve();
    await late(() => {
      frame.sayHere();
      confirmed = payment.confirm().catch((error) => error.code);
    });
    await expect(confirmed).resolves.toBe("timeout");
  });
});

describe("events", () => {
  test("reach their handlers with their payload, even with unknown values", async () => {
    payment.mount("#pay");
    const seen: unknown[] = [];
    for (const name of ["step", "status", "complete", "error", "escape"] as const)
      payment.on(name, (payload: unknown) => seen.push([name, payload]));
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
    const stop = payment.on("escape", () => calls.push("stopped"));
    payment.on("escape", () => {
      throw new Error("the operator's own");
    });
    payment.once("escape", () => calls.push("once"));
    payment.on("escape", () => calls.push("always"));
    stop();
    payment.mount("#pay");
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
    payment.on("escape", onEscape);
    payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    frame.send({ type: "escape" });
    payment.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onEscape).not.toHaveBeenCalled();
  });
});

describe("update", () => {
  test("sends the frame only what changed", async () => {
    payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    payment.update({ submitButton: false });
    payment.update({ clientSecretKey: "pi_3_secret_c", defaultValues: { postalCode: "10001" } });
    await until(() => frame.received.length === 3);
    expect(frame.received.slice(1)).toEqual([
      { type: "update", submitButton: false },
      { type: "update", clientSecretKey: "pi_3_secret_c", defaultValues: { postalCode: "10001" } },
    ]);
  });
});

test("missing default values are left out, and the widget loads", async () => {
  const record: { name: string | null; postalCode?: string } = { name: null };
  const { name, postalCode } = record;
  payment = create({ defaultValues: { name, postalCode } });
  payment.mount("#pay");
  const frame = frameOf();
  frame.becomeReady();
  payment.update({ defaultValues: { name: "Ada", postalCode } });
  await until(() => frame.received.length === 2);
  expect(frame.received).toMatchObject([{ defaultValues: {} }, { defaultValues: { name: "Ada" } }]);
  expect(frame.received[0]).toHaveProperty("defaultValues", {});
});

describe("fetchClientSecretKey", () => {
  const ask = (frame: FakeFrame) =>
    frame.peer?.call("fetchClientSecretKey", {}, { deadlineMs: 10_000 });

  test("is called by the frame and its result kept for the next mount", async () => {
    payment = create({ fetchClientSecretKey: async () => "pi_2_secret_fresh" });
    payment.mount("#pay");
    let frame = frameOf();
    frame.becomeReady();
    await expect(ask(frame)).resolves.toEqual({ clientSecretKey: "pi_2_secret_fresh" });
    payment.unmount();
    payment.mount("#pay");
    frame = frameOf();
    frame.becomeReady();
    await until(() => frame.received.length > 0);
    expect(frame.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_fresh" });
  });

  test.each([
    ["is missing", undefined, "fetch_client_secret_key_missing"],
    ["throws", () => Promise.reject(new Error("secret sk_1")), "fetch_client_secret_key_failed"],
    ["returns no string", async () => 7, "fetch_client_secret_key_failed"],
  ])(
    "that %s rejects with a specific code in the frame",
    async (_what, fetchClientSecretKey, code) => {
      payment = create(fetchClientSecretKey ? { fetchClientSecretKey } : {});
      payment.mount("#pay");
      const frame = frameOf();
      frame.becomeReady();
      await expect(ask(frame)).rejects.toMatchObject({ code, party: "integrator" });
    },
  );
});

describe("destroy", () => {
  test("leaves no frame, listener or timer", () => {
    vi.useFakeTimers();
    const added = vi.spyOn(window, "addEventListener");
    const removed = vi.spyOn(window, "removeEventListener");
    const documentListeners = vi.spyOn(document, "addEventListener");
    const before = document.documentElement.outerHTML;
    payment.mount("#pay");
    payment.destroy();
    payment.destroy();
    expect(document.documentElement.outerHTML).toBe(before);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    for (const [, , options] of documentListeners.mock.calls)
      expect((options as AddEventListenerOptions).signal?.aborted).toBe(true);
    vi.advanceTimersToNextFrame(); // The first one matches the color scheme.
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
