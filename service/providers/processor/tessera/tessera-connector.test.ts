import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type CardProcessor, createCardProcessor, type RefundOrder } from "../index.ts";
import { tesseraConnector } from "./tessera-connector.ts";

/** Plays the processor: records the call and sends the test's response. */
let answer: { status: number; body: string } | "drop" | "silence";
let received: { path: string; headers: Record<string, unknown>; body: string } | undefined;
let server: Server;
let processor: CardProcessor;
/** The same processor, with too little time for a response. */
let impatient: CardProcessor;
const http = createOutgoingHttp();

function at(url: string, deadlineMs = 60_000): CardProcessor {
  const connector = tesseraConnector(
    { key: "key-1", notificationUrl: "http://tessera.test/notices" },
    { chargeDeadlineMs: deadlineMs, lookUpDeadlineMs: deadlineMs },
  );
  return createCardProcessor({ name: "test", url, type: "tessera" }, connector, http);
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received = { path: `${request.method} ${request.url}`, headers: request.headers, body };
    if (answer === "silence") return;
    if (answer === "drop") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  processor = at(url);
  impatient = at(url, 50);
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const order: RefundOrder = {
  chargeId: "ch/1",
  merchantReference: "ref_1",
  amountMinor: 2500,
  currency: "USD",
  surchargeMinor: 75,
  reason: "requested_by_customer",
};
const { chargeId, amountMinor, currency } = order;
const expected = { chargeId, amountMinor, currency };
const booked = {
  refundId: "re_1",
  chargeId,
  status: "success",
  kind: "refund",
  amountMinor,
  currency,
};

const ok = (overrides: Record<string, unknown> = {}) => ({
  status: 200,
  body: JSON.stringify({ ...booked, ...overrides }),
});
const problem = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ error: { code, message: "No." } }),
});
const calls = {
  refund: () => processor.refund(order, "ref_1-1"),
  "look-up": () => processor.lookUpRefund("ref_1-1", expected),
};
const both = Object.entries(calls);

describe("the requests", () => {
  test("a refund goes to its charge, with its key and without the charge's id in the body", async () => {
    answer = ok();
    await calls.refund();
    expect(received?.path).toBe("POST /base/charges/ch%2F1/refunds");
    expect(received?.headers).toMatchObject({
      authorization: "Bearer key-1",
      "idempotency-key": "ref_1-1",
    });
    const { chargeId: _, ...body } = order;
    expect(JSON.parse(received?.body ?? "")).toEqual(body);
  });

  test("a look-up asks by key and sends nothing that could start a refund", async () => {
    answer = ok();
    await processor.lookUpRefund("ref 1/1", expected);
    expect(received?.path).toBe("GET /base/refunds/by-key/ref%201%2F1");
    expect(received?.headers).not.toHaveProperty("idempotency-key");
    expect(received?.body).toBe("");
  });
});

describe.each(both)("a refund in the response to a %s", (_, ask) => {
  test.each([
    ["success without an ARN", {}, { type: "success", kind: "refund", arn: null }],
    [
      "success with an ARN",
      { arn: "74123456789012345678901" },
      { type: "success", kind: "refund", arn: "74123456789012345678901" },
    ],
    ["a void", { kind: "void" }, { type: "success", kind: "void", arn: null }],
    ["pending", { status: "pending" }, { type: "pending", kind: "refund", arn: null }],
    [
      "failed, with its code",
      { status: "failed", failureCode: "insufficient_funds" },
      { type: "failed", kind: "refund", failureCode: "insufficient_funds" },
    ],
    [
      "failed, with a code that is not in snake_case",
      { status: "failed", failureCode: "Card-Closed" },
      { type: "failed", kind: "refund", failureCode: "card_closed" },
    ],
    [
      "failed, without a code",
      { status: "failed" },
      { type: "failed", kind: "refund", failureCode: "refund_failed" },
    ],
  ])("%s", async (_title, overrides, outcome) => {
    answer = ok(overrides);
    expect(await ask()).toEqual({ ...outcome, refundId: "re_1" });
  });

  test.each([
    ["another amount", { amountMinor: 2501 }],
    ["another currency", { currency: "EUR" }],
    ["another charge", { chargeId: "ch/2" }],
    ["another amount, although it failed", { status: "failed", amountMinor: 1 }],
  ])("is not ours if it has %s", async (_title, overrides) => {
    answer = ok(overrides);
    expect(await ask()).toEqual({ type: "mismatch", refundId: "re_1" });
  });

  test.each([
    ["is not JSON", "<html></html>"],
    ["has an unknown status", ok({ status: "under_review" }).body],
    ["has an unknown kind", ok({ kind: "cheque" }).body],
    ["has no id", ok({ refundId: undefined }).body],
    ["has an id with a space", ok({ refundId: "re 1" }).body],
    ["has an amount in text", ok({ amountMinor: "2500" }).body],
    ["is empty", ""],
  ])("is not believed if it %s", async (_title, body) => {
    answer = { status: 200, body };
    expect(await ask()).toEqual({ type: "unknown", reason: "malformed" });
  });

  test.each([null, "", "<b>1</b>", "7".repeat(41)])(
    "has no ARN if the response has %j",
    async (arn) => {
      answer = ok({ arn });
      expect(await ask()).toMatchObject({ type: "success", arn: null });
    },
  );

  test("has an ARN without spaces", async () => {
    answer = ok({ arn: "7412 3456 7890", failureCode: null });
    expect(await ask()).toMatchObject({ type: "success", arn: "741234567890" });
  });
});

describe("refusals of a refund", () => {
  test.each([
    [400, "refund_exceeds_charge"],
    [400, "charge_not_refundable"],
    [400, "charge_disputed"],
    [422, "invalid_request"],
    [404, "charge_not_found"],
  ])("%i %s is final: nothing was returned", async (status, code) => {
    answer = problem(status, code);
    expect(await calls.refund()).toEqual({ type: "rejected", code });
  });

  test("a 400 without a readable code has the status as code", async () => {
    answer = { status: 400, body: "Bad Request" };
    expect(await calls.refund()).toEqual({ type: "rejected", code: "status_400" });
    answer = problem(400, "x".repeat(200));
    expect(await calls.refund()).toEqual({ type: "rejected", code: "status_400" });
  });

  test.each([401, 403])("%i is about our connector key, not about the refund", async (status) => {
    answer = problem(status, "unauthorized");
    expect(await calls.refund()).toEqual({
      type: "credentials_refused",
      reason: `status_${status}`,
    });
  });
});

describe("responses that leave the outcome unknown", () => {
  test.each([
    [409, "idempotency_key_reused"],
    [429, "too_many_requests"],
    [500, "internal"],
    [503, "unavailable"],
    [404, "not_found"],
    [404, "refund_not_found"],
    [302, "moved"],
  ])("%i %s to a refund", async (status, code) => {
    answer = problem(status, code);
    expect(await calls.refund()).toEqual({ type: "unknown", reason: `status_${status}` });
  });

  test.each([
    [404, "charge_not_found"],
    [404, "not_found"],
    [400, "refund_not_found"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [500, "internal"],
  ])("%i %s to a look-up", async (status, code) => {
    answer = problem(status, code);
    expect(await calls["look-up"]()).toEqual({ type: "unknown", reason: `status_${status}` });
  });

  test("a 404 without a body to a look-up", async () => {
    answer = { status: 404, body: "" };
    expect(await calls["look-up"]()).toEqual({ type: "unknown", reason: "status_404" });
  });

  test("no response in time", async () => {
    answer = "silence";
    const deadline = { type: "unknown", reason: "deadline" };
    expect(await impatient.refund(order, "ref_1-1")).toEqual(deadline);
    expect(await impatient.lookUpRefund("ref_1-1", expected)).toEqual(deadline);
  });

  test.each(both)("a connection that breaks during a %s", async (_, ask) => {
    answer = "drop";
    expect(await ask()).toEqual({ type: "unknown", reason: "broken" });
  });
});

test("a look-up with its own 404 says that there is no refund under the key", async () => {
  answer = problem(404, "refund_not_found");
  expect(await calls["look-up"]()).toEqual({ type: "not_found" });
});

test("a refused connection means that a refund was not sent; for a look-up, the outcome stays unknown", async () => {
  const closedServer = createServer();
  await new Promise<void>((resolve) => closedServer.listen(0, "127.0.0.1", resolve));
  const { port } = closedServer.address() as AddressInfo;
  await new Promise((resolve) => closedServer.close(resolve));
  const unreachable = at(`http://127.0.0.1:${port}`);
  expect(await unreachable.refund(order, "ref_1-1")).toEqual({ type: "unreached" });
  expect(await unreachable.lookUpRefund("ref_1-1", expected)).toEqual({
    type: "unknown",
    reason: "unreachable",
  });
});
