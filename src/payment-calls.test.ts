// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { describe, expect, test } from "vitest";
import { ChannelError } from "../contract/channel/channel-error.ts";
import type { FakeFrame } from "./testing/fake-frame.ts";
import { frameOf, openPaymentPage, success, until } from "./testing/payment-page.ts";

const { page, create } = openPaymentPage();

describe("confirm", () => {
  test("waits for the widget and returns its result", async () => {
    page.payment.mount("#pay");
    const confirmed = page.payment.confirm();
    const frame = frameOf();
    frame.confirm = async () => success;
    frame.becomeReady();
    await expect(confirmed).resolves.toEqual(success);
  });

  test("joins a running call, and starts a new one after it", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.confirm = async () => ({ ...success, type: "failed", status: "failed" });
    frame.becomeReady();
    const [one, two] = [page.payment.confirm(), page.payment.confirm()];
    await expect(Promise.all([one, two])).resolves.toMatchObject([
      { type: "failed" },
      { type: "failed" },
    ]);
    expect(frame.confirms).toBe(1);
    await page.payment.confirm();
    expect(frame.confirms).toBe(2);
  });

  test("rejects with a TesseraError that says who can act", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.confirm = () =>
      Promise.reject(
        new ChannelError({ code: "incomplete", party: "customer", message: "Two fields." }),
      );
    frame.becomeReady();
    await expect(page.payment.confirm()).rejects.toMatchObject({
      name: "TesseraError",
      code: "incomplete",
      party: "customer",
    });
  });

  test("rejects without a mounted widget", async () => {
    await expect(page.payment.confirm()).rejects.toMatchObject({ code: "not_mounted" });
  });

  test.each([
    ["while it loads", false],
    ["during the call", true],
  ])("rejects when the widget is destroyed %s", async (_when, ready) => {
    page.payment.mount("#pay");
    const frame = frameOf();
    if (ready) frame.becomeReady();
    const confirmed = page.payment.confirm();
    if (ready) await until(() => frame.confirms === 1);
    page.payment.destroy();
    await expect(confirmed).rejects.toMatchObject({ name: "TesseraError", code: "unmounted" });
  });

  test("rejects when the frame reloads, and works with the new frame", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    const confirmed = page.payment.confirm();
    await until(() => frame.confirms === 1);
    frame.sayHere();
    await expect(confirmed).rejects.toMatchObject({ code: "frame_reloaded" });
    frame.confirm = async () => success;
    frame.send({ type: "ready", heightPx: 300 });
    await expect(page.payment.confirm()).resolves.toEqual(success);
  });
});

describe("update", () => {
  test("sends the frame only what changed", async () => {
    page.payment.mount("#pay");
    const frame = frameOf();
    frame.becomeReady();
    page.payment.update({ submitButton: false });
    page.payment.update({
      clientSecretKey: "pi_3_secret_c",
      defaultValues: { postalCode: "10001" },
    });
    await until(() => frame.received.length === 3);
    expect(frame.received.slice(1)).toEqual([
      { type: "update", submitButton: false },
      { type: "update", clientSecretKey: "pi_3_secret_c", defaultValues: { postalCode: "10001" } },
    ]);
  });
});

describe("fetchClientSecretKey", () => {
  const ask = (frame: FakeFrame) =>
    frame.peer?.call("fetchClientSecretKey", {}, { deadlineMs: 10_000 });

  test("is called by the frame and its result kept for the next mount", async () => {
    page.payment = create({ fetchClientSecretKey: async () => "pi_2_secret_fresh" });
    page.payment.mount("#pay");
    let frame = frameOf();
    frame.becomeReady();
    await expect(ask(frame)).resolves.toEqual({ clientSecretKey: "pi_2_secret_fresh" });
    page.payment.unmount();
    page.payment.mount("#pay");
    frame = frameOf();
    frame.becomeReady();
    await until(() => frame.received.length > 0);
    expect(frame.received[0]).toMatchObject({ clientSecretKey: "pi_2_secret_fresh" });
  });

  test("keeps options that change while it runs", async () => {
    let respond = (_secret: string) => {};
    const fetchClientSecretKey = () =>
      new Promise<string>((resolve) => {
        respond = resolve;
      });
    page.payment = create({ fetchClientSecretKey });
    page.payment.mount("#pay");
    let frame = frameOf();
    frame.becomeReady();
    const asked = ask(frame);
    await until(() => frame.received.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    page.payment.update({ submitButton: false });
    respond("pi_2_secret_fresh");
    await asked;
    page.payment.unmount();
    page.payment.mount("#pay");
    frame = frameOf();
    frame.becomeReady();
    await until(() => frame.received.length > 0);
    expect(frame.received[0]).toMatchObject({
      clientSecretKey: "pi_2_secret_fresh",
      submitButton: false,
    });
  });

  test.each([
    ["is missing", undefined, "fetch_client_secret_key_missing"],
    ["throws", () => Promise.reject(new Error("secret sk_1")), "fetch_client_secret_key_failed"],
    ["returns no string", async () => 7, "fetch_client_secret_key_failed"],
  ])(
    "rejects with a specific code in the frame if it %s",
    async (_what, fetchClientSecretKey, code) => {
      page.payment = create(fetchClientSecretKey ? { fetchClientSecretKey } : {});
      page.payment.mount("#pay");
      const frame = frameOf();
      frame.becomeReady();
      await expect(ask(frame)).rejects.toMatchObject({ code, party: "integrator" });
    },
  );
});
