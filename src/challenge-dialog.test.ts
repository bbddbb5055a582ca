// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { challengeFrameMessages, challengePageMessages } from "../contract/channel/challenge.ts";
import { handshakeMessage, readFrameAddress } from "../contract/channel/handshake.ts";
import { fromMessagePort, type MessagePortLike } from "../contract/channel/message-port.ts";
import { createPeer } from "../contract/channel/peer.ts";
import { after } from "./after.ts";
import type { PaymentElements } from "./payment-elements.ts";
import { Tessera } from "./tessera.ts";
import { FakeFrame, postToPage, serviceOrigin } from "./testing/fake-frame.ts";

let payment: PaymentElements;
let frame: FakeFrame;
let ports: MessageChannel;

const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);
const dialog = () =>
  [...document.body.children]
    .map((element) => element.shadowRoot?.querySelector("dialog"))
    .find((found) => found) ?? null;
const open = (windowSize: "02" | "05" = "02") =>
  frame.peer?.call(
    "openChallenge",
    { title: "Your bank asks", windowSize },
    { deadlineMs: 60_000, transfer: [ports.port1] },
  ) ?? Promise.reject(new Error("no port"));

let reportHeight: (heightPx: number) => void;

/** Plays the challenge's frame: resolves with its port. */
const answerAsChallenge = async () => {
  await until(() => dialog()?.querySelector("iframe") !== null && dialog() !== null);
  const element = dialog()?.querySelector("iframe") as HTMLIFrameElement;
  const address = readFrameAddress(new URL(element.src).hash);
  return new Promise<MessagePort>((resolve) => {
    const source = {
      postMessage(_data: unknown, _origin: string, [port]: MessagePortLike[]) {
        if (!port) return;
        const peer = createPeer({
          port: fromMessagePort(port),
          sends: challengeFrameMessages,
          calls: {},
          receives: challengePageMessages,
          answered: {},
          answers: {},
          after,
          onMessage(_init, [handed]) {
            reportHeight = (heightPx) => peer.send({ type: "resize", heightPx });
            peer.send({ type: "ready" });
            resolve(handed as MessagePort);
          },
        });
      },
    };
    Object.defineProperty(element, "contentWindow", { value: source });
    postToPage({
      data: handshakeMessage("here", address?.nonce ?? ""),
      source,
      origin: serviceOrigin,
    });
  });
};

beforeEach(async () => {
  document.body.innerHTML = `<div id="pay"></div>`;
  ports = new MessageChannel();
  payment = new Tessera({
    publishableKey: "pk_sandbox_1",
    apiUrl: serviceOrigin,
    locale: "en",
  }).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
  payment.mount("#pay");
  frame = new FakeFrame(document.querySelector("iframe") as HTMLIFrameElement);
  frame.becomeReady();
});
afterEach(() => {
  payment.destroy();
  ports.port1.close();
  ports.port2.close();
  vi.restoreAllMocks();
});

test("the challenge opens in a named modal dialog, and its frame gets the payment frame's port", async () => {
  const opened = open();
  const port = await answerAsChallenge();
  await opened;
  expect(dialog()?.open).toBe(true);
  expect(dialog()?.getAttribute("aria-label")).toBe("Your bank asks");
  expect(dialog()?.style.getPropertyValue("--w")).toBe("390px");
  expect(dialog()?.style.getPropertyValue("--h")).toBe("760px");
  const heard = new Promise((resolve) => {
    ports.port2.addEventListener("message", (event) => resolve(event.data));
    ports.port2.start();
  });
  port.postMessage({ type: "done" });
  await expect(heard).resolves.toEqual({ type: "done" });
});

test("it is as tall as the issuer's page and the bar, even when the page grows", async () => {
  const opened = open();
  await answerAsChallenge();
  await opened;
  const height = () => dialog()?.style.getPropertyValue("--h");
  reportHeight(480);
  await until(() => height() === "536px");
  reportHeight(522);
  await until(() => height() === "578px");
  reportHeight(-1); // the channel refuses a negative height
  reportHeight(500);
  await until(() => height() === "556px");
});

test("a full-screen challenge stays full-screen", async () => {
  const opened = open("05");
  await answerAsChallenge();
  await opened;
  reportHeight(480);
  await new Promise((resolve) => setTimeout(resolve, 50)); // the message has arrived
  expect(dialog()?.style.getPropertyValue("--h")).toBe("10055px");
});

test("the payment frame closes it, and nothing remains", async () => {
  const opened = open("05");
  await answerAsChallenge();
  await opened;
  frame.send({ type: "closeChallenge" });
  frame.send({ type: "closeChallenge" });
  await until(() => dialog() === null);
  expect(document.body.innerHTML).not.toContain("dialog");
  expect(document.body.children).toHaveLength(1);
});

test("Escape closes it and notifies the payment frame", async () => {
  const opened = open();
  await answerAsChallenge();
  await opened;
  dialog()?.dispatchEvent(new Event("cancel", { cancelable: true }));
  expect(dialog()).toBeNull();
  await until(() => frame.received.some((message) => message.type === "challengeCanceled"));
});

test("a browser that names another element while the focus is in the payment frame gives the frame the focus back", async () => {
  document.body.insertAdjacentHTML("afterbegin", "<input>");
  const input = document.querySelector("input") as HTMLInputElement;
  input.focus();
  vi.spyOn(input, "matches").mockReturnValue(false); // :focus-within
  const opened = open();
  await answerAsChallenge();
  await opened;
  frame.send({ type: "closeChallenge" });
  await until(() => dialog() === null);
  expect(document.activeElement).toBe(document.querySelector("#pay iframe"));
});

test("the page's own button gets the focus back", async () => {
  document.body.insertAdjacentHTML("afterbegin", "<button>Pay</button>");
  const button = document.querySelector("button") as HTMLButtonElement;
  button.focus();
  vi.spyOn(button, "matches").mockImplementation((selector) => selector === ":focus-within"); // not in happy-dom
  const opened = open();
  await answerAsChallenge();
  await opened;
  frame.send({ type: "closeChallenge" });
  await until(() => dialog() === null);
  expect(document.activeElement).toBe(button);
});

test("Escape before its frame has connected settles the payment frame's call", async () => {
  const opened = open();
  await until(() => dialog() !== null);
  dialog()?.dispatchEvent(new Event("cancel", { cancelable: true }));
  await expect(opened).rejects.toMatchObject({ code: "challenge_blocked" });
});

test("a challenge that the page's CSP blocks is closed and refused", async () => {
  const opened = open();
  await until(() => dialog() !== null);
  document.dispatchEvent(
    Object.assign(new Event("securitypolicyviolation"), {
      disposition: "enforce",
      effectiveDirective: "frame-src",
      blockedURI: serviceOrigin,
    }),
  );
  await expect(opened).rejects.toMatchObject({ code: "challenge_blocked" });
  expect(dialog()).toBeNull();
});

test("unmounting during a challenge removes the dialog", async () => {
  const opened = open();
  await answerAsChallenge();
  await opened;
  payment.unmount();
  expect(dialog()).toBeNull();
  expect(document.querySelectorAll("iframe")).toHaveLength(0);
});

test("the dialog closes when the page removes the payment frame without unmounting", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const opened = open();
    await answerAsChallenge();
    await opened;
    vi.advanceTimersByTime(5000);
    expect(dialog()?.open).toBe(true);
    document.querySelector("#pay")?.replaceChildren();
    vi.advanceTimersByTime(5000);
    expect(dialog()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a popover with the widget, which the dialog closes, opens again afterwards", async () => {
  const popover = document.querySelector("#pay") as HTMLElement;
  popover.setAttribute("popover", "");
  let isOpen = true; // happy-dom has no popovers
  vi.spyOn(popover, "matches").mockImplementation(
    (selector) => selector === ":popover-open" && isOpen,
  );
  popover.showPopover = vi.fn(() => {
    isOpen = true;
  });
  const opened = open();
  await answerAsChallenge();
  await opened;
  isOpen = false;
  frame.send({ type: "closeChallenge" });
  await until(() => dialog() === null);
  expect(popover.showPopover).toHaveBeenCalledTimes(1);
});
