// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import {
  Activity,
  act,
  createElement,
  createRef,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
} from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tessera } from "../../src/index.ts";
import {
  common,
  describeComponent,
  iframes,
  readyFrame,
  settle,
} from "../testing/component-scenarios.ts";
import { TesseraPayment, type TesseraPaymentElement, TesseraProvider } from "./index.ts";

beforeEach(() => {
  vi.stubGlobal("origin", location.origin);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "";
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function mountTree(node: ReactNode) {
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const render = (next: ReactNode) => act(async () => root.render(next));
  await render(node);
  return { render, unmount: () => act(async () => root.unmount()) };
}
const secret = { clientSecretKey: "pi_1_secret_a" };
const payment = createElement(TesseraPayment, { sdk: Tessera, ...common, ...secret });

describe("TesseraPayment", () => {
  describeComponent(async (props, onEvent) => {
    const ref = createRef<TesseraPaymentElement>();
    const handler = (name: string) => (detail: unknown) => onEvent(name, detail);
    const tree = (given: object) =>
      createElement(
        TesseraProvider,
        { sdk: Tessera, ...common },
        createElement(TesseraPayment, {
          ref,
          onReady: handler("ready"),
          onComplete: handler("complete"),
          ...(given as typeof secret),
        }),
      );
    const { render, unmount } = await mountTree(tree(props));
    return {
      render: (next) => render(tree(next)),
      confirm: () => (ref.current as TesseraPaymentElement).confirm(),
      unmount,
    };
  });

  test("StrictMode creates one frame", async () => {
    const { unmount } = await mountTree(createElement(StrictMode, null, payment));
    await settle();
    expect(iframes()).toHaveLength(1);
    await unmount();
  });

  test("Activity and Suspense hide the frame and keep it, and its events still arrive", async () => {
    const seen: unknown[] = [];
    const own = createElement(TesseraPayment, {
      sdk: Tessera,
      ...common,
      ...secret,
      onComplete: ({ type }) => seen.push(type),
    });
    const waiting = new Promise<never>(() => {});
    const Waits = ({ isWaiting }: { isWaiting: boolean }) => (isWaiting ? use(waiting) : null);
    const tree = (isHidden: boolean, isWaiting: boolean) =>
      createElement(Activity, {
        mode: isHidden ? "hidden" : "visible",
        children: createElement(
          Suspense,
          { fallback: "…" },
          own,
          createElement(Waits, { isWaiting }),
        ),
      });
    const { render, unmount } = await mountTree(tree(false, false));
    await settle();
    const [iframe] = iframes();
    const frame = readyFrame();
    await expect.poll(() => frame.received.length).toBe(1);
    await render(tree(true, false));
    await settle();
    const result = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };
    frame.send({ type: "complete", result } as never);
    await expect.poll(() => seen).toEqual(["success"]);
    await render(tree(false, true));
    await settle();
    await render(tree(false, false));
    await settle();
    expect(iframes()).toEqual([iframe]);
    await unmount();
  });

  test("the widget is mounted once an SDK that loads later is there", async () => {
    const tree = (sdk: typeof Tessera | null) =>
      createElement(TesseraProvider, { sdk, ...common }, createElement(TesseraPayment, secret));
    const { render, unmount } = await mountTree(tree(null));
    await settle();
    expect(iframes()).toHaveLength(0);
    await render(tree(Tessera));
    await settle();
    expect(iframes()).toHaveLength(1);
    await unmount();
  });

  test("a server renders the box without the secret", () => {
    const styled = createElement(TesseraPayment, {
      sdk: Tessera,
      ...common,
      ...secret,
      id: "pay",
      className: "box",
      style: { minHeight: 713 },
    });
    expect(renderToString(styled)).toBe(
      '<tessera-payment id="pay" class="box" style="display:block;min-height:713px"></tessera-payment>',
    );
  });
});
