// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { w9PageMessages } from "../contract/channel/w9-messages.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";
import type { W9Window } from "./w9-window.ts";

const w9CaptureUrl = `${serviceOrigin}/w9#w9_1_secret_abc`;
const completed = { type: "completed", w9Id: "w9_1", status: "completed" };
let popup: { closed: boolean; focus(): void; close(): void } | null;
let w9: W9Window | undefined;

const tessera = () =>
  new Tessera({ publishableKey: "pk_sandbox_1", apiUrl: serviceOrigin, locale: "es-MX" });
const shadow = () =>
  [...document.body.children].map((each) => each.shadowRoot).find((root) => root !== null);
const open = (options: Partial<Parameters<Tessera["openW9"]>[0]> = {}) => {
  w9 = tessera().openW9({ w9CaptureUrl, ...options });
  const element = shadow()?.querySelector("iframe");
  return { w9, frame: element ? new FakeFrame(element, w9PageMessages) : undefined };
};
const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);
type Received = { type: string; closed?: boolean; showForm?: boolean; clientSecretKey?: string };
const receivedBy = (frame: FakeFrame | undefined) =>
  (frame?.received ?? []) as unknown as Received[];

beforeEach(() => {
  document.body.innerHTML = "";
  popup = {
    closed: false,
    focus: vi.fn(),
    close: vi.fn(() => {
      if (popup) popup.closed = true;
    }),
  };
  vi.stubGlobal(
    "open",
    vi.fn(() => popup),
  );
});
afterEach(() => {
  w9?.result.catch(() => {});
  vi.unstubAllGlobals();
});

describe("openW9", () => {
  test.each([
    "",
    "https://pay.example/w9",
    "https://pay.example/w9#w9_1",
    "javascript:alert(1)#w9_1_secret_a",
  ])("refuses %j, which is not a capture URL", (url) => {
    expect(() => open({ w9CaptureUrl: url })).toThrow(
      expect.objectContaining({ code: "w9_capture_url_invalid", party: "integrator" }),
    );
    expect(window.open).not.toHaveBeenCalled();
  });

  test("opens the window synchronously, in the SDK's language, and sends its frame the secret", async () => {
    const { w9, frame } = open();
    expect(window.open).toHaveBeenCalledWith(
      `${serviceOrigin}/w9?locale=es-MX&scheme=light#w9_1_secret_abc`,
      "_blank",
      expect.stringContaining("popup"),
    );
    expect(w9.mode).toBe("window");
    frame?.becomeReady();
    await until(() => receivedBy(frame).some(({ type }) => type === "init"));
    expect(receivedBy(frame)[0]).toMatchObject({
      clientSecretKey: "w9_1_secret_abc",
      showForm: false,
    });
    w9.focus();
    expect(popup?.focus).toHaveBeenCalled();
  });

  test.each([
    ["", "dark", "light"],
    ["light", "dark", "light"],
    ["dark", "light", "dark"],
    ["light dark", "dark", "dark"],
    ["light dark", "light", "light"],
  ])(
    "passes the scheme to the window: a page with %j on a %s device is %s",
    (page, device, shown) => {
      document.documentElement.style.colorScheme = page;
      vi.spyOn(window, "matchMedia").mockReturnValue({
        matches: device === "dark",
      } as MediaQueryList);
      open();
      expect(vi.mocked(window.open).mock.calls[0]?.[0]).toContain(`&scheme=${shown}#`);
      document.documentElement.style.colorScheme = "";
    },
  );

  test("sends the window's state to the frame, and accepts a result only from the frame", async () => {
    const { w9, frame } = open();
    frame?.becomeReady();
    await until(() => receivedBy(frame).some(({ closed }) => closed === false));
    if (popup) popup.closed = true;
    await until(() => receivedBy(frame).some(({ closed }) => closed === true));
    frame?.send({ type: "complete", result: completed } as never);
    expect(await w9.result).toEqual(completed);
    expect(shadow()).toBeUndefined();
  });

  test("sends it to a reloaded frame too", async () => {
    const { frame } = open();
    const states = () => receivedBy(frame).flatMap(({ closed }) => closed ?? []);
    frame?.becomeReady();
    await until(() => states().length === 1);
    frame?.becomeReady();
    await until(() => states().length === 2);
    expect(states()).toEqual([false, false]);
  });

  test("passes on an unknown result", async () => {
    const { w9, frame } = open();
    frame?.becomeReady();
    const later = { type: "postponed", w9Id: "w9_1", status: "postponed" };
    frame?.send({ type: "complete", result: later } as never);
    expect(await w9.result).toEqual(later);
  });

  test("shows the form in a dialog if blocked, and keeps it open after signing for the copy", async () => {
    popup = null;
    const { w9, frame } = open();
    expect(w9.mode).toBe("inline");
    expect(shadow()?.querySelector("dialog")?.open).toBe(true);
    frame?.becomeReady();
    await until(() => receivedBy(frame).length > 0);
    expect(receivedBy(frame)[0]).toMatchObject({ type: "init", showForm: true });
    frame?.send({ type: "complete", result: completed } as never);
    expect(await w9.result).toEqual(completed);
    expect(shadow()).toBeDefined();
    frame?.send({ type: "close" } as never);
    await until(() => shadow() === undefined);
  });

  test('rejects and leaves nothing in the page if blocked with `whenBlocked: "fail"`', async () => {
    popup = null;
    const { w9 } = open({ whenBlocked: "fail" });
    await expect(w9.result).rejects.toMatchObject({ code: "popup_blocked", party: "integrator" });
    expect(shadow()).toBeUndefined();
    w9.close();
    w9.focus();
  });

  test("a window that is closed as soon as it opens counts as blocked", () => {
    if (popup) popup.closed = true;
    expect(open().w9.mode).toBe("inline");
  });

  test("a frame that cannot load rejects with the cause", async () => {
    const { w9, frame } = open();
    frame?.sayHere();
    const error = { code: "session_refused", party: "us", message: "No." } as const;
    frame?.send({ type: "loaderror", error });
    await expect(w9.result).rejects.toMatchObject({ code: "session_refused" });
    expect(shadow()).toBeUndefined();
  });
});
