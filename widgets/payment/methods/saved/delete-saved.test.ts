import { expect, test } from "vitest";
import { deleteSaved } from "./delete-saved.ts";

const credentials = { clientSecretKey: "cs_1", publishableKey: "pk_1" };

test.each([
  [200, true],
  [404, true],
  [401, false],
  [503, false],
])("a response of %i means gone: %s", async (status, gone) => {
  const requests: [string, RequestInit | undefined][] = [];
  const send: typeof fetch = async (url, init) => {
    requests.push([String(url), init]);
    return new Response("{}", { status });
  };
  expect(await deleteSaved(credentials, "pm/1", send)).toBe(gone);
  const [[url, init] = []] = requests;
  expect(url).toBe("/v1/client/payment-methods/pm%2F1");
  expect(init).toMatchObject({
    method: "DELETE",
    headers: { Authorization: "Bearer cs_1", "Tessera-Publishable-Key": "pk_1" },
  });
});

test("without a response the method may still be there", async () => {
  const send = () => Promise.reject(new TypeError("no network"));
  expect(await deleteSaved(credentials, "pm_1", send)).toBe(false);
});
