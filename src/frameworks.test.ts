// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
/** Pages keep the SDK's objects in their framework's state, mostly wrapped in proxies. */
import Alpine from "alpinejs";
import { autorun, makeAutoObservable, observable } from "mobx";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reactive, ref } from "vue";
import { Tessera } from "./tessera.ts";
import { serviceOrigin } from "./testing/fake-frame.ts";

interface Objects {
  tessera: Tessera;
  payment: ReturnType<Tessera["createPaymentElements"]>;
  kyc: ReturnType<Tessera["createKycElements"]>;
  disbursement: ReturnType<Tessera["createDisbursementElements"]>;
  w9: ReturnType<Tessera["openW9"]>;
}

const create = (): Objects => {
  const tessera = new Tessera({ publishableKey: "pk_sandbox_1", apiUrl: serviceOrigin });
  return {
    tessera,
    payment: tessera.createPaymentElements({ clientSecretKey: "pi_1_secret_a" }),
    kyc: tessera.createKycElements({ clientSecret: "kyc_1_secret_a" }),
    disbursement: tessera.createDisbursementElements({ clientSecretKey: "di_1_secret_a" }),
    w9: tessera.openW9({ w9CaptureUrl: `${serviceOrigin}/w9#w9_1_secret_a` }),
  };
};

/** A proxy around everything reachable, with its own `this`. */
const membrane = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(of, name, receiver) {
      const value = Reflect.get(of, name, receiver);
      return typeof value === "object" && value !== null ? membrane(value) : value;
    },
  });

/** Each framework stores the objects and returns them as its users would get them. */
const frameworks: Record<string, (objects: Objects) => Objects> = {
  "Vue's ref": (objects) => {
    const states = Object.entries(objects).map(([name, object]) => [name, ref(object).value]);
    return Object.fromEntries(states);
  },
  "Vue's reactive": (objects) => reactive({ ...objects }) as Objects,
  "MobX's observable": (objects) => observable({ ...objects }),
  "MobX's makeAutoObservable": (objects) => makeAutoObservable({ ...objects }),
  "Alpine's x-data": (objects) => Alpine.reactive({ ...objects }),
  "a proxy around everything": membrane,
  "a copy of the properties": (objects) =>
    Object.fromEntries(
      Object.entries(objects).map(([name, object]) => [
        name,
        Object.assign(Object.create(Object.getPrototypeOf(object)), object),
      ]),
    ) as unknown as Objects,
};

beforeEach(() => {
  vi.stubGlobal("origin", location.origin);
  vi.stubGlobal("open", () => null);
  document.body.innerHTML = `<div id="here"></div>`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

describe.each(Object.entries(frameworks))("in %s", (_, keep) => {
  test("Tessera creates its widgets", () => {
    const { tessera } = keep(create());
    const paymentElements = tessera.createPaymentElements({ clientSecretKey: "pi_2_secret_a" });
    paymentElements.mount("#here");
    expect(document.querySelectorAll("#here iframe")).toHaveLength(1);
    paymentElements.destroy();
    expect(document.querySelectorAll("#here iframe")).toHaveLength(0);
  });

  test.each(["payment", "kyc", "disbursement"] as const)("every method of %s works", (name) => {
    const elements = keep(create())[name] as Objects["payment"];
    const heard: string[] = [];
    const off = elements.on("loaderror", ({ code }) => heard.push(code));
    elements.once("ready", () => {});
    elements.off("ready");
    elements.mount("#here");
    elements.mount("#here");
    elements.update({});
    elements.focus();
    expect(document.querySelectorAll("#here iframe")).toHaveLength(1);
    off();
    elements.unmount();
    elements.destroy();
    expect(document.querySelectorAll("#here iframe")).toHaveLength(0);
    expect(heard).toEqual([]);
  });

  test("confirm rejects with a TesseraError", async () => {
    const { payment } = keep(create());
    await expect(payment.confirm()).rejects.toMatchObject({ code: "not_mounted" });
    payment.mount("#here");
    const first = payment.confirm();
    expect(payment.confirm()).toBe(first);
    payment.unmount();
    await expect(first).rejects.toMatchObject({ code: "unmounted" });
  });

  test("a W-9 can be focused and closed", () => {
    const { w9 } = keep(create());
    expect(w9.mode).toBe("inline");
    w9.focus();
    expect(() => w9.close()).not.toThrow();
  });
});

test("a MobX store with a widget works in an autorun", () => {
  class Store {
    payment = create().payment;
    constructor() {
      makeAutoObservable(this);
    }
  }
  const store = new Store();
  autorun(() => store.payment.mount("#here"))();
  expect(document.querySelectorAll("#here iframe")).toHaveLength(1);
  store.payment.destroy();
});

test("an Alpine component mounts the widget in its data", async () => {
  document.body.innerHTML = `<div x-data="checkout" x-init="payment.mount($el)"></div>`;
  Alpine.data("checkout", () => ({ payment: create().payment }));
  Alpine.start();
  await expect.poll(() => document.querySelectorAll("[x-data] iframe").length).toBe(1);
});
