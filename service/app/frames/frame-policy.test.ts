import { expect, it } from "vitest";
import { mayShareSite } from "./frame-policy.ts";

it.each([
  ["https://pay.shop.example", "https://shop.example", true],
  ["https://pay.shop.example", "https://www.shop.example:8443", true],
  ["https://pay.shop.co.uk", "https://other.co.uk", true],
  ["https://127.0.0.1:4000", "http://127.0.0.1:4100", true],
  ["http://[::1]:4000", "http://[::1]:4100", true],
  ["https://localhost:4000", "http://localhost:4100", true],
  ["https://pay.tessera.example", "https://shop.example", false],
  ["http://pay.localhost:4000", "http://shop.localhost:4100", false],
  ["https://127.0.0.1:4000", "https://10.0.0.1:4000", false],
])("%s may share a site with %s: %s", (publicUrl, allowed, shares) => {
  expect(mayShareSite(publicUrl, ["https://unrelated.example", allowed])).toBe(shares);
});

it("does not share a site with unknown pages", () => {
  expect(mayShareSite("https://pay.shop.example", [])).toBe(false);
});
