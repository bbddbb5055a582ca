import { expect, test } from "vitest";
import { filesUrlOf, isTestKey } from "./stripe-settings.ts";

test.each([
  [{}, "https://files.stripe.com"],
  [{ url: "https://api.stripe.com" }, "https://files.stripe.com"],
  [{ url: "http://127.0.0.1:4200/vendors/stripe" }, "http://127.0.0.1:4200/vendors/stripe"],
  [{ url: "https://proxy.example", filesUrl: "https://files.example" }, "https://files.example"],
])("files of %j go to %s", (settings, address) => {
  expect(filesUrlOf(settings)).toBe(address);
});

test.each([
  ["sk_test_1", true],
  ["rk_test_1", true],
  ["sk_live_1", false],
  ["rk_live_test_1", false],
])("the key %s is for tests: %s", (secretKey, isTest) => {
  expect(isTestKey({ secretKey })).toBe(isTest);
});
