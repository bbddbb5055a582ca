import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTesseraClient, type TesseraClient } from "./index.ts";

const secretKey = "sk_sandbox_secret";
interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
type Reply = (response: ServerResponse) => void;

let seen: Seen[];
/** One reply for each request; the last one repeats. */
let replies: Reply[];
let tessera: TesseraClient;
let url: string;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { method, headers } = request;
    seen.push({ method, url: request.url, headers, body: Buffer.concat(chunks).toString() });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response);
  });
});

beforeEach(async () => {
  seen = [];
  replies = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tessera = createTesseraClient({ secretKey, serviceUrl: url });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));
const breakOff: Reply = (response) => response.destroy();
const refusal = (errorCode: string, status: number, headers: Record<string, string> = {}) =>
  json(
    { errorCode, message: "No.", errors: [{ path: "amount", message: "No.", errorCode }] },
    status,
    { "x-request-id": "req_1", ...headers },
  );

const intent = {
  externalPaymentIntentId: "order-1",
  externalCustomerId: "customer-1",
  amount: 49.99,
  currency: "USD",
};

describe("a request", () => {
  test("has its parameters in the path, the query and the body", async () => {
    replies = [json({})];
    await tessera.updateCustomerData({ externalCustomerId: "a b/c", phoneNumber: "+14155550100" });
    await tessera.listDisputes({ page: 2, status: "won" });
    await tessera.proceedWithRefund({ refundId: "re_1", allow: true });
    await tessera.importSettlementFile({ processor: "alpha", format: "csv", file: "a,b\n" });
    expect(seen.map(({ method, url: target, body }) => [method, target, body])).toEqual([
      ["PUT", "/v1/customers/a%20b%2Fc/data", '{"phoneNumber":"+14155550100"}'],
      ["GET", "/v1/disputes?page=2&status=won", ""],
      ["POST", "/v1/refunds/re_1/proceed/true", ""],
      ["POST", "/v1/settlement-files?processor=alpha&format=csv", "a,b\n"],
    ]);
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/json",
    });
    expect(seen[2]?.headers["content-type"]).toBeUndefined();
    expect(seen[3]?.headers["content-type"]).toBe("application/octet-stream");
  });

  test.each([
    ["..", "cannot use"],
    [".", "cannot use"],
    ["", "needs"],
    [undefined, "needs"],
  ])("is not sent with %o as a part of its path", async (externalCustomerId, problem) => {
    const call = tessera.getCustomer({ externalCustomerId: externalCustomerId as string });
    await expect(call).rejects.toMatchObject({
      name: "TesseraError",
      code: "invalid_usage",
      message: expect.stringContaining(problem),
    });
    expect(seen).toEqual([]);
  });

  test("is not sent with a parameter that the call does not have", async () => {
    const params = { refundId: "re_1", amount: 5 };
    await expect(tessera.getRefund(params)).rejects.toMatchObject({ code: "invalid_usage" });
    expect(seen).toEqual([]);
  });

  test("is not sent with an idempotency key that no header can carry", async () => {
    const call = tessera.createPaymentIntent(intent, { idempotencyKey: "a\nb" });
    await expect(call).rejects.toMatchObject({ code: "invalid_usage" });
    expect(seen).toEqual([]);
  });

  test.each([
    { maxRetries: Number.NaN },
    { maxRetries: -1 },
    { maxRetries: 11 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 0 },
    { timeoutMs: Number.POSITIVE_INFINITY },
  ])("is not sent with the options %o", async (options) => {
    replies = [json({}, 503)];
    const call = tessera.getRefund({ refundId: "re_1" }, options);
    await expect(call).rejects.toMatchObject({ code: "invalid_usage" });
    expect(seen).toEqual([]);
  });

  test("is not sent with text that no URL can carry", async () => {
    const call = tessera.getRefund({ refundId: "re_\ud800" });
    await expect(call).rejects.toMatchObject({ code: "invalid_usage" });
    expect(seen).toEqual([]);
  });

  test("does not follow a redirect with the secret key", async () => {
    replies = [(response) => response.writeHead(307, { location: `${url}/elsewhere` }).end()];
    await expect(tessera.getSandboxClock()).rejects.toMatchObject({ status: 307 });
    expect(seen).toHaveLength(1);
  });
});

describe("a response", () => {
  test("comes with status, headers and request id if the caller asks", async () => {
    const headers = { "x-request-id": "req_7", "idempotent-replayed": "true" };
    replies = [json({ refundId: "re_1" }, 201, headers)];
    const { data, response } = await tessera
      .createRefund({ paymentIntentId: "pi_1", externalRefundId: "r-1" })
      .withResponse();
    expect(data.refundId).toBe("re_1");
    expect(response).toMatchObject({ status: 201, requestId: "req_7", isReplayed: true, tries: 1 });
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test.each([
    [400, "TesseraValidationError"],
    [401, "TesseraAuthenticationError"],
    [403, "TesseraPermissionError"],
    [404, "TesseraNotFoundError"],
    [409, "TesseraConflictError"],
    [410, "TesseraApiError"],
  ])("%i is a %s and is not repeated", async (status, name) => {
    replies = [refusal("amount_too_large", status)];
    const call = tessera.createPaymentIntent(intent, { idempotencyKey: "order-1" });
    await expect(call).rejects.toMatchObject({
      name,
      status,
      code: "amount_too_large",
      errors: [{ path: "amount" }],
      requestId: "req_1",
      idempotencyKey: "order-1",
    });
    expect(seen).toHaveLength(1);
  });

  test("is reported as `unexpected_answer` if it is not JSON, because the change may have been made", async () => {
    replies = [(response) => response.writeHead(200).end("<html>")];
    await expect(tessera.createPaymentIntent(intent)).rejects.toMatchObject({
      name: "TesseraConnectionError",
      code: "unexpected_answer",
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("never shows the secret key in an error", async () => {
    replies = [breakOff];
    const error = await tessera.getSandboxClock(undefined, { maxRetries: 0 }).catch((e) => e);
    expect(`${error.stack} ${error.cause?.stack} ${JSON.stringify(error)}`).not.toContain(
      secretKey,
    );
  });
});

describe("a retry", () => {
  test.each([
    ["a broken connection", breakOff],
    ["429", refusal("rate_limited", 429, { "retry-after": "0" })],
    ["408", refusal("request_timeout", 408, {})],
    ["503", refusal("service_unavailable", 503, { "retry-after": "0" })],
    ["a request that still runs", refusal("idempotency_key_in_use", 409, { "retry-after": "0" })],
  ])("has the same idempotency key and body after %s", async (_, first) => {
    replies = [first, json({ paymentIntentId: "pi_1" }, 201)];
    const { response } = await tessera.createPaymentIntent(intent).withResponse();
    expect(response.tries).toBe(2);
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(seen[1]?.body).toBe(seen[0]?.body);
  });

  test("is not sent more than `maxRetries` times", async () => {
    replies = [refusal("service_unavailable", 503, { "retry-after": "0" })];
    await expect(tessera.getSandboxClock()).rejects.toMatchObject({
      name: "TesseraServerError",
      retryAfterMs: 0,
    });
    expect(seen).toHaveLength(3);
  });

  test("is left to the caller if the service asks for more than a minute", async () => {
    replies = [refusal("rate_limited", 429, { "retry-after": "61" })];
    await expect(tessera.getSandboxClock()).rejects.toMatchObject({ retryAfterMs: 61_000 });
    expect(seen).toHaveLength(1);
  });

  test("is not sent for a DELETE that may have taken effect", async () => {
    replies = [refusal("service_unavailable", 503, { "retry-after": "0" })];
    await expect(tessera.deleteWebhook({ webhookId: "we_1" })).rejects.toMatchObject({
      status: 503,
      idempotencyKey: null,
    });
    replies = [breakOff];
    await expect(tessera.deleteWebhook({ webhookId: "we_1" })).rejects.toMatchObject({
      code: "connection_failed",
    });
    expect(seen).toHaveLength(2);
  });

  test("is not sent after the caller aborts", async () => {
    const controller = new AbortController();
    replies = [
      (response) => {
        controller.abort();
        refusal("rate_limited", 429, { "retry-after": "30" })(response);
      },
    ];
    const call = tessera.getSandboxClock(undefined, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(seen).toHaveLength(1);
  });
});

test("a try ends after `timeoutMs`, even when the response stops halfway", async () => {
  replies = [
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
    },
  ];
  const call = tessera.getSandboxClock(undefined, { timeoutMs: 100, maxRetries: 0 });
  await expect(call).rejects.toMatchObject({ code: "timed_out" });
});

describe("a list", () => {
  const page = (number: number, ids: string[], total: number) =>
    json({ data: ids.map((refundId) => ({ refundId })), page: number, size: 2, total });

  test("is one page, or all entries of that page and the later ones", async () => {
    replies = [page(1, ["re_5", "re_4"], 5)];
    expect((await tessera.listRefunds({ size: 2 })).total).toBe(5);
    // Somebody creates re_6 before the second page is read, so re_4 comes again.
    replies = [
      page(1, ["re_5", "re_4"], 5),
      page(2, ["re_4", "re_3"], 6),
      page(3, ["re_2", "re_1"], 6),
    ];
    const found: string[] = [];
    for await (const { refundId } of tessera.listRefunds({ size: 2 })) found.push(refundId);
    expect(found).toEqual(["re_5", "re_4", "re_3", "re_2", "re_1"]);
    expect(seen.slice(1).map(({ url: target }) => target)).toEqual([
      "/v1/refunds?size=2",
      "/v1/refunds?page=2&size=2",
      "/v1/refunds?page=3&size=2",
    ]);
  });

  test("requests no more pages than the caller needs", async () => {
    replies = [page(1, ["re_5", "re_4"], 5)];
    expect(await tessera.listRefunds().toArray({ limit: 2 })).toEqual([
      { refundId: "re_5" },
      { refundId: "re_4" },
    ]);
    expect(seen).toHaveLength(1);
  });

  test("ends at an empty page, whatever the total says", async () => {
    replies = [page(1, ["re_5", "re_4"], 5), page(2, [], 5)];
    expect(await tessera.listRefunds().toArray({ limit: 100 })).toHaveLength(2);
  });
});

describe("wrong options are refused", () => {
  test.each([
    [{ secretKey: "pk_sandbox_1" }],
    [{ secretKey: undefined as unknown as string }],
    [{ secretKey: "sk_sandbox_1\n" }],
    [{ serviceUrl: "http://pay.example" }],
    [{ serviceUrl: "https://name:password@pay.example" }],
    [{ serviceUrl: "pay.example" }],
    [{ timeoutMs: 0 }],
    [{ maxRetries: 1.5 }],
  ])("%o", (wrong) => {
    const create = () => createTesseraClient({ secretKey, serviceUrl: url, ...wrong });
    expect(create).toThrowError(expect.objectContaining({ code: "invalid_usage" }));
  });

  test("a client in a page is refused too", () => {
    const globals = globalThis as { document?: unknown };
    globals.document = {};
    try {
      const create = () => createTesseraClient({ secretKey, serviceUrl: url });
      expect(create).toThrowError("A secret key must not be used on a page");
    } finally {
      delete globals.document;
    }
  });

  test("a path behind a proxy is kept", async () => {
    replies = [json({})];
    await createTesseraClient({ secretKey, serviceUrl: `${url}/tessera/` }).getSandboxClock();
    expect(seen[0]?.url).toBe("/tessera/v1/sandbox/clock");
  });
});

describe("webhooks", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const event = {
    eventId: "evt_1",
    type: "kyc_verification",
    status: "verified",
    createdAt: "2026-05-02T21:30:00.000Z",
    data: { kycVerificationId: "kyc_1" },
  } as unknown as Parameters<TesseraClient["webhooks"]["signTestDelivery"]>[0]["event"];

  test("unwrap returns an event that was signed for a test", async () => {
    const { body, headers } = await tessera.webhooks.signTestDelivery({ event, secret });
    expect(await tessera.webhooks.unwrap({ body, headers, secret })).toEqual(event);
  });

  test("unwrap refuses a delivery that was signed too long ago", async () => {
    const nowMs = Date.now() - 6 * 60_000;
    const { body, headers } = await tessera.webhooks.signTestDelivery({ event, secret, nowMs });
    await expect(tessera.webhooks.unwrap({ body, headers, secret })).rejects.toMatchObject({
      code: "timestamp_out_of_tolerance",
    });
  });
});
