// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readLinkSecret } from "./read-link-secret.ts";

const secret = "kyc_1_secret_abc";

beforeEach(() => history.replaceState(null, "", "/verify/passport"));

test("moves the secret out of the address, and finds it again after a reload", () => {
  history.replaceState(null, "", `/verify/passport?x=1#${secret}`);
  expect(readLinkSecret(window)).toBe(secret);
  expect(location.hash).toBe("");
  expect(location.search).toBe("?x=1");
  expect(readLinkSecret(window)).toBe(secret);
});

test("another link opened in the same tab replaces it", () => {
  history.replaceState({ tesseraSecret: secret }, "", "/verify/passport#kyc_2_secret_def");
  expect(readLinkSecret(window)).toBe("kyc_2_secret_def");
});

test("a page opened without a secret has none", () => {
  expect(readLinkSecret(window)).toBeNull();
  history.replaceState({ tesseraSecret: 7 }, "", "/verify/passport");
  expect(readLinkSecret(window)).toBeNull();
});
