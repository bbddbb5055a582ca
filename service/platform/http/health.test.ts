import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  t.service.app.inject({ method: "GET", url, headers });

test("health, readiness and metrics answer without a key in the sandbox", async () => {
  expect((await get("/healthz")).json()).toEqual({ status: "ok" });
  expect((await get("/readyz")).json()).toEqual({ status: "ready", warnings: [] });
  expect((await get("/metrics")).body).toContain("http_request_duration_seconds_count");
});

test("readiness is 503 if the store is unavailable", async () => {
  const broken = await createTestService();
  await broken.service.deps.database.close();
  const answer = await broken.service.app.inject({ method: "GET", url: "/readyz" });
  expect([answer.statusCode, answer.json().errorCode]).toEqual([503, "service_unavailable"]);
  await broken.close();
});

test("readiness requests share one ping of the store and wait three seconds for it", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ping = vi.spyOn(t.service.deps.database, "ping").mockReturnValueOnce(held);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const late = get("/readyz");
  await vi.waitUntil(() => ping.mock.calls.length > 0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await late).statusCode).toBe(503);
  vi.useRealTimers();
  const asked = Array.from({ length: 50 }, () => get("/readyz"));
  // This request is sent after them, so by now they wait for the store.
  await get("/healthz");
  answer();
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
  expect(ping).toHaveBeenCalledOnce();
  expect((await get("/readyz")).statusCode).toBe(200);
  expect(ping).toHaveBeenCalledTimes(2);
  ping.mockRestore();
});

test("metrics need the bearer token if one is set", async () => {
  const guarded = await createTestService({ env: { METRICS_TOKEN: "let-me-see" } });
  const status = async (headers: Record<string, string>) =>
    (await guarded.service.app.inject({ method: "GET", url: "/metrics", headers })).statusCode;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: "Bearer let-me-see" })).toBe(200);
  await guarded.close();
});
