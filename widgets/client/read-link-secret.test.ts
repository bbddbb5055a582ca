// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { followLinks, readLinkSecret } from "./read-link-secret.ts";

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

const opened = (link: string) => {
  history.replaceState(null, "", `/verify/passport#${link}`);
  dispatchEvent(new Event("hashchange"));
};

test("opening the same link again keeps the page, and opening another one reloads it", () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  history.replaceState(null, "", `/verify/passport#${secret}`);
  followLinks(window, readLinkSecret(window));
  opened(secret);
  expect(reload).not.toHaveBeenCalled();
  expect(location.hash).toBe("");
  expect(readLinkSecret(window)).toBe(secret);

  opened("kyc_2_secret_def");
  expect(reload).toHaveBeenCalledOnce();
  history.replaceState({ tesseraSecret: "kyc_3_secret_ghi" }, "", "/verify/passport");
  dispatchEvent(new Event("popstate"));
  expect(reload).toHaveBeenCalledTimes(2);
});
