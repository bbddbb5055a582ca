import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiKeyScope, apiKeyScopes } from "#contract/api-key-scopes";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
let operatorId: string;
beforeAll(async () => {
  t = await createTestService({
    env: { RATE_LIMIT_FAILED_AUTHENTICATION: "100000/100000", TRUSTED_PROXIES: "127.0.0.1" },
  });
  ({ operatorId } = t.operator);
});
afterAll(() => t.close());

const create = async (...words: string[]) => {
  const result = await t.command("api-keys", "create", operatorId, ...words);
  expect(result.exitCode, result.text).toBe(0);
  return /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
};
const keyIdOf = async (secretKey: string) => {
  const { text } = await t.command("api-keys", "list", operatorId);
  const line = text.split("\n").find((each) => each.includes(secretKey.slice(-4)));
  return /key_\w{24}/.exec(line ?? "")?.[0] ?? "";
};
const ask = async (token: string, from?: string, url = "/v1/customers") => {
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  const response = await t.call("GET", url, { token, headers });
  return response.statusCode === 200 ? 200 : response.json().errorCode;
};

/** Scopes that open each route. Without scopes, only unrestricted keys do. */
const opens: Record<string, readonly ApiKeyScope[]> = {
  "POST /v1/customers": ["payments", "payouts"],
  "GET /v1/customers": ["payments", "payouts", "read"],
  "GET /v1/customers/{externalCustomerId}": ["payments", "payouts", "read"],
  "PUT /v1/customers/{externalCustomerId}/data": ["payments", "payouts"],
  "GET /v1/customers/{externalCustomerId}/location": ["payments", "payouts", "read"],
  "POST /v1/operators/check-geolocation": ["payments", "payouts", "read"],
  "GET /v1/customers/{externalCustomerId}/kyc-info": ["payments", "payouts"],
  "GET /v1/customers/{externalCustomerId}/payment-methods": ["payments", "read"],
  "DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}": ["payments"],
  "POST /v1/payment-intents": ["payments"],
  "GET /v1/payment-intents": ["payments", "read"],
  "GET /v1/payment-intents/{paymentIntentId}/status": ["payments", "read"],
  "POST /v1/payment-intents/{paymentIntentId}/refunds": ["refunds"],
  "GET /v1/payment-intents/{paymentIntentId}/refunds": ["payments", "read", "refunds"],
  "GET /v1/refunds": ["payments", "read", "refunds"],
  "GET /v1/refunds/{refundId}": ["payments", "read", "refunds"],
  "POST /v1/refunds/{refundId}/cancel": ["refunds"],
  "POST /v1/settlement-files": ["settlement"],
  "GET /v1/settlement-files": ["read", "settlement"],
  "GET /v1/settlement-files/{settlementFileId}": ["read", "settlement"],
  "GET /v1/settlement-breaks": ["read", "settlement"],
  "POST /v1/refunds/{refundId}/link": ["refunds"],
  "GET /v1/refunds/pending-approval": ["approvals", "read"],
  "POST /v1/refunds/{refundId}/proceed/{allow}": ["approvals"],
  "GET /v1/sandbox/clock": ["read"],
  "POST /v1/sandbox/clock": [],
  "POST /v1/sandbox/disputes": ["disputes"],
  "POST /v1/sandbox/disputes/{disputeId}/decide": ["disputes"],
  "GET /v1/payment-intents/{paymentIntentId}/delivery": ["disputes", "payments", "read"],
  "PUT /v1/payment-intents/{paymentIntentId}/delivery": ["disputes", "payments"],
  "GET /v1/disputes": ["disputes", "payments", "read"],
  "GET /v1/disputes/{disputeId}": ["disputes", "payments", "read"],
  "PUT /v1/disputes/{disputeId}/evidence": ["disputes"],
  "POST /v1/disputes/{disputeId}/submit": ["disputes"],
  "POST /v1/disputes/{disputeId}/accept": ["disputes"],
  "POST /v1/disputes/{disputeId}/record-answer": ["disputes"],
  "POST /v1/payments/{paymentId}/inquiries": ["disputes"],
  "GET /v1/ledger/accounts": ["ledger", "read"],
  "GET /v1/ledger/postings": ["ledger", "read"],
  "GET /v1/payments/{paymentId}/mandate": ["payments", "read"],
  "POST /v1/payments/{paymentId}/cancel": ["payments"],
  "POST /v1/customers/{externalCustomerId}/prizes": ["payouts"],
  "GET /v1/customers/{externalCustomerId}/prizes": ["payouts", "read"],
  "POST /v1/disbursement-intents": ["payouts"],
  "GET /v1/disbursement-intents": ["payouts", "read"],
  "GET /v1/disbursement-intents/{disbursementIntentId}/status": ["approvals", "payouts", "read"],
  "GET /v1/disbursements/pending-validation": ["approvals", "read"],
  "POST /v1/disbursements/{disbursementIntentId}/proceed/{allow}": ["approvals"],
  "GET /v1/customers/{externalCustomerId}/disbursements": ["payouts", "read"],
  "POST /v1/customers/{externalCustomerId}/erasure": [],
  "GET /v1/customers/{externalCustomerId}/export": [],
  "POST /v1/operators/webhooks": [],
  "GET /v1/operators/webhooks": ["read"],
  "DELETE /v1/operators/webhooks": [],
  "POST /v1/events/{eventId}/resend": [],
  "GET /v1/sandbox/events": [],
  "GET /v1/sandbox/requests": ["read"],
  // This endpoint is withdrawn: every key gets 410.
  "GET /v1/customers/kyc-for-review": apiKeyScopes,
  "POST /v1/customers/{externalCustomerId}/kyc-verify/{type}": apiKeyScopes,
};

/** The operator's routes in the route tree, without the browser's. */
function operatorRoutes(): { name: string; method: string; path: string }[] {
  const parts: string[] = [];
  const lines = t.service.app.printRoutes({ commonPrefix: false }).split("\n");
  return lines.flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    parts.length = indent.length / 4;
    parts.push(part);
    const path = parts.join("");
    if (!path.startsWith("/v1/") || path.startsWith("/v1/client/")) return [];
    return methods
      .split(", ")
      .filter((method) => !["", "HEAD", "OPTIONS"].includes(method))
      .map((method) => ({ name: `${method} ${path.replace(/:(\w+)/g, "{$1}")}`, method, path }));
  });
}

describe("scopes", () => {
  test("each route accepts its own scopes, and keys without scopes", async () => {
    const keys = new Map<string, string>();
    for (const scope of apiKeyScopes) keys.set(scope, await create("--scopes", scope));
    keys.set("every scope", await create("--scopes", apiKeyScopes.join(",")));
    keys.set("none", t.operator.secretKey);
    const tried = new Set<string>();
    for (const { name, method, path } of operatorRoutes()) {
      const url = path.replace(/:allow/g, "true").replace(/:\w+/g, "none");
      const anonymous = await t.call(method, url, { token: null, body: {} });
      if (anonymous.statusCode !== 401 || anonymous.json().errorCode !== "api_key_missing")
        continue;
      tried.add(name);
      for (const [kind, token] of keys) {
        // A stream refuses this position instead of staying open.
        const headers = { "last-event-id": "none" };
        const body = method === "GET" ? { headers } : { body: {} };
        const response = await t.call(method, url, { token, ...body });
        const taken: readonly string[] = opens[name] ?? [];
        const isOpen =
          kind === "none" || taken.includes(kind) || (kind === "every scope" && taken.length > 0);
        const isRefused =
          response.statusCode === 403 && response.json().errorCode === "scope_missing";
        expect(isRefused, `${name} with ${kind}: ${response.body}`).toBe(!isOpen);
      }
    }
    expect([...tried].sort()).toEqual(Object.keys(opens).sort());
  });

  test("are in the OpenAPI document of every operation for secret keys", async () => {
    const document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
    let count = 0;
    for (const [path, operations] of Object.entries<object>(document.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
      for (const [method, operation] of Object.entries<any>(operations)) {
        if (!operation.security?.some((each: object) => "secretKey" in each)) continue;
        const name = `${method.toUpperCase()} ${path}`;
        expect(operation["x-scopes"]?.toSorted(), name).toEqual([...(opens[name] ?? [])].sort());
        expect(operation.description, name).toMatch(/restricted key/i);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  test("a route that does not declare them cannot be registered", async () => {
    expect(t.service.app.hasRoute({ method: "GET", url: "/v1/customers" })).toBe(true);
    const { default: Fastify } = await import("fastify");
    const { addAuthentication } = await import("../../platform/http/authentication.ts");
    const bare = Fastify();
    addAuthentication(bare, t.service.deps, { find: () => undefined });
    const handler = async () => "";
    expect(() => bare.get("/v1/x", { config: { access: "secret_key" } }, handler)).toThrow(
      /does not declare its scopes/,
    );
  });

  test("a read-only key gets no link that acts for the customer", async () => {
    const externalCustomerId = "reader";
    const data = { email: "reader@example.com", firstName: "A", lastName: "B" };
    const address = { line1: "1 Main", city: "Austin", state: "TX", postalCode: "73301" };
    const body = { externalCustomerId, data: { ...data, address: { ...address, country: "US" } } };
    expect((await t.call("POST", "/v1/customers", { body })).statusCode).toBe(201);
    const intentFields = { amount: 5, currency: "USD", externalCustomerId };
    const response = await t.call("POST", "/v1/disbursement-intents", {
      body: { externalDisbursementIntentId: "d-1", ...intentFields },
    });
    expect(response.json().w9CaptureUrl).toMatch(/^http/);
    const url = `/v1/disbursement-intents/${response.json().disbursementIntentId}/status`;
    const status = async (token: string) => (await t.call("GET", url, { token })).json();
    expect(await status(await create("--scopes", "read"))).not.toHaveProperty("w9CaptureUrl");
    t.clock.advance(3_000);
    expect(await status(await create("--scopes", "payouts"))).toHaveProperty("w9CaptureUrl");

    await t.command("set", operatorId, "taxTypes", "bingo");
    const path = `/v1/customers/${externalCustomerId}/prizes`;
    const wonAt = new Date(t.clock.nowMs()).toISOString();
    const prize = { externalPrizeId: "z-1", gameType: "bingo", winningsAmount: 5000, wonAt };
    const recorded = await t.call("POST", path, { body: prize });
    expect(recorded.statusCode, recorded.body).toBe(201);
    const listed = async (token: string) => (await t.call("GET", path, { token })).json().data[0];
    expect(await listed(await create("--scopes", "read"))).not.toHaveProperty("w9CaptureUrl");
    expect(await listed(await create("--scopes", "payouts"))).toHaveProperty("w9CaptureUrl");
  });
});

describe("an allow-list", () => {
  test("accepts its addresses, and the error names a refused one", async () => {
    const key = await create("--addresses", "203.0.113.0/24, 2001:db8::/32");
    expect(await ask(key, "203.0.113.7")).toBe(200);
    expect(await ask(key, "2001:db8:1::9")).toBe(200);
    expect(await ask(key, "::ffff:203.0.113.9")).toBe(200);
    expect(await ask(key, "203.0.114.1")).toBe("address_not_allowed");
    expect(await ask(key)).toBe("address_not_allowed");
    const refused = await t.call("GET", "/v1/customers", {
      token: key,
      headers: { "x-forwarded-for": "198.51.100.4" },
    });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain("198.51.100.4");
  });

  test("ignores forwarding headers of an untrusted peer", async () => {
    const bare = await createTestService({ env: { TRUSTED_PROXIES: "" } });
    const result = await bare.command(
      "api-keys",
      "create",
      bare.operator.operatorId,
      "--addresses",
      "203.0.113.7",
    );
    const token = /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const response = await bare.call("GET", "/v1/customers", { token, headers });
    expect(response.json().errorCode).toBe("address_not_allowed");
    await bare.close();
  });

  test("is refused if it is empty", async () => {
    const refused = await t.command("api-keys", "create", operatorId, "--addresses", ",");
    expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining("--addresses") });
  });

  test.each(["10", "10.1/8", "example.com", "1.2.3.4/33", "::/129", "::ffff:0:0/90", "1.2.3.4/-1"])(
    "does not accept %s",
    async (range) => {
      const refused = await t.command("api-keys", "create", operatorId, "--addresses", range);
      expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining("Addresses.0") });
    },
  );

  test("a wrong address costs tokens of failed authentication", async () => {
    const limited = await createTestService({
      env: { RATE_LIMIT_FAILED_AUTHENTICATION: "1/3", TRUSTED_PROXIES: "127.0.0.1" },
    });
    const result = await limited.command(
      "api-keys",
      "create",
      limited.operator.operatorId,
      "--addresses",
      "203.0.113.7",
    );
    const token = /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await limited.call("GET", "/v1/customers", { token })).statusCode);
    }
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    await limited.close();
  });
});

describe("keys over time", () => {
  test("a rolled key works for its overlap; the new one has its restrictions", async () => {
    const old = await create("--scopes", "payments", "--label", "Web shop");
    const keyId = await keyIdOf(old);
    const rolled = await t.command("api-keys", "roll", operatorId, keyId, "--overlap", "2");
    const next = /sk_sandbox_[\w-]{43}/.exec(rolled.text)?.[0] ?? "";
    expect((await t.command("show", operatorId)).text).toMatch(/ ends \d{4}-\d\d-\d\dT/);
    expect([await ask(old), await ask(next)]).toEqual([200, 200]);
    expect(await ask(next, undefined, "/v1/disbursement-intents")).toBe("scope_missing");
    expect((await t.command("api-keys", "roll", operatorId, keyId)).exitCode).toBe(1);
    t.clock.advance(2 * 3_600_000);
    expect([await ask(old), await ask(next)]).toEqual(["api_key_invalid", 200]);
    const { text } = await t.command("api-keys", "list", operatorId);
    expect(text).toMatch(new RegExp(`${keyId}.*expired.*Web shop`));
  });

  test("restricting and revoking work at once in this process, and within five seconds in another", async () => {
    const key = await create();
    const keyId = await keyIdOf(key);
    expect(await ask(key)).toBe(200);
    await t.command("api-keys", "restrict", operatorId, keyId, "--scopes", "approvals");
    expect(await ask(key)).toBe("scope_missing");
    // Another process makes the change: this one's cache stays.
    const { kysely } = t.service.deps.database;
    const write = kysely.updateTable("api_keys").where("key_id", "=", keyId);
    await write.set({ scopes: null }).execute();
    expect(await ask(key)).toBe("scope_missing");
    t.clock.advance(5_000);
    expect(await ask(key)).toBe(200);
    await t.command("api-keys", "revoke", operatorId, keyId);
    expect(await ask(key)).toBe("api_key_invalid");
    const restrictResult = await t.command(
      "api-keys",
      "restrict",
      operatorId,
      keyId,
      "--scopes",
      "all",
    );
    expect(restrictResult).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("has ended"),
    });
  });

  test("each change is audited, and the last use is recorded to the minute", async () => {
    const key = await create("--scopes", "read");
    const keyId = await keyIdOf(key);
    const lastUsed = async () => {
      const { text } = await t.command("api-keys", "list", operatorId);
      const line = text.split("\n").find((each) => each.startsWith(keyId));
      return /(last used \S+|never used)/.exec(line ?? "")?.[0];
    };
    expect(await lastUsed()).toBe("never used");
    await ask(key);
    const at = new Date(t.clock.nowMs()).toISOString();
    await expect.poll(lastUsed).toBe(`last used ${at}`);
    await t.command("api-keys", "restrict", operatorId, keyId, "--scopes", "payments");
    await t.command("api-keys", "roll", operatorId, keyId);
    await t.command("api-keys", "revoke", operatorId, keyId);
    const { text } = await t.command("audit", "list", operatorId);
    const actions = text.split("\n").filter((line) => line.includes(keyId));
    expect(actions.map((line) => /key\.\w+/.exec(line)?.[0])).toEqual([
      "key.revoked",
      "key.rolled",
      "key.restricted",
      "key.issued",
    ]);
  });

  test("another operator's key cannot be changed", async () => {
    const other = await t.createOperator();
    const mine = await keyIdOf(await create());
    for (const command of ["restrict", "roll", "revoke"]) {
      const more = command === "restrict" ? ["--scopes", "read"] : [];
      const refused = await t.command("api-keys", command, other.operatorId, mine, ...more);
      expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining("no such") });
    }
  });
});
