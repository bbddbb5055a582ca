import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createEndpoint } from "./endpoints.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const path = "/v1/operators/webhooks";
const url = "http://127.0.0.1:4100/webhooks";

const register = (body: unknown, headers = {}) => service.call("POST", path, { body, headers });
const list = async () => (await service.call("GET", path)).json().data;

describe("registration", () => {
  test("shows the secret once, and lists the endpoint without it", async () => {
    const response = await register({ url, description: "Shop", events: ["payment", "payment"] });
    expect(response.statusCode).toBe(201);
    const { secretKey, ...endpoint } = response.json();
    expect(secretKey).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      webhookId: expect.stringMatching(/^we_/),
      url,
      description: "Shop",
      events: ["payment"],
      status: "enabled",
      failingSince: null,
      disabledReason: null,
      slowSince: null,
      createdAt: "2026-03-10T12:00:00.000Z",
    });
    expect(await list()).toContainEqual(endpoint);
  });

  test("subscribes to all types if none are named", async () => {
    expect((await register({ url })).json().events).toEqual(["*"]);
    expect((await register({ url, events: ["payment", "*"] })).json().events).toEqual(["*"]);
  });

  test("returns the same secret for the same idempotency key", async () => {
    const headers = { "idempotency-key": "register-once" };
    const first = await register({ url: `${url}?once` }, headers);
    const repeat = await register({ url: `${url}?once` }, headers);
    expect(repeat.json()).toEqual(first.json());
    const endpoints = (await list()) as { url: string }[];
    expect(endpoints.filter((endpoint) => endpoint.url === `${url}?once`)).toHaveLength(1);
  });

  test.each([
    [{}, "validation_failed"],
    [{ url: "not a url" }, "webhook_url_invalid"],
    [{ url: "ftp://127.0.0.1/x" }, "webhook_url_invalid"],
    [{ url: "javascript:alert(1)" }, "webhook_url_invalid"],
    [{ url: "http://user:secret@127.0.0.1/x" }, "webhook_url_invalid"],
    [{ url, events: [] }, "validation_failed"],
    [{ url, events: ["payments"] }, "validation_failed"],
    [{ url, secret: "mine" }, "unknown_field"],
  ])("is refused with %j", async (body, errorCode) => {
    const response = await register(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errorCode).toBe(errorCode);
  });

  test("keeps the secret sealed in the store and out of the log", async () => {
    const { secretKey } = (await register({ url }, { "idempotency-key": "sealed" })).json();
    const { kysely } = service.service.deps.database;
    const stored = JSON.stringify([
      await kysely.selectFrom("webhook_endpoints").selectAll().execute(),
      await kysely.selectFrom("idempotency_keys").selectAll().execute(),
      service.logLines,
    ]);
    expect(stored).not.toContain(secretKey);
    expect(stored).not.toContain(secretKey.slice("whsec_".length));
  });
});

describe("in production", () => {
  const addresses: Record<string, string> = {
    "shop.example": "93.184.216.34",
    "internal.example": "10.1.2.3",
  };
  const policy = {
    publicOnly: true,
    resolve: async (hostname: string) => {
      const address = addresses[hostname];
      if (!address) throw new Error("ENOTFOUND");
      return [{ address, family: 4 }];
    },
  };
  const tryUrl = (text: string) =>
    createEndpoint(
      service.service.deps,
      policy,
      { operatorId: service.operator.operatorId, actor: { kind: "api" } },
      { url: text },
      async () => undefined,
    );

  test("a public https address is accepted", async () => {
    expect((await tryUrl("https://shop.example/hook#part")).url).toBe("https://shop.example/hook");
  });

  test.each([
    "http://shop.example/hook",
    "https://internal.example/hook",
    "https://unknown.example/hook",
    "https://localhost/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/hook",
    "https://0x7f000001/hook",
  ])("%s is refused", async (text) => {
    await expect(tryUrl(text)).rejects.toMatchObject({ code: "webhook_url_invalid" });
  });
});

describe("deletion", () => {
  test("removes the endpoint from the list; a second deletion is 404", async () => {
    const { webhookId } = (await register({ url })).json();
    const remove = () => service.call("DELETE", `${path}?webhookId=${webhookId}`);
    const first = await remove();
    expect([first.statusCode, first.json()]).toEqual([200, { webhookId, deleted: true }]);
    expect(
      ((await list()) as { webhookId: string }[]).map((endpoint) => endpoint.webhookId),
    ).not.toContain(webhookId);
    expect((await remove()).statusCode).toBe(404);
  });

  test("of another operator's endpoint is 404 and has no effect", async () => {
    const { webhookId } = (await register({ url })).json();
    const other = await service.createOperator();
    const request = { token: other.secretKey };
    const response = await service.call("DELETE", `${path}?webhookId=${webhookId}`, request);
    expect(response.statusCode).toBe(404);
    expect((await service.call("GET", path, request)).json()).toEqual({ data: [] });
    expect(
      ((await list()) as { webhookId: string }[]).map((endpoint) => endpoint.webhookId),
    ).toContain(webhookId);
  });

  test("needs the endpoint's id", async () => {
    expect((await service.call("DELETE", path)).statusCode).toBe(400);
  });
});
