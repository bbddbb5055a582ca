import { expect, it } from "vitest";
import { exampleSession, paid } from "../payment/examples.ts";
import { type Api, createApi } from "./api.ts";

interface Call {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

function apiOver(answer: () => Response | Promise<Response>): { api: Api; calls: Call[] } {
  const calls: Call[] = [];
  const api = createApi({
    publishableKey: "pk_sandbox_1",
    clientSecretKey: "pi_1_secret_1",
    fetch: async (path, { method = "GET", headers, body }) => {
      calls.push({
        path,
        method,
        headers: headers as Record<string, string>,
        body: body === undefined ? undefined : JSON.parse(String(body)),
      });
      return answer();
    },
  });
  return { api, calls };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const anyPayment = {
  type: "card" as const,
  card: { number: "4242424242424242", expiryMonth: 12, expiryYear: 2034, cvc: "123" },
  total: 52.48,
  browser: {
    javaEnabled: false,
    language: "en",
    colorDepth: 24,
    screenHeightPx: 800,
    screenWidthPx: 400,
    timeZoneOffsetMinutes: 0,
    userAgent: "test",
  },
};

it("sends secret, publishable key and idempotency key", async () => {
  const { api, calls } = apiOver(() => json(paid, 201));
  expect(await api.pay(anyPayment, "key-1")).toEqual({ ok: true, value: paid });
  expect(calls[0]).toEqual({
    path: "/v1/client/payments",
    method: "POST",
    headers: {
      Authorization: "Bearer pi_1_secret_1",
      "Tessera-Publishable-Key": "pk_sandbox_1",
      "Content-Type": "application/json",
      "Idempotency-Key": "key-1",
    },
    body: anyPayment,
  });
});

it("continues with a new secret", async () => {
  const { api, calls } = apiOver(() => json(exampleSession()));
  api.useSecret("pi_2_secret_2");
  await api.session();
  expect(calls[0]?.headers["Authorization"]).toBe("Bearer pi_2_secret_2");
});

it("uses a request that is already under way, and sends no second one", async () => {
  const { api, calls } = apiOver(() => json({}));
  const result = await api.session(Promise.resolve(json(exampleSession())));
  expect(result).toEqual({ ok: true, value: exampleSession() });
  expect(calls).toEqual([]);
});

it("reports a refusal with its code and request id", async () => {
  const body = { message: "The amount has changed.", errorCode: "amount_changed" };
  const { api } = apiOver(() => json(body, 409, { "X-Request-Id": "req_1" }));
  expect(await api.pay(anyPayment, "key-1")).toEqual({
    ok: false,
    failure: {
      kind: "refused",
      code: "amount_changed",
      message: "The amount has changed.",
      status: 409,
      requestId: "req_1",
    },
  });
});

it("reports when to try again", async () => {
  const body = { message: "Too fast.", errorCode: "polling_too_fast" };
  const { api } = apiOver(() => json(body, 429, { "Retry-After": "2" }));
  expect(await api.status()).toMatchObject({
    failure: { kind: "lost", status: 429, retryAfterMs: 2_000 },
  });
});

it("counts a limit that another try does not change as a refusal", async () => {
  const body = { message: "Too many card attempts.", errorCode: "too_many_attempts" };
  const { api } = apiOver(() => json(body, 429, { "Retry-After": "3600" }));
  expect(await api.status()).toMatchObject({
    failure: { kind: "refused", code: "too_many_attempts" },
  });
});

it("counts every response that leaves the outcome unknown as lost", async () => {
  const cases: [string, () => Response | Promise<Response>][] = [
    ["network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["timeout", () => Promise.reject(new DOMException("late", "TimeoutError"))],
    ["bad_answer", () => json({ paymentId: 1 })],
    ["network", () => new Response("<html>")],
    ["internal_error", () => json({ message: "Oops", errorCode: "internal_error" }, 500)],
    ["bad_answer", () => json({}, 502)],
  ];
  for (const [code, answer] of cases) {
    const { api } = apiOver(answer);
    expect(await api.pay(anyPayment, "key-1")).toMatchObject({
      ok: false,
      failure: { kind: "lost", code },
    });
  }
});

it("trusts a 503 that says that nothing was charged", async () => {
  const body = { message: "No processor.", errorCode: "processor_unavailable" };
  const { api } = apiOver(() => json(body, 503));
  expect(await api.pay(anyPayment, "key-1")).toMatchObject({ failure: { kind: "refused" } });
});
