// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { describe, expect, test, vi } from "vitest";
import { handshakeMessage } from "../contract/channel/handshake.ts";
import { postToPage, serviceOrigin } from "./testing/fake-frame.ts";
import { frameOf, iframes, openPaymentPage, success, until } from "./testing/payment-page.ts";

const { page } = openPaymentPage();

describe("a frame in the page's HTML", () => {
  const address = `${serviceOrigin}/v1/frames/payment?key=pk_sandbox_1`;
  const nonce = "a".repeat(32);
  const place = (src: string) => {
    page.target.innerHTML = `<iframe src="${src}" width="100%" height="997"></iframe>`;
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
    page.payment.mount("#pay");
    expect(iframes()).toEqual([element]);
    expect(element?.src).toBe(src);
    expect(element?.style.height).toBe("997px");
    sayHere(source);
    sayHere(source);
    const hellos = posted.filter(([data]) => (data as { type: string }).type === "hello");
    expect(hellos).toMatchObject([[{ type: "hello", nonce }, serviceOrigin, [expect.anything()]]]);
    page.payment.destroy();
    expect(iframes()).toEqual([]);
  });

  test("gets a knock when it has already loaded", () => {
    const { element, posted } = place(ours);
    Object.defineProperty(element, "contentDocument", { value: null });
    page.payment.mount("#pay");
    expect(posted).toEqual([[handshakeMessage("knock", ""), serviceOrigin]]);
  });

  test("gets a new port after a reload", () => {
    const { posted, source } = place(ours);
    page.payment.mount("#pay");
    sayHere(source);
    sayHere(source, { data: handshakeMessage("here", "b".repeat(32)) });
    expect(posted.filter(([data]) => (data as { type: string }).type === "hello")).toHaveLength(2);
  });

  test("gets no port from another origin", () => {
    const { posted, source } = place(ours);
    page.payment.mount("#pay");
    sayHere(source, { origin: "http://evil.localhost:4000" });
    expect(posted.filter(([data]) => (data as { type: string }).type === "hello")).toEqual([]);
  });

  test.each([
    `${address}&locale=es`,
    address, // in the browser's language, en-US
  ])("%s is replaced by one in the requested language", (src) => {
    const { element } = place(src);
    page.payment.mount("#pay");
    expect(iframes()).toHaveLength(1);
    expect(iframes()[0]).not.toBe(element);
    expect(iframes()[0]?.src).toContain("&locale=en-GB#");
  });

  test.each([
    `${serviceOrigin}/v1/frames/payment?key=pk_other`,
    `http://evil.localhost:4000/v1/frames/payment?key=pk_sandbox_1`,
  ])("%s belongs to another script and is not touched", (src) => {
    const { element, posted } = place(src);
    page.payment.mount("#pay");
    expect(iframes()).toHaveLength(2);
    expect(iframes()[0]).toBe(element);
    expect(posted).toEqual([]);
  });
});

test("each frame has a different name, or Safari would give it the last one's address on the way back", () => {
  const names = [1, 2].map(() => {
    page.payment.mount("#pay");
    const name = iframes()[0]?.name;
    page.payment.unmount();
    return name;
  });
  expect(names[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(names[1]).not.toBe(names[0]);
});

describe("forged and replayed messages", () => {
  const nonce = () => frameOf().nonce;

  test("change nothing and are traced", async () => {
    page.payment.mount("#pay");
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
    expect(page.trace.filter((entry) => entry.name === "ignored")).toMatchObject([
      { reason: "wrong_source", origin: serviceOrigin },
      { reason: "wrong_origin", origin: "http://evil.localhost:4000" },
      { reason: "wrong_nonce", origin: serviceOrigin },
    ]);
    expect(JSON.stringify(page.trace)).not.toContain(frame.nonce);
  });

  test("are ignored if they come from other scripts in the page", () => {
    page.payment.mount("#pay");
    for (const data of [null, "here", { type: "here", nonce: nonce() }, { tessera: "x" }])
      postToPage({ data, source: window, origin: location.origin });
    expect(page.trace.map((entry) => entry.name)).toEqual(["mounted"]);
  });

  test("are traced even if the frame ignored them", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.sayHere();
    frame.send({
      type: "trace",
      name: "handshake_ignored",
      reason: "wrong_source",
      origin: "http://evil.localhost:1",
    });
    await until(() => page.trace.some((entry) => entry.name === "ignored"));
    expect(page.trace.at(-1)).toMatchObject({ element: expect.stringMatching(/^payment-\d+$/) });
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
    page.payment.on("loaderror", loaderror);
    let confirmed: Promise<unknown> = Promise.resolve();
    await late(() => {
      page.payment.mount("#pay");
      confirmed = page.payment.confirm().catch((error) => error.code);
    });
    await expect(confirmed).resolves.toBe("timeout");
    expect(loaderror).toHaveBeenCalledTimes(1);
    const frame = frameOf();
    frame.confirm = async () => success;
    const ready = new Promise<void>((resolve) => page.payment.once("ready", () => resolve()));
    frame.becomeReady();
    await ready;
    await expect(page.payment.confirm()).resolves.toEqual(success);
    const [element] = iframes();
    page.payment.mount("#pay");
    expect(iframes()).toEqual([element]);
  });

  test("is also reported after a reload", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    await until(() => frame.received.length > 0);
    let confirmed: Promise<unknown> = Promise.resolve();
    await late(() => {
      frame.sayHere();
      confirmed = page.payment.confirm().catch((error) => error.code);
    });
    await expect(confirmed).resolves.toBe("timeout");
  });
});
