// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createApp, createSSRApp, h, nextTick, reactive, shallowRef } from "vue";
import { renderToString } from "vue/server-renderer";
import { Tessera } from "../../src/index.ts";
import { common, describeComponent, iframes, settle } from "../testing/component-scenarios.ts";
import { TesseraPayment, tessera } from "./index.ts";

beforeEach(() => {
  vi.stubGlobal("origin", location.origin);
  document.body.innerHTML = "";
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const place = () => document.body.appendChild(document.createElement("div"));
const secret = { clientSecretKey: "pi_1_secret_a" };

describe("TesseraPayment", () => {
  describeComponent(async (props, onEvent) => {
    const given = shallowRef<object>(props);
    const handle = shallowRef<{ confirm(): Promise<unknown> } | null>(null);
    const app = createApp({
      setup: () => () =>
        h(TesseraPayment, {
          ref: handle,
          onReady: (detail: unknown) => onEvent("ready", detail ?? undefined),
          onComplete: (detail: unknown) => onEvent("complete", detail),
          ...(given.value as typeof secret),
        }),
    });
    app.use(tessera, { sdk: Tessera, ...common });
    app.mount(place());
    return {
      render: (next) => {
        given.value = next;
        return nextTick();
      },
      confirm: () => handle.value?.confirm() ?? Promise.reject(new Error("not mounted")),
      unmount: async () => app.unmount(),
    };
  });

  test("reactive options of the app reach mounted widgets", async () => {
    const options = reactive({ ...common, sdk: null as typeof Tessera | null });
    const app = createApp({ setup: () => () => h(TesseraPayment, secret) });
    app.use(tessera, options);
    app.mount(place());
    await settle();
    expect(iframes()).toHaveLength(0);
    options.sdk = Tessera;
    await nextTick();
    await settle();
    expect(iframes()).toHaveLength(1);
    app.unmount();
  });

  test("a server renders the box without the secret", async () => {
    const app = createSSRApp({
      setup: () => () => h(TesseraPayment, { ...secret, class: "box", style: "min-height:713px" }),
    });
    app.use(tessera, { sdk: Tessera, ...common });
    expect(await renderToString(app)).toBe(
      '<tessera-payment class="box" style="min-height:713px;"></tessera-payment>',
    );
  });
});
