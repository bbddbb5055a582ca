import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

describe("a route for operators' servers", () => {
  const url = "/v1/customers";

  test("accepts a secret key, with the scheme in upper or lower case", async () => {
    expect((await t.call("GET", url)).statusCode).toBe(200);
    const lower = { authorization: `bearer ${t.operator.secretKey}` };
    expect((await t.call("GET", url, { token: null, headers: lower })).statusCode).toBe(200);
  });

  test.each([
    ["no key", null, 401, "api_key_missing"],
    ["an unknown key", `sk_sandbox_${"a".repeat(43)}`, 401, "api_key_invalid"],
    ["text that is not a key", "hello", 401, "api_key_invalid"],
    ["a production key", `sk_live_${"a".repeat(43)}`, 401, "wrong_environment"],
    ["a publishable key", "pk", 403, "secret_key_required"],
  ])("refuses %s", async (_what, token, statusCode, errorCode) => {
    const used = token === "pk" ? t.operator.publishableKey : token;
    const response = await t.call("GET", url, { token: used });
    expect(response.statusCode).toBe(statusCode);
    expect(response.json()).toMatchObject({ errorCode });
    expect(response.json().requestId).toBe(response.headers["x-request-id"]);
  });
});
