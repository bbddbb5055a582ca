// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createBarcodeReader } from "./barcode/barcode-reader.ts";
import { startKyc } from "./start-kyc.tsx";

vi.mock("./barcode/barcode-reader.ts", () => ({ createBarcodeReader: vi.fn() }));

afterEach(() => vi.unstubAllGlobals());

const pixels = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 });

test("a barcode reader that did not load is loaded again for the next picture", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.mocked(createBarcodeReader)
    .mockImplementationOnce(() => {
      throw new TypeError("Failed to fetch dynamically imported module");
    })
    .mockReturnValue({ check: async () => "readable", close() {} });
  const { parts, end } = startKyc({
    clientSecret: "kyc_1_secret_x",
    publishableKey: null,
    language: "en",
    locale: "en-US",
    place: "link",
    documentType: null,
    report: () => undefined,
    fetchClientSecret: () => Promise.reject(new Error("nobody to ask")),
  });
  expect(await parts.checkBarcode(pixels())).toBe("unknown");
  expect(await parts.checkBarcode(pixels())).toBe("readable");
  end();
});
