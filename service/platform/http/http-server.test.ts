import { once } from "node:events";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createMetrics } from "../metrics.ts";
import { createHttpServer } from "./create-http-server.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const customer = (id: string) => ({
  externalCustomerId: id,
  data: { email: `${id}@example.com`, firstName: "Ada", lastName: "Byron" },
});

describe("a body that the server cannot accept", () => {
  const send = (payload: string | Buffer, headers: Record<string, string>) =>
    t.service.app.inject({
      method: "POST",
      url: "/v1/customers",
      headers: { authorization: `Bearer ${t.operator.secretKey}`, ...headers },
      payload,
    });
  const json = { "content-type": "application/json" };

  test.each([
    ["malformed JSON", '{"a":', json, 400, "malformed_json"],
    ["no body on a route that needs one", "", json, 400, "body_required"],
    ["a poisoned prototype", '{"__proto__":{"x":1}}', json, 400, "malformed_json"],
    [
      "a form",
      "a=b",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type",
    ],
    ["text", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    [
      "more than 256 KiB",
      JSON.stringify({ a: "x".repeat(256 * 1024) }),
      json,
      413,
      "body_too_large",
    ],
    ["a list", "[]", json, 400, "validation_failed"],
    ["null", "null", json, 400, "body_required"],
  ])("%s gets the standard error body", async (_what, payload, headers, statusCode, errorCode) => {
    const response = await send(payload, headers);
    expect(response.statusCode).toBe(statusCode);
    expect(response.json()).toMatchObject({ errorCode, message: expect.any(String) });
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("an unknown field is named", async () => {
    const body = { ...customer("typo"), dta: {} };
    const response = await t.call("POST", "/v1/customers", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      errorCode: "unknown_field",
      errors: [{ path: "dta", errorCode: "unknown_field" }],
    });
  });

  test("a missing field and a wrong type have different codes, each with its path", async () => {
    const response = await t.call("POST", "/v1/customers", { body: { data: { email: 5 } } });
    expect(response.json().errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "externalCustomerId", errorCode: "required" }),
        expect.objectContaining({ path: "data.email", errorCode: "invalid_type" }),
      ]),
    );
  });
});

describe("text that the store cannot hold", () => {
  const nul = "a\0b";
  const half = "a\ud800b";

  test.each([
    ["a NUL", { description: nul }, "description"],
    ["half a pair", { description: half }, "description"],
    ["a NUL in a member", { customData: { size: nul } }, "customData.size"],
    ["half a pair in a member", { customData: { size: half } }, "customData.size"],
    ["a NUL in a name", { customData: { [nul]: "x" } }, "customData"],
  ])("%s is refused with its path", async (_what, extra, path) => {
    const body = {
      externalPaymentIntentId: "odd",
      externalCustomerId: "nobody",
      amount: 1,
      currency: "USD",
      ...extra,
    };
    const response = await t.call("POST", "/v1/payment-intents", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      errorCode: "validation_failed",
      errors: [{ path, errorCode: "invalid_value" }],
    });
  });

  test("characters beyond U+FFFF are accepted, escaped or not", async () => {
    const response = await t.service.app.inject({
      method: "POST",
      url: "/v1/customers",
      headers: {
        authorization: `Bearer ${t.operator.secretKey}`,
        "content-type": "application/json",
      },
      payload:
        '{"externalCustomerId":"planes","data":{"email":"p@example.com","firstName":"\\ud83d\\ude00"}}',
    });
    expect([response.statusCode, response.json().data?.firstName]).toEqual([201, "\u{1f600}"]);
  });

  test.each([
    ["GET", "/v1/payment-intents/%00/status"],
    ["GET", "/v1/customers/a%00b"],
    ["DELETE", "/v1/operators/webhooks?webhookId=%00"],
  ])("%s %s is 404", async (method, url) => {
    const response = await t.call(method, url);
    expect([response.statusCode, response.json().errorCode]).toEqual([404, "not_found"]);
  });
});

describe("a malformed request", () => {
  const raw = async (text: string): Promise<string> => {
    const { port } = t.service.app.server.address() as AddressInfo;
    const socket = createConnection(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.end(text);
    let response = "";
    for await (const chunk of socket.setEncoding("utf8")) response += chunk;
    return response;
  };
  beforeAll(() => t.service.app.listen({ port: 0, host: "127.0.0.1" }));

  test.each([
    ["no HTTP", "hello\r\n\r\n", 400, "malformed_request"],
    [
      "endless headers",
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "a broken path",
      "GET /v1/customers/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      404,
      "not_found",
    ],
    [
      "an endless id",
      `GET /v1/customers/${"x".repeat(300)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      404,
      "not_found",
    ],
  ])("%s gets the standard error body", async (_what, text, statusCode, errorCode) => {
    const response = await raw(text);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${statusCode} `));
    expect(response).toMatch(/x-request-id: req_/i);
    expect(JSON.parse(response.slice(response.indexOf("\r\n\r\n")))).toMatchObject({
      errorCode,
      requestId: expect.any(String),
    });
  });
});

test("a DELETE may name a content type without having a body", async () => {
  const headers = { "content-type": "application/json" };
  const response = await t.call("DELETE", "/v1/operators/webhooks?webhookId=we_x", { headers });
  expect(response.json().errorCode).toBe("resource_not_found");
});

describe("a route", () => {
  const bare = async () => {
    const { deps } = t.service;
    return createHttpServer({ ...deps, metrics: createMetrics() }, deps.operators);
  };

  test("must declare who may call it", async () => {
    const { app } = await bare();
    expect(() => app.get("/open", () => "x")).toThrow(/who may call it/);
    await app.close();
  });

  test("sends only members of its schema, and fails if a required one is missing", async () => {
    const { app } = await bare();
    const schema = { response: { 200: z.object({ id: z.string() }) } };
    const config = { access: "public" as const };
    const more = { id: "1", ssn: "078-05-1120" };
    app.get("/more", { config, schema }, () => more);
    app.get("/less", { config, schema }, () => ({}) as { id: string });
    expect((await app.inject("/more")).body).toBe('{"id":"1"}');
    const less = await app.inject("/less");
    expect([less.statusCode, less.json().errorCode]).toEqual([500, "internal_error"]);
    await app.close();
  });
});

test("a stopping server waits for a request in progress, but not for silent connections", async () => {
  const { deps } = t.service;
  const { app } = await createHttpServer({ ...deps, metrics: createMetrics() }, deps.operators);
  app.get("/late", { config: { access: "public" } }, () => "answered");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const connect = async () => {
    const accepted = once(app.server, "connection");
    const client = createConnection(port, "127.0.0.1");
    const [server]: Socket[] = await accepted;
    return { client, server };
  };
  const silent = await connect();
  const begun = await connect();
  begun.client.write("GET /late HTTP/1.1\r\nHost: a\r\n");
  await expect.poll(() => begun.server?.bytesRead).toBeGreaterThan(0);
  const silentEnded = once(silent.client.resume(), "close");
  const closed = app.close();
  await silentEnded;
  const response = once(begun.client, "data");
  begun.client.write("\r\n");
  expect(String(await response)).toContain("answered");
  await closed;
});

describe("an unknown path", () => {
  test("is 404; a known path with another method is 405 with the allowed methods", async () => {
    const nothing = await t.call("GET", "/v1/nothing");
    expect([nothing.statusCode, nothing.json().errorCode]).toEqual([404, "not_found"]);
    const wrongMethod = await t.call("DELETE", "/v1/customers");
    expect([wrongMethod.statusCode, wrongMethod.json().errorCode]).toEqual([
      405,
      "method_not_allowed",
    ]);
    expect(wrongMethod.headers["allow"]).toContain("POST");
  });
});

describe("every response", () => {
  test("has our request id and is not cached", async () => {
    const headers = { "x-request-id": "theirs" };
    const one = await t.call("GET", "/v1/customers", { headers });
    const other = await t.call("GET", "/v1/customers", { token: null });
    expect(one.headers["x-request-id"]).toMatch(/^req_[A-Za-z0-9_-]{16}$/);
    expect(other.headers["x-request-id"]).not.toBe(one.headers["x-request-id"]);
    expect(one.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  test("to an internal failure contains only the request id", async () => {
    const broken = await createTestService();
    await broken.service.deps.database.kysely.schema.dropTable("customers").cascade().execute();
    const response = await broken.call("GET", "/v1/customers");
    await broken.close();
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      message: "Something went wrong on our side.",
      errorCode: "internal_error",
      requestId: response.headers["x-request-id"],
    });
    expect(broken.logLines.join()).toContain(response.headers["x-request-id"]);
  });
});

describe("calls from frames", () => {
  const preflight = (origin: string) =>
    t.service.app.inject({
      method: "OPTIONS",
      url: "/v1/client/session",
      headers: { origin, host: "127.0.0.1:4000" },
    });

  test.each(["http://pay.localhost:4000", "http://127.0.0.1:4000"])(
    "are accepted from %s, a page of this service",
    async (origin) => {
      const response = await preflight(origin);
      expect(response.statusCode).toBe(204);
      expect(response.headers["access-control-allow-origin"]).toBe(origin);
      expect(response.headers["access-control-allow-credentials"]).toBeUndefined();
    },
  );

  test.each(["http://shop.localhost:4100", "null", "https://pay.localhost:4000"])(
    "are refused from %s",
    async (origin) => {
      const response = await preflight(origin);
      expect(response.statusCode).toBe(403);
      expect(response.json().errorCode).toBe("origin_not_allowed");
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  test("operators' endpoints have no CORS headers", async () => {
    const headers = { origin: "http://shop.localhost:4100" };
    const response = await t.call("GET", "/v1/customers", { headers });
    expect(response.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("limits", () => {
  test("a secret key gets its burst, then 429 with the time to wait, then works again", async () => {
    const limited = await createTestService({ env: { RATE_LIMIT_SECRET_KEY: "1/3" } });
    const status = async () => (await limited.call("GET", "/v1/customers")).statusCode;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
    const refused = await limited.call("GET", "/v1/customers");
    expect([refused.statusCode, refused.json().errorCode]).toEqual([429, "rate_limited"]);
    expect(refused.headers["retry-after"]).toBe("1");
    limited.clock.advance(1000);
    expect(await status()).toBe(200);
    await limited.close();
  });

  test("guessing keys is limited per address and does not affect valid keys", async () => {
    const limited = await createTestService({
      env: { RATE_LIMIT_FAILED_AUTHENTICATION: "1/3", TRUSTED_PROXIES: "127.0.0.1" },
    });
    const guess = async (ip: string) => {
      const token = `sk_sandbox_${"x".repeat(43)}`;
      const headers = { "x-forwarded-for": ip };
      return (await limited.call("GET", "/v1/customers", { token, headers })).statusCode;
    };
    await limited.call("GET", "/v1/customers");
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await guess("203.0.113.1"));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await guess("203.0.113.2")).toBe(401);
    // This holds even for a key that this process has not seen before.
    const { secretKey } = await limited.createOperator();
    for (const token of [limited.operator.secretKey, secretKey]) {
      const headers = { "x-forwarded-for": "203.0.113.1" };
      expect((await limited.call("GET", "/v1/customers", { token, headers })).statusCode).toBe(200);
    }
    await limited.close();
  });

  test("forwarding headers of an untrusted peer do not count", async () => {
    const limited = await createTestService({
      env: { RATE_LIMIT_FAILED_AUTHENTICATION: "1/1" },
    });
    const guess = async (ip: string) =>
      (
        await limited.call("GET", "/v1/customers", {
          token: "wrong",
          headers: { "x-forwarded-for": ip },
        })
      ).statusCode;
    expect([await guess("203.0.113.1"), await guess("203.0.113.2")]).toEqual([401, 429]);
    await limited.close();
  });
});
