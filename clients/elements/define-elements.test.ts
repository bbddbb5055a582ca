// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tessera } from "../../src/index.ts";
import { FakeFrame, serviceOrigin } from "../../src/testing/fake-frame.ts";
import { defineTesseraElements, type TesseraPaymentElement } from "./index.ts";

beforeEach(() => {
  vi.stubGlobal("origin", location.origin);
  document.body.innerHTML = "";
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const iframes = () => [...document.querySelectorAll("iframe")];
const soon = () => new Promise((resolve) => setTimeout(resolve));
function create(secret: string | undefined = "pi_1_secret_a"): TesseraPaymentElement {
  defineTesseraElements(Tessera);
  const element = document.createElement("tessera-payment") as TesseraPaymentElement;
  element.publishableKey = "pk_sandbox_1";
  element.apiUrl = serviceOrigin;
  if (secret !== undefined) element.clientSecretKey = secret;
  return element;
}
const readyFrame = () => {
  const frame = new FakeFrame(iframes()[0] as HTMLIFrameElement);
  frame.becomeReady();
  return frame;
};

test("keeps properties that were set before the elements were defined", async () => {
  // This test is first in the file, because elements are defined once.
  expect(customElements.get("tessera-payment")).toBeUndefined();
  const element = document.createElement("tessera-payment") as TesseraPaymentElement;
  document.body.append(element);
  const before = { publishableKey: "pk_sandbox_1", apiUrl: serviceOrigin };
  Object.assign(element, before, { clientSecretKey: "pi_1_secret_a" });
  defineTesseraElements(Tessera);
  customElements.upgrade(element);
  await soon();
  const upgraded = document.querySelector("tessera-payment") as TesseraPaymentElement;
  expect(upgraded.clientSecretKey).toBe("pi_1_secret_a");
  expect(iframes()).toHaveLength(1);
});

test("attributes set the options, even when the document is parsed after the definition", async () => {
  create();
  document.body.innerHTML = `<tessera-payment publishable-key="pk_sandbox_1" submit-button="false"
    api-url="${serviceOrigin}" client-secret-key="pi_1_secret_a"></tessera-payment>`;
  await soon();
  expect(iframes()).toHaveLength(1);
  const frame = readyFrame();
  await expect
    .poll(() => frame.received[0])
    .toMatchObject({
      type: "init",
      clientSecretKey: "pi_1_secret_a",
      submitButton: false,
    });
});

test("mounts nothing before the key and the secret are set", async () => {
  const element = create("");
  document.body.append(element);
  await soon();
  expect(iframes()).toHaveLength(0);
  await expect(element.confirm()).rejects.toMatchObject({ code: "not_mounted" });
  element.clientSecretKey = "pi_1_secret_a";
  await soon();
  expect(iframes()).toHaveLength(1);
});

test("the SDK's events are DOM events, and confirm() returns the SDK's result", async () => {
  const element = create();
  const seen: unknown[] = [];
  element.addEventListener("ready", () => seen.push("ready"));
  element.addEventListener("complete", ({ detail }) => seen.push(detail));
  document.body.append(element);
  await soon();
  const frame = readyFrame();
  await expect.poll(() => seen).toEqual(["ready"]);
  const result = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };
  frame.send({ type: "complete", result } as never);
  await expect.poll(() => seen).toEqual(["ready", result]);
  frame.confirm = async () => result as never;
  expect(await element.confirm()).toEqual(result);
});

test("a changed option reaches the existing frame; another key creates another frame", async () => {
  const element = create();
  document.body.append(element);
  await soon();
  const [first] = iframes();
  const frame = readyFrame();
  element.clientSecretKey = "pi_2_secret_b";
  await expect
    .poll(() => frame.received.at(-1))
    .toMatchObject({ type: "update", clientSecretKey: "pi_2_secret_b" });
  expect(iframes()).toEqual([first]);
  element.publishableKey = "pk_sandbox_2";
  await soon();
  expect(iframes()).toHaveLength(1);
  expect(iframes()[0]).not.toBe(first);
});

test("shows the submit button again when the option is no longer false", async () => {
  const element = create();
  element.submitButton = false;
  document.body.append(element);
  await soon();
  const frame = readyFrame();
  await expect.poll(() => frame.received[0]).toMatchObject({ type: "init", submitButton: false });
  element.submitButton = undefined;
  await expect
    .poll(() => frame.received.at(-1))
    .toMatchObject({ type: "update", submitButton: true });
});

test("moving the element keeps its widget; removing it ends the widget", async () => {
  const element = create();
  document.body.append(element);
  await soon();
  const { widget } = element;
  const box = document.createElement("div");
  document.body.append(box);
  element.remove();
  box.append(element);
  await soon();
  expect(element.widget).toBe(widget);
  expect(iframes()).toHaveLength(1);
  element.remove();
  await soon();
  expect(element.widget).toBeNull();
  expect(element.querySelector("iframe")).toBeNull();
  document.body.append(element);
  await soon();
  expect(iframes()).toHaveLength(1);
});

test("a wrong option causes a loaderror event", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const element = create("sk_1");
  const errors: unknown[] = [];
  element.addEventListener("loaderror", ({ detail }) => errors.push(detail.code));
  document.body.append(element);
  await soon();
  expect(errors).toHaveLength(1);
  expect(iframes()).toHaveLength(0);
  log.mockRestore();
});

test("defining the elements twice, or on a server, does nothing", () => {
  expect(() => defineTesseraElements(Tessera)).not.toThrow();
  vi.stubGlobal("customElements", undefined);
  expect(() => defineTesseraElements(Tessera)).not.toThrow();
});
