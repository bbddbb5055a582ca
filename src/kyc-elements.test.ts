// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { kycPageMessages } from "../contract/channel/kyc-messages.ts";
import type { KycElements, KycOptions } from "./kyc-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";

let kyc: KycElements;

const create = (options: Partial<KycOptions> = {}) =>
  new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
    locale: "es-MX",
  }).createKycElements({ clientSecret: "kyc_1_secret_a", ...options });

const mount = () => {
  kyc.mount("#verify");
  const element = document.querySelector("iframe");
  if (!element) throw new Error("no frame in the page");
  return { element, frame: new FakeFrame(element, kycPageMessages) };
};
const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);

beforeEach(() => {
  document.body.innerHTML = `<div id="verify"></div>`;
  kyc = create();
});
afterEach(() => kyc.destroy());

describe("the identity widget", () => {
  test("opens a frame that can use the camera and no other sensor", () => {
    const { element, frame } = mount();
    expect(frame.src.pathname).toBe("/v1/frames/kyc");
    expect(element.allow).toBe("camera; otp-credentials");
    expect(element.title).toBe("Verify your identity");
  });

  test("sends the secret from kyc-info and the requested document type", async () => {
    kyc.destroy();
    kyc = create({ documentType: "passport" });
    const { frame } = mount();
    frame.sayHere();
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toEqual({
      type: "init",
      clientSecretKey: "kyc_1_secret_a",
      publishableKey: "pk_sandbox_1",
      locale: "es-MX",
      documentType: "passport",
    });
    kyc.update({ clientSecret: "kyc_1_secret_b" });
    await until(() => frame.received.length === 2);
    expect(frame.received[1]).toEqual({ type: "update", clientSecretKey: "kyc_1_secret_b" });
  });

  test("passes decisions on, with unknown statuses and reasons", async () => {
    const { frame } = mount();
    const complete = vi.fn();
    kyc.on("complete", complete);
    frame.becomeReady();
    const result = {
      type: "postponed",
      kycVerificationId: "kyc_1",
      documentType: null,
      status: "postponed",
      reasons: [{ code: "moon_phase", message: "Not today." }],
    };
    frame.send({ type: "complete", result } as never);
    await until(() => complete.mock.calls.length === 1);
    expect(complete).toHaveBeenCalledWith(result);
  });

  test("gets a new secret from the operator's function, and uses it for the next frame", async () => {
    kyc.destroy();
    kyc = create({ fetchClientSecret: async () => "kyc_1_secret_c" });
    const { frame } = mount();
    frame.becomeReady();
    const asked = frame.peer?.call("fetchClientSecretKey", {}, { deadlineMs: 1000 });
    await expect(asked).resolves.toEqual({ clientSecretKey: "kyc_1_secret_c" });
    kyc.unmount();
    const second = mount().frame;
    second.sayHere();
    await until(() => second.received.length === 1);
    expect(second.received[0]).toMatchObject({ clientSecretKey: "kyc_1_secret_c" });
  });

  test("reports a missing function to the frame", async () => {
    const { frame } = mount();
    frame.becomeReady();
    const asked = frame.peer?.call("fetchClientSecretKey", {}, { deadlineMs: 1000 });
    await expect(asked).rejects.toMatchObject({ code: "fetch_client_secret_key_missing" });
  });

  test("throws an error that says where to get the secret if it is missing", () => {
    expect(() => create({ clientSecret: "" })).toThrow(
      expect.objectContaining({ code: "client_secret_missing", party: "integrator" }),
    );
  });
});
