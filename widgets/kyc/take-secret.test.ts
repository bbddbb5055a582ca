// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { takeSecret } from "./take-secret.ts";

const secret = "kyc_1_secret_abc";

beforeEach(() => history.replaceState(null, "", "/verify/passport"));

test("the secret is taken out of the address, and found again after a reload", () => {
  history.replaceState(null, "", `/verify/passport?x=1#${secret}`);
  expect(takeSecret(window)).toBe(secret);
  expect(location.hash).toBe("");
  expect(location.search).toBe("?x=1");
  expect(takeSecret(window)).toBe(secret);
});

test("another link opened in the same tab takes its place", () => {
  history.replaceState({ tesseraSecret: secret }, "", "/verify/passport#kyc_2_secret_def");
  expect(takeSecret(window)).toBe("kyc_2_secret_def");
});

test("a page that was opened without one has none", () => {
  expect(takeSecret(window)).toBeNull();
  history.replaceState({ tesseraSecret: 7 }, "", "/verify/passport");
  expect(takeSecret(window)).toBeNull();
});
