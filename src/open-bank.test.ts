// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaymentElements, PaymentOptions } from "./payment-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, serviceOrigin } from "./testing/fake-frame.ts";

let payment: PaymentElements;
let frame: FakeFrame;
const link = `${serviceOrigin}/v1/bank-payments/start/pay_1?link=abc`;

const mount = (options: Partial<PaymentOptions> = {}) => {
  const tessera = new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
    locale: "en",
  });
  payment = tessera.createPaymentElements({ clientSecretKey: "pi_1_secret_a", ...options });
  payment.mount("#pay");
  frame = new FakeFrame(document.querySelector("iframe") as HTMLIFrameElement);
  frame.becomeReady();
};
const openBank = (popup: boolean, url = link) =>
  frame.peer?.call("openBank", { url, popup }, { deadlineMs: 60_000 }) ?? Promise.reject();

beforeEach(() => {
  document.body.innerHTML = `<div id="pay"></div>`;
  vi.spyOn(location, "assign").mockImplementation(() => {});
});
afterEach(() => {
  payment.destroy();
  vi.restoreAllMocks();
});

test("the bank replaces the page and returns to it", async () => {
  mount();
  const open = vi.spyOn(window, "open");
  await openBank(false);
  expect(frame.received[0]).toMatchObject({ returnUrl: location.href, bankPopup: false });
  expect(location.assign).toHaveBeenCalledExactlyOnceWith(`${link}&window=redirect`);
  expect(open).not.toHaveBeenCalled();
});

test("with bankWindow popup the bank opens in a popup that cannot access the page", async () => {
  mount({ bankWindow: "popup", returnUrl: "https://shop.test/thanks" });
  const opened = { opener: window, location: { href: "" } };
  vi.spyOn(window, "open").mockReturnValue(opened as never);
  await openBank(true);
  const returnUrl = "https://shop.test/thanks";
  expect(frame.received[0]).toMatchObject({ returnUrl, bankPopup: true });
  expect(opened).toEqual({ opener: null, location: { href: `${link}&window=popup` } });
  expect(location.assign).not.toHaveBeenCalled();
});

test("the bank replaces the page if the popup is blocked", async () => {
  mount({ bankWindow: "popup" });
  vi.spyOn(window, "open").mockReturnValue(null);
  await openBank(true);
  expect(location.assign).toHaveBeenCalledExactlyOnceWith(`${link}&window=redirect`);
});

test.each(["https://evil.test/", `${serviceOrigin}.evil.test/`, "javascript:alert(1)"])(
  "the page does not navigate to %s",
  async (url) => {
    mount();
    await expect(openBank(false, url)).rejects.toMatchObject({ code: "bank_blocked" });
    expect(location.assign).not.toHaveBeenCalled();
  },
);
