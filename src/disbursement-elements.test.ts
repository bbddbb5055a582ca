// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { disbursementPageMessages } from "../contract/channel/disbursement-messages.ts";
import type { DisbursementElements, DisbursementOptions } from "./disbursement-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";

let payout: DisbursementElements;

const create = (options: Partial<DisbursementOptions> = {}) =>
  new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
    locale: "en-US",
  }).createDisbursementElements({ clientSecretKey: "di_1_secret_a", ...options });

const mount = () => {
  payout.mount("#payout");
  const element = document.querySelector("iframe");
  if (!element) throw new Error("no frame in the page");
  return { element, frame: new FakeFrame(element, disbursementPageMessages) };
};
const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);

beforeEach(() => {
  document.body.innerHTML = `<div id="payout"></div>`;
  payout = create();
});
afterEach(() => payout.destroy());

describe("the payout widget", () => {
  test("opens its frame with camera access and a title for screen readers", () => {
    const { element, frame } = mount();
    expect(frame.src.pathname).toBe("/v1/frames/disbursement");
    expect(element.allow).toBe("camera; otp-credentials");
    expect(element.title).toBe("Your payout");
  });

  test("sends the intent's secret, and a new one after an update", async () => {
    const { frame } = mount();
    frame.sayHere();
    await until(() => frame.received.length === 1);
    expect(frame.received[0]).toEqual({
      type: "init",
      clientSecretKey: "di_1_secret_a",
      publishableKey: "pk_sandbox_1",
      locale: "en-US",
    });
    payout.update({ clientSecretKey: "di_1_secret_b" });
    await until(() => frame.received.length === 2);
    expect(frame.received[1]).toEqual({ type: "update", clientSecretKey: "di_1_secret_b" });
  });

  test("reports that the customer has finished, and later the result, even of an unknown type", async () => {
    const { frame } = mount();
    const complete = vi.fn();
    payout.on("complete", complete);
    frame.becomeReady();
    const result = {
      type: "pending",
      disbursementIntentId: "di_1",
      disbursementId: "dis_1",
      status: "pending-validation",
      messages: [],
    };
    frame.send({ type: "complete", result } as never);
    frame.send({ type: "complete", result: { ...result, type: "lunar" } } as never);
    await until(() => complete.mock.calls.length === 2);
    expect(complete.mock.calls).toEqual([[result], [{ ...result, type: "lunar" }]]);
  });

  test("throws an error that says where to get the secret if it is missing", () => {
    expect(() => create({ clientSecretKey: "" })).toThrow(
      expect.objectContaining({ code: "client_secret_key_missing", party: "integrator" }),
    );
  });
});
