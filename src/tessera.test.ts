// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { afterEach, describe, expect, test, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { Tessera, type TesseraOptions } from "./tessera.ts";

const options = { publishableKey: "pk_sandbox_1", apiUrl: "http://pay.localhost:4000" };

afterEach(() => vi.restoreAllMocks());

describe("new Tessera", () => {
  test.each([
    [{ publishableKey: undefined }, "publishable_key_invalid"],
    [{ publishableKey: "nonsense" }, "publishable_key_invalid"],
    [{ publishableKey: "sk_sandbox_1" }, "secret_key_in_page"],
    [{ apiUrl: "" }, "api_url_missing"],
    [{ apiUrl: "pay.localhost" }, "api_url_invalid"],
    [{ apiUrl: "javascript:alert(1)" }, "api_url_invalid"],
    [{ apiUrl: "https://pay.example/v1" }, "api_url_invalid"],
    [{ apiUrl: "https://name@pay.example" }, "api_url_invalid"],
    [{ apiUrl: "https://[" }, "api_url_invalid"],
    [{ apiUrl: "ftp://pay.example" }, "api_url_invalid"],
  ])("with %j throws a specific error", (change, code) => {
    expect(() => new Tessera({ ...options, ...change } as TesseraOptions)).toThrow(
      expect.objectContaining({ name: "TesseraError", code, party: "integrator" }),
    );
  });

  const usage = 'new Tessera({ publishableKey: "pk_…" })';

  test.each([["pk_sandbox_1"], [undefined], [null], [{}], [7]])(
    "with %j says that it needs an options object, with an example",
    (given) => {
      expect(() => new Tessera(given as never)).toThrow(
        expect.objectContaining({
          name: "TesseraError",
          code: "publishable_key_invalid",
          party: "integrator",
          message: expect.stringContaining(usage),
        }),
      );
    },
  );

  test("reports a secret key that is passed instead of options, without repeating it", () => {
    expect(() => new Tessera("sk_live_abc" as never)).toThrow(
      expect.objectContaining({
        code: "secret_key_in_page",
        message: expect.not.stringContaining("sk_live_abc"),
      }),
    );
  });

  test("throws an error if new is missing", () => {
    const call = Tessera as unknown as (options: TesseraOptions) => unknown;
    expect(() => call(options)).toThrow(
      expect.objectContaining({
        name: "TesseraError",
        code: "new_missing",
        party: "integrator",
        message: expect.stringContaining(usage),
      }),
    );
  });

  test("creates an instance of Tessera, even for a subclass", () => {
    class Ours extends Tessera {}
    expect(new Tessera(options)).toBeInstanceOf(Tessera);
    expect(new Ours(options)).toBeInstanceOf(Tessera);
  });

  test("never repeats a secret key in its message", () => {
    expect(() => new Tessera({ ...options, publishableKey: "sk_live_abc" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("sk_live_abc") }),
    );
  });

  test("warns once that customCss is ignored", () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    new Tessera({ ...options, customCss: "a{}" });
    new Tessera({ ...options, customCss: "a{}" });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("does not change the page", () => {
    const before = document.documentElement.outerHTML;
    new Tessera(options).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
    expect(document.documentElement.outerHTML).toBe(before);
  });

  test("has the package's version", () => {
    expect(Tessera.version).toBe(packageJson.version);
  });
});

test("createPaymentElements without a secret throws an error", () => {
  const tessera = new Tessera(options);
  for (const given of [{}, { clientSecretKey: "" }, undefined])
    expect(() => tessera.createPaymentElements(given as never)).toThrow(
      expect.objectContaining({ code: "client_secret_key_missing" }),
    );
});

test("another widget's secret and the operator's secret key are refused at once", () => {
  const tessera = new Tessera(options);
  const wrong = { code: "client_secret_wrong_kind", party: "integrator" };
  const refused = (make: () => unknown) =>
    expect(make).toThrow(expect.objectContaining({ ...wrong }));
  refused(() => tessera.createPaymentElements({ clientSecretKey: "di_1_secret_a" }));
  refused(() => tessera.createDisbursementElements({ clientSecretKey: "pi_1_secret_a" }));
  refused(() => tessera.createKycElements({ clientSecret: "pi_1_secret_a" }));
  expect(() => tessera.createPaymentElements({ clientSecretKey: "sk_sandbox_1" })).toThrow(
    expect.objectContaining({ code: "secret_key_in_page" }),
  );
});

test("an invalid locale and a null update do no harm", () => {
  for (const locale of ["x".repeat(300), 7, null]) {
    const target = document.body.appendChild(document.createElement("div"));
    const payment = new Tessera({ ...options, locale: locale as never }).createPaymentElements({
      clientSecretKey: "pi_1_secret_a",
    });
    payment.mount(target);
    const { searchParams } = new URL(target.querySelector("iframe")?.src ?? "");
    expect(searchParams.get("locale")).toBe(`${locale ?? navigator.language}`.slice(0, 64));
    expect(() => payment.update(null as never)).not.toThrow();
    payment.destroy();
  }
});

describe("without apiUrl", () => {
  const frameOf = async (src: string | undefined, name: "script" | "img" = "script") => {
    vi.resetModules();
    const script = src === undefined ? null : Object.assign(document.createElement(name), { src });
    vi.spyOn(document, "currentScript", "get").mockReturnValue(script as HTMLScriptElement | null);
    const { Tessera: Loaded } = await import("./tessera.ts");
    const target = document.body.appendChild(document.createElement("div"));
    const payment = new Loaded({ publishableKey: "pk_sandbox_1" }).createPaymentElements({
      clientSecretKey: "pi_1_secret_a",
    });
    payment.mount(target);
    const frame = target.querySelector("iframe")?.src ?? "";
    payment.destroy();
    return frame;
  };

  test("the service is where the script came from", async () => {
    const frame = await frameOf("https://pay.example:8443/v1/tessera.js?a=1#b");
    expect(frame).toMatch(/^https:\/\/pay\.example:8443\/v1\/frames\/payment\?/);
  });

  test.each([[undefined], ["file:///home/ada/tessera.js"], ["blob:https://shop.example/1"]])(
    "a script from %s needs it",
    async (src) => {
      await expect(frameOf(src)).rejects.toMatchObject({ code: "api_url_missing" });
    },
  );

  test("an image with the name currentScript is not the script", async () => {
    const frame = frameOf("https://evil.example/tessera.js", "img");
    await expect(frame).rejects.toMatchObject({ code: "api_url_missing" });
  });
});

test("a page without https, which has no random ids, has a frame with a random name too", () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  const target = document.body.appendChild(document.createElement("div"));
  const payment = new Tessera(options).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
  payment.mount(target);
  vi.unstubAllGlobals();
  expect(target.querySelector("iframe")?.name).toBe("f".repeat(32));
  payment.destroy();
});

test("an exception in onTrace is reported and changes nothing", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const target = document.body.appendChild(document.createElement("div"));
  const payment = new Tessera({
    ...options,
    onTrace: () => {
      throw new Error("the operator's own");
    },
  }).createPaymentElements({ clientSecretKey: "pi_1_secret_a" });
  payment.mount(target);
  payment.destroy();
  expect(reported).toHaveBeenCalled();
});

test.each([[undefined], [null], [""], ["#nowhere"], ["no selector!"], [{}]])(
  "mount(%j) says what it needs",
  (target) => {
    const payment = new Tessera(options).createPaymentElements({
      clientSecretKey: "pi_1_secret_a",
    });
    expect(() => payment.mount(target as never)).toThrow(
      expect.objectContaining({
        name: "TesseraError",
        code: "mount_target_missing",
        party: "integrator",
        message: expect.stringContaining('mount("#payment")'),
      }),
    );
  },
);
