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
type Told = { type: string; closed?: boolean; showForm?: boolean; clientSecretKey?: string };
const toldTo = (frame: FakeFrame | undefined) => (frame?.told ?? []) as unknown as Told[];

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
  ])("refuses %j, which is no capture URL", (url) => {
    expect(() => open({ w9CaptureUrl: url })).toThrow(
      expect.objectContaining({ code: "w9_capture_url_invalid", party: "integrator" }),
    );
    expect(window.open).not.toHaveBeenCalled();
  });

  test("opens the window in the same turn, in the SDK's language, and gives its frame the secret", async () => {
    const { w9, frame } = open();
    expect(window.open).toHaveBeenCalledWith(
      `${serviceOrigin}/w9?locale=es-MX#w9_1_secret_abc`,
      "_blank",
      expect.stringContaining("popup"),
    );
    expect(w9.mode).toBe("window");
    frame?.becomeReady();
    await until(() => toldTo(frame).some(({ type }) => type === "init"));
    expect(toldTo(frame)[0]).toMatchObject({ clientSecretKey: "w9_1_secret_abc", showForm: false });
    w9.focus();
    expect(popup?.focus).toHaveBeenCalled();
  });

  test("tells the frame what the window's handle says, and takes the end from the frame alone", async () => {
    const { w9, frame } = open();
    frame?.becomeReady();
    await until(() => toldTo(frame).some(({ closed }) => closed === false));
    if (popup) popup.closed = true;
    await until(() => toldTo(frame).some(({ closed }) => closed === true));
    frame?.tell({ type: "complete", result: completed } as never);
    expect(await w9.result).toEqual(completed);
    expect(shadow()).toBeUndefined();
  });

  test("tells it to a frame that was loaded again as well", async () => {
    const { frame } = open();
    const news = () => toldTo(frame).flatMap(({ closed }) => closed ?? []);
    frame?.becomeReady();
    await until(() => news().length === 1);
    frame?.becomeReady();
    await until(() => news().length === 2);
    expect(news()).toEqual([false, false]);
  });

  test("passes on an end of a later version", async () => {
    const { w9, frame } = open();
    frame?.becomeReady();
    const later = { type: "postponed", w9Id: "w9_1", status: "postponed" };
    frame?.tell({ type: "complete", result: later } as never);
    expect(await w9.result).toEqual(later);
  });

  test("blocked, shows the form in a dialog and keeps it after the signing for the copy", async () => {
    popup = null;
    const { w9, frame } = open();
    expect(w9.mode).toBe("inline");
    expect(shadow()?.querySelector("dialog")?.open).toBe(true);
    frame?.becomeReady();
    await until(() => toldTo(frame).length > 0);
    expect(toldTo(frame)[0]).toMatchObject({ type: "init", showForm: true });
    frame?.tell({ type: "complete", result: completed } as never);
    expect(await w9.result).toEqual(completed);
    expect(shadow()).toBeDefined();
    frame?.tell({ type: "close" } as never);
    await until(() => shadow() === undefined);
  });

  test("blocked where the page wants no dialog, rejects and leaves nothing behind", async () => {
    popup = null;
    const { w9 } = open({ whenBlocked: "fail" });
    await expect(w9.result).rejects.toMatchObject({ code: "popup_blocked", party: "integrator" });
    expect(shadow()).toBeUndefined();
    w9.close();
    w9.focus();
  });

  test("a window that is closed the moment it opens was blocked too", () => {
    if (popup) popup.closed = true;
    expect(open().w9.mode).toBe("inline");
  });

  test("a frame that can't be shown rejects with why", async () => {
    const { w9, frame } = open();
    frame?.sayHere();
    const error = { code: "session_refused", party: "us", message: "No." } as const;
    frame?.tell({ type: "loaderror", error });
    await expect(w9.result).rejects.toMatchObject({ code: "session_refused" });
    expect(shadow()).toBeUndefined();
  });
});
