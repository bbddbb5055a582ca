import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Location } from "#contract/api/location";
import type { Service } from "../../app/create-service.ts";
import { changeOperator, type NewOperator } from "../../operators/accounts/index.ts";
import { openMmdbGeoProvider } from "../../providers/geo/mmdb-geo-provider.ts";
import { sandboxPlacesPath } from "../../providers/geo/sandbox-places.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { createLocations } from "./locations.ts";

let world: TestService;
let service: Service;
let operator: NewOperator;

beforeAll(async () => {
  const clock = createTestClock(Date.UTC(2026, 10, 22, 12));
  world = await createTestService({ clock });
  ({ service, operator } = world);
  const created = await call("POST", "/v1/customers", {
    externalCustomerId: "c-1",
    data: { email: "jane@example.com" },
  });
  expect(created.statusCode).toBe(201);
});
afterAll(() => world.close());
beforeEach(() => withRules([]));

function withRules(locationRules: { place: string; rule: "allow" | "deny" }[]) {
  return changeOperator(service.deps, operator.operatorId, { settings: { locationRules } });
}
async function call(method: string, url: string, body?: object, token = operator.secretKey) {
  const response = await world.call(method, url, { body, token });
  return {
    statusCode: response.statusCode,
    body: response.json<Location & { errorCode?: string }>(),
  };
}
const check = (ipAddress: string) => call("POST", "/v1/operators/check-geolocation", { ipAddress });

describe("POST /v1/operators/check-geolocation", () => {
  test("skips the look-up while the operator has no rules", async () => {
    expect(await check("203.0.113.70")).toEqual({
      statusCode: 200,
      body: {
        allowed: true,
        country: null,
        state: null,
        reason: null,
        ipAddress: "203.0.113.70",
        checkedAt: "2026-11-22T12:00:00.000Z",
        skipped: true,
      },
    });
  });

  test("returns the address's location and whether the rules allow it", async () => {
    await withRules([
      { place: "US", rule: "allow" },
      { place: "US-NY", rule: "deny" },
    ]);
    expect((await check("192.0.2.17")).body).toEqual({
      allowed: true,
      country: "US",
      state: "CA",
      reason: null,
      ipAddress: "192.0.2.17",
      checkedAt: "2026-11-22T12:00:00.000Z",
    });
    expect((await check("192.0.2.1")).body).toMatchObject({
      allowed: false,
      state: "NY",
      reason: "state_not_allowed",
    });
    expect((await check("2001:db8:2::1")).body).toMatchObject({
      allowed: false,
      country: "GB",
      reason: "country_not_allowed",
    });
  });

  test("denies an address that is not in the data", async () => {
    await withRules([{ place: "KP", rule: "deny" }]);
    expect((await check("8.8.8.8")).body).toMatchObject({
      allowed: false,
      country: null,
      reason: "location_unknown",
    });
  });

  test("returns 400 for text that is not an address, and for unknown fields", async () => {
    for (const text of ["300.1.1.1", "localhost", "127.1"]) {
      expect(await check(text)).toMatchObject({
        statusCode: 400,
        body: { errorCode: "ip_address_invalid" },
      });
    }
    const typo = await call("POST", "/v1/operators/check-geolocation", {
      ipAddress: "192.0.2.1",
      ip: "192.0.2.1",
    });
    expect(typo.statusCode).toBe(400);
  });

  test("accepts only secret keys", async () => {
    const body = { ipAddress: "192.0.2.1" };
    const url = "/v1/operators/check-geolocation";
    expect((await call("POST", url, body, "sk_sandbox_wrong")).statusCode).toBe(401);
    expect((await call("POST", url, body, operator.publishableKey)).statusCode).toBe(403);
  });
});

describe("GET /v1/customers/{externalCustomerId}/location", () => {
  const url = "/v1/customers/c-1/location";

  test("checks the address in the query", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    expect((await call("GET", `${url}?ipAddress=192.0.2.1`)).body).toMatchObject({
      allowed: true,
      country: "US",
      state: "NY",
      ipAddress: "192.0.2.1",
    });
    expect((await call("GET", `${url}?ipAddress=nowhere`)).statusCode).toBe(400);
  });

  test("checks the customer's last recorded address, and is unknown without one", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    expect((await call("GET", url)).body).toMatchObject({
      allowed: false,
      ipAddress: null,
      reason: "location_unknown",
    });
    const { locations } = service.deps;
    await locations.recordSeen(operator.operatorId, "c-1", "192.0.2.1");
    await locations.recordSeen(operator.operatorId, "c-1", "203.0.113.1");
    expect((await call("GET", url)).body).toMatchObject({
      allowed: false,
      country: "GB",
      ipAddress: "203.0.113.1",
    });
  });

  test("follows a customer whose requests alternate between two processes", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    const other = createLocations(service.deps, null);
    await service.deps.locations.recordSeen(operator.operatorId, "c-1", "203.0.113.1");
    await other.recordSeen(operator.operatorId, "c-1", "192.0.2.1");
    await service.deps.locations.recordSeen(operator.operatorId, "c-1", "203.0.113.1");
    expect((await call("GET", url)).body).toMatchObject({ ipAddress: "203.0.113.1" });
  });

  test("an address that cannot be decrypted is unknown, and the next one replaces it", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    const { database, locations } = service.deps;
    await locations.recordSeen(operator.operatorId, "c-1", "203.0.113.1");
    await database.kysely
      .updateTable("customer_last_seen")
      .set({ ip_address_sealed: "1.broken" })
      .execute();
    expect(await call("GET", url)).toMatchObject({
      statusCode: 200,
      body: { allowed: false, ipAddress: null, reason: "location_unknown" },
    });
    await locations.recordSeen(operator.operatorId, "c-1", "203.0.113.2");
    expect((await call("GET", url)).body).toMatchObject({ ipAddress: "203.0.113.2" });
  });

  test("stores no addresses for an operator without rules", async () => {
    await service.deps.database.kysely.deleteFrom("customer_last_seen").execute();
    await service.deps.locations.recordSeen(operator.operatorId, "c-1", "192.0.2.99");
    const stored = await service.deps.database.kysely
      .selectFrom("customer_last_seen")
      .selectAll()
      .execute();
    expect(stored).toEqual([]);
    expect((await call("GET", url)).body).toMatchObject({ allowed: true, skipped: true });
  });

  test("stores the address sealed", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    await service.deps.locations.recordSeen(operator.operatorId, "c-1", "192.0.2.44");
    const row = await service.deps.database.kysely
      .selectFrom("customer_last_seen")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("192.0.2.44");
  });

  test("returns 404 for another operator's customer", async () => {
    const other = await world.createOperator();
    expect((await call("GET", url, undefined, other.secretKey)).statusCode).toBe(404);
    expect((await call("GET", "/v1/customers/none/location")).statusCode).toBe(404);
  });
});

describe("the check before money moves", () => {
  test("accepts an allowed location and refuses others with an error code", async () => {
    const { locations } = service.deps;
    const attempt = (ipAddress: string) => locations.requireAllowed(operator.operatorId, ipAddress);
    await expect(attempt("203.0.113.70")).resolves.toBeUndefined();
    await withRules([{ place: "US", rule: "allow" }]);
    await expect(attempt("192.0.2.1")).resolves.toBeUndefined();
    await expect(attempt("203.0.113.1")).rejects.toMatchObject({ code: "location_not_allowed" });
    await expect(attempt("8.8.8.8")).rejects.toMatchObject({ code: "location_unknown" });
  });

  test("refuses when the data is too old or missing", async () => {
    await withRules([{ place: "US", rule: "allow" }]);
    const provider = await openMmdbGeoProvider(sandboxPlacesPath);
    const daysMs = 86_400_000;
    const fresh = createLocations(service.deps, { provider, maxAgeMs: 30 * daysMs });
    expect(await fresh.check(operator.operatorId, "192.0.2.1")).toMatchObject({ allowed: true });
    const stale = createLocations(service.deps, { provider, maxAgeMs: 20 * daysMs });
    expect(await stale.check(operator.operatorId, "192.0.2.1")).toMatchObject({
      allowed: false,
      reason: "location_data_stale",
    });
    await expect(stale.requireAllowed(operator.operatorId, "192.0.2.1")).rejects.toMatchObject({
      code: "location_unknown",
    });
    const none = createLocations(service.deps, null);
    expect(await none.check(operator.operatorId, "192.0.2.1")).toMatchObject({
      allowed: false,
      reason: "location_unknown",
    });
  });
});
