import { afterEach, beforeEach, expect, vi } from "vitest";
import type { PaymentElements } from "../payment-elements.ts";
import { Tessera } from "../tessera.ts";
import type { TraceEntry } from "../trace.ts";
import { FakeFrame, serviceOrigin } from "./fake-frame.ts";

/** A page with one payment widget that is not mounted. */
export interface PaymentPage {
  payment: PaymentElements;
  trace: TraceEntry[];
  /** The widget's parent. The page also has `#other`. */
  target: HTMLElement;
}

export const success = {
  type: "success",
  paymentIntentId: "pi_1",
  status: "success",
  messages: [],
};

/** Creates the page before each test of the file; removes its widget after each. */
export function openPaymentPage() {
  const page = {} as PaymentPage;
  const create = (options = {}) =>
    new Tessera({
      publishableKey: "pk_sandbox_1",
      apiUrl: serviceOrigin,
      locale: "en-GB",
      onTrace: (entry) => page.trace.push(entry),
    }).createPaymentElements({ clientSecretKey: "pi_1_secret_a", ...options });

  beforeEach(() => {
    vi.stubGlobal("origin", location.origin); // happy-dom lacks it.
    page.trace = [];
    document.body.innerHTML = `<div id="pay"></div><div id="other"></div>`;
    page.target = document.querySelector("#pay") as HTMLElement;
    page.payment = create();
  });
  afterEach(() => {
    page.payment.destroy();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return { page, create };
}

export const iframes = () => [...document.querySelectorAll("iframe")];

/** Plays the page's frame at this index. */
export function frameOf(at = 0): FakeFrame {
  const element = iframes()[at];
  if (!element) throw new Error("no frame in the page");
  return new FakeFrame(element);
}

/** Polls until a message between page and frame has taken effect. */
export const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);
