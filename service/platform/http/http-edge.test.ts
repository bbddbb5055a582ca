/** What happens before and around a route: which bodies are read, and what counts as no body. */
import { once } from "node:events";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createMetrics } from "../metrics.ts";
import { createHttpServer } from "./create-http-server.ts";
import { errorLimits } from "./field-errors.ts";
import { noticeBodyLimitBytes, publicBodyLimitBytes } from "./public-limits.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService({ env: { RATE_LIMIT_FAILED_AUTHENTICATION: "100000/100000" } });
  await t.service.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

const json = { "content-type": "application/json" };

/** `text` may be part of a request. */
function send(service: TestService, text: string): Socket {
  const { port } = service.service.app.server.address() as AddressInfo;
  const socket = createConnection(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(text);
  return socket;
}

/** The start of a POST whose body of 100 bytes never arrives. */
const begun = (path: string, headers = "") =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`;

async function answerTo(service: TestService, text: string): Promise<string> {
  const socket = send(service, text);
  const closed = once(socket, "close").then(() => [""]);
  const [first] = await Promise.race([once(socket.resume(), "data"), closed]);
  socket.destroy();
  return String(first);
}

describe("the server refuses without waiting for the body", () => {
  test.each([
    ["without a key", "/v1/customers", "", "401"],
    ["with a wrong key", "/v1/customers", "Authorization: Bearer sk_sandbox_x\r\n", "401"],
    ["without a client secret", "/v1/client/payments", "", "401"],
    ["for an outside party without its key", "/v1/payout-notifications", "", "401"],
    ["for a directory server without its key", "/v1/three-ds/results", "", "401"],
    [
      "at the console without a session",
      "/console/api/me/recovery-codes",
      "Origin: http://a\r\n",
      "401",
    ],
    ["at an unknown path", "/v1/nothing", "", "404"],
  ])("%s", async (_who, path, headers, status) => {
    expect(await answerTo(t, begun(path, headers))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("over the limit of an address, on public routes", async () => {
    const limited = await createTestService({ env: { RATE_LIMIT_PUBLIC: "1/2" } });
    await limited.service.app.listen({ port: 0, host: "127.0.0.1" });
    const url = "/v1/three-ds/challenge-notification";
    const status = async () =>
      (await limited.service.app.inject({ method: "POST", url, payload: {} })).statusCode;
    await status();
    await status();
    const refused = await answerTo(limited, begun(url));
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
    expect(refused).toMatch(/retry-after: 1\r\n/i);
    // Pages and files are not counted.
    expect((await limited.service.app.inject("/healthz")).statusCode).toBe(200);
    limited.clock.advance(1000);
    expect(await status()).not.toBe(429);
    await limited.close();
  });
});

const isNoticeRoute = (url: string) =>
  /^\/v1\/(connectors\/:processor\/notices|processor-notices\/:processor)$/.test(url);

test("a public route accepts 16 KiB; others, and vendors' notices, 256 KiB", async () => {
  const headers = { ...json, host: "pay.localhost:4000", origin: "http://pay.localhost:4000" };
  const post = (url: string, length: number, extraHeaders = {}) =>
    t.service.app.inject({
      method: "POST",
      url,
      headers: { ...headers, ...extraHeaders },
      payload: JSON.stringify({ a: "x".repeat(length - 8) }),
    });
  for (const { url, access } of t.service.routes.filter(({ method }) => method === "POST")) {
    if (access !== "public") continue;
    const most = isNoticeRoute(url) ? noticeBodyLimitBytes : publicBodyLimitBytes;
    const larger = await post(url, most + 1);
    expect([larger.statusCode, larger.json().errorCode], url).toEqual([413, "body_too_large"]);
    expect((await post(url, most)).statusCode, url).not.toBe(413);
  }
  const key = { authorization: `Bearer ${t.operator.secretKey}` };
  expect((await post("/v1/customers", 200_000, key)).statusCode).toBe(400);
});

test("a response does not grow with the request", async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `unknown-${index}`);
  const many = await t.call("POST", "/v1/customers", {
    body: Object.fromEntries(names.map((name) => [name, 1])),
  });
  expect(many.json().errors).toHaveLength(errorLimits.fields);
  expect(many.json().message).toContain("…");
  expect(many.body.length).toBeLessThan(6000);
  const long = await t.call("POST", "/v1/customers", {
    body: { externalCustomerId: "c", data: { email: "a@example.com", ["n".repeat(200_000)]: 1 } },
  });
  expect(long.json().errors[0].path).toHaveLength(errorLimits.pathLength);
  expect(long.body.length).toBeLessThan(2000);
});

describe("JSON that is too complex is refused before it is parsed", () => {
  test.each([
    ["nested too deep", `{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "body_too_complex"],
    ["too many values", `[${"1,".repeat(20_000)}1]`, "body_too_complex"],
    ["a field twice", '{"externalCustomerId":"a","externalCustomerId":"b"}', "duplicate_field"],
  ])("%s", async (_what, payload, errorCode) => {
    const headers = { ...json, authorization: `Bearer ${t.operator.secretKey}` };
    const url = "/v1/customers";
    const response = await t.service.app.inject({ method: "POST", url, headers, payload });
    expect([response.statusCode, response.json().errorCode]).toEqual([400, errorCode]);
  });
});

describe("a POST without a body", () => {
  const types = [
    undefined,
    "application/json",
    "application/json; charset=utf-8",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "no type at all",
  ];
  const ways: readonly [string, string][] = [
    ["Content-Length: 0\r\n\r\n", "Content-Length 0"],
    ["\r\n", "no length"],
    ["Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "no chunks"],
  ];
  const cases = types.flatMap((type) => ways.map(([end, way]) => [type, way, end] as const));
  const post = (path: string, type: string | undefined, end: string) =>
    answerTo(
      t,
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
        `Authorization: Bearer ${t.operator.secretKey}\r\n` +
        `${type === undefined ? "" : `Content-Type: ${type}\r\n`}${end}`,
    );

  test.each(cases)("is accepted, %s, %s", async (type, _way, end) => {
    const cancel = await post("/v1/payments/none/cancel", type, end);
    expect(cancel).toContain('"resource_not_found"');
    const proceed = await post("/v1/disbursements/none/proceed/true", type, end);
    expect(proceed).toContain('"resource_not_found"');
  });

  test.each(cases)("is refused if the route needs one, %s, %s", async (type, _way, end) => {
    const response = await post("/v1/customers", type, end);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain('"body_required"');
  });

  test("is never refused for its content type, on any route", async () => {
    for (const { method, url, access } of t.service.routes) {
      if (method !== "POST" && method !== "PUT") continue;
      const token = access === "secret_key" ? t.operator.secretKey : null;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await t.call(method, url.replace(/:\w+/g, "none"), { token, headers });
      expect(response.statusCode, `${method} ${url}`).not.toBe(415);
      expect(response.statusCode, `${method} ${url} ${response.body}`).toBeLessThan(500);
    }
  });
});

test("a body of another type is refused at its first byte", async () => {
  const text =
    `POST /v1/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${t.operator.secretKey}\r\n` +
    "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n-";
  expect(await answerTo(t, text)).toMatch(/^HTTP\/1.1 415 /);
});

describe("unknown query parameters", () => {
  test("are ignored by every route under /v1", async () => {
    let count = 0;
    for (const { method, url, access } of t.service.routes) {
      if (method === "HEAD" || method === "OPTIONS" || !url.startsWith("/v1/")) continue;
      const path = url.replace(/:\w+|\*/g, "none");
      const token = access === "secret_key" ? t.operator.secretKey : null;
      // Streams refuse it instead of staying open.
      const headers = { "last-event-id": "none" };
      const plain = await t.call(method, path, { token, headers });
      const extended = await t.call(method, `${path}?utm_source=mail&_=1`, { token, headers });
      expect(extended.statusCode, `${method} ${url} ${extended.body}`).toBe(plain.statusCode);
      count += 1;
    }
    expect(count).toBeGreaterThan(50);
    const listed = await t.call("GET", "/v1/customers?size=5&utm_source=mail");
    expect([listed.statusCode, listed.json().size]).toEqual([200, 5]);
  });

  test("cannot be refused by a new route", async () => {
    const { deps } = t.service;
    const { app } = await createHttpServer({ ...deps, metrics: createMetrics() }, deps.operators);
    const schema = { querystring: z.strictObject({ a: z.string() }) };
    const config = { access: "public" as const };
    expect(() => app.get("/strict", { config, schema }, () => "x")).toThrow(/query parameters/);
    await app.close();
  });
});

describe("a 401", () => {
  test("of every documented operation names the scheme and says whether a token was wrong", async () => {
    let count = 0;
    for (const { method, url, access, isHidden } of t.service.routes) {
      if (isHidden || access === "public" || method === "HEAD") continue;
      const path = url.replace(/:\w+/g, "none");
      const none = await t.call(method, path, { token: null });
      expect([none.statusCode, none.headers["www-authenticate"]], url).toEqual([
        401,
        'Bearer realm="Tessera"',
      ]);
      const wrong = await t.call(method, path, { token: "sk_sandbox_wrong" });
      expect([wrong.statusCode, wrong.headers["www-authenticate"]], url).toEqual([
        401,
        'Bearer realm="Tessera", error="invalid_token"',
      ]);
      count += 1;
    }
    expect(count).toBeGreaterThan(50);
  });

  test("of the directory server's route does the same", async () => {
    const response = await t.call("POST", "/v1/three-ds/results", { token: "wrong", body: {} });
    expect(response.statusCode).toBe(401);
    expect(response.headers["www-authenticate"]).toContain("invalid_token");
    expect(response.json().messageType).toBe("Erro");
  });
});

describe("connections", () => {
  test("of one address are limited, and those of a trusted proxy are not", async () => {
    for (const [proxies, open] of [
      ["", 2],
      ["127.0.0.1", 4],
    ] as const) {
      const env = { CONNECTIONS_PER_ADDRESS: "2", TRUSTED_PROXIES: proxies };
      const limited = await createTestService({ env });
      await limited.service.app.listen({ port: 0, host: "127.0.0.1" });
      const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
      const sockets: Socket[] = [];
      const outcomes: boolean[] = [];
      for (let count = 0; count < 4; count += 1) {
        const socket = send(limited, request);
        sockets.push(socket);
        const answered = once(socket, "data").then(
          () => true,
          () => false,
        );
        outcomes.push(await Promise.race([answered, once(socket, "close").then(() => false)]));
      }
      expect(outcomes.filter(Boolean), proxies).toHaveLength(open);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => answerTo(limited, request)).toContain("200");
      await limited.close();
    }
  });

  test("are closed if they send headers slowly", () => {
    expect(t.service.app.server.headersTimeout).toBe(10_000);
  });
});

describe("methods", () => {
  test("HEAD gets GET's response without its body; other methods get the list of allowed ones", async () => {
    const head = await t.call("HEAD", "/v1/customers");
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    for (const method of ["OPTIONS", "PATCH", "TRACE"]) {
      const response = await t.call(method, "/v1/customers");
      expect([response.statusCode, response.headers["allow"]], method).toEqual([
        405,
        "POST, GET, HEAD",
      ]);
    }
  });
});
