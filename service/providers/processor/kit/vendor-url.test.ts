import { describe, expect, test } from "vitest";
import { type VendorUrls, vendorUrl } from "./vendor-url.ts";

const urls: VendorUrls = {
  test: "https://test.vendor.example/v1",
  live: ({ prefix }: { prefix?: string }) =>
    prefix ? `https://${prefix}.vendor.example/v1` : null,
};
const read = (settings: { test?: boolean; prefix?: string }, url?: unknown, own?: VendorUrls) =>
  vendorUrl(own, { name: "main", url, settings: { type: "vendor", ...settings } });

describe("the address of a processor", () => {
  test.each([
    ["the vendor's for tests", { test: true }, undefined, "https://test.vendor.example/v1"],
    ["the vendor's real one", { prefix: "shop" }, undefined, "https://shop.vendor.example/v1"],
    ["the given one", { prefix: "shop" }, "https://proxy.example", "https://proxy.example"],
    ["the given one of a test", { test: true }, "http://127.0.0.1:1/x", "http://127.0.0.1:1/x"],
    ["the given one for tests", {}, "https://test.vendor.example", "https://test.vendor.example"],
    ["not read here", {}, "nonsense", "nonsense"],
  ])("is %s", (_, settings, url, expected) => {
    expect(read(settings, url, urls)).toBe(expected);
  });

  test.each([
    [
      "without what the real one depends on",
      {},
      undefined,
      urls,
      /needs a url for main: vendor has/,
    ],
    ["of a vendor without addresses", { test: true }, undefined, undefined, /needs a url for main/],
    ["that is not a text", {}, 7, urls, /needs a name and a url/],
    [
      "that is real, of an account for tests",
      { test: true, prefix: "shop" },
      "https://shop.vendor.example/v2",
      urls,
      /test of main contradicts its url/,
    ],
    [
      "for tests, of a real account",
      { test: false },
      "https://test.vendor.example",
      urls,
      /test of main contradicts its url/,
    ],
  ])("is refused %s", (_, settings, url, own, message) => {
    expect(() => read(settings, url, own)).toThrow(message);
  });
});
