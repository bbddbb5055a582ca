import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  test,
  vi,
} from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createMetrics } from "../metrics.ts";
import { createHttpServer } from "./create-http-server.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  t.service.app.inject({ method: "GET", url, headers });

test("health, readiness and metrics need no key in the sandbox", async () => {
  expect((await get("/healthz")).json()).toEqual({ status: "ok" });
  expect((await get("/readyz")).json()).toEqual({ status: "ready", warnings: [] });
  expect((await get("/metrics")).body).toContain("http_request_duration_seconds_count");
});

test("probes of a process that stops log no errors", async () => {
  const stopping = await createTestService({ env: { DRAIN_SECONDS: "0" } });
  await stopping.service.drain();
  const response = await stopping.service.app.inject({ method: "GET", url: "/readyz" });
  expect(response.statusCode).toBe(503);
  expect(stopping.logLines.filter((line) => line.includes("request failed"))).toEqual([]);
  await stopping.close();
});

test("readiness is 503 if the store is unavailable", async () => {
  const broken = await createTestService();
  await broken.service.deps.database.close();
  const response = await broken.service.app.inject({ method: "GET", url: "/readyz" });
  expect([response.statusCode, response.json().errorCode]).toEqual([503, "service_unavailable"]);
  await broken.close();
});

describe("while a ping of the store hangs, readiness", () => {
  const answers: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => void answers.push(resolve));
  let ping: MockInstance<() => Promise<void>>;
  beforeEach(() => {
    answers.length = 0;
    ping = vi.spyOn(t.service.deps.database, "ping").mockImplementation(hang);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    for (const answer of answers) answer();
    vi.useRealTimers();
    ping.mockRestore();
  });

  it("asks once for requests of the same second, and any response counts", async () => {
    const requests = Array.from({ length: 50 }, () => get("/readyz"));
    await vi.waitUntil(() => ping.mock.calls.length > 0);
    // This request is sent after them, so by now they wait for the store.
    await get("/healthz");
    expect(ping).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ping).toHaveBeenCalledTimes(2);
    answers[0]?.();
    for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(200);
  });

  it("is 503 after three seconds and three pings", async () => {
    const late = get("/readyz");
    await vi.waitUntil(() => ping.mock.calls.length > 0);
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await late).statusCode).toBe(503);
    expect(ping).toHaveBeenCalledTimes(3);
  });

  it("is 200 as soon as the store responds to another ping", async () => {
    const early = get("/readyz");
    await vi.waitUntil(() => ping.mock.calls.length > 0);
    ping.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(999);
    const later = get("/readyz");
    await get("/healthz");
    await vi.advanceTimersByTimeAsync(1);
    expect((await early).statusCode).toBe(200);
    await vi.advanceTimersByTimeAsync(999);
    expect((await later).statusCode).toBe(200);
  });
});

test("readiness waits a minute for the work of the start, then warns until it is done", async () => {
  const { deps } = t.service;
  const { app, starting } = await createHttpServer(
    { ...deps, metrics: createMetrics() },
    deps.operators,
  );
  const ready = async () => {
    const { statusCode, body } = await app.inject({ url: "/readyz" });
    const { warnings = [] } = JSON.parse(body) as { warnings?: { code: string }[] };
    return [statusCode, warnings.map(({ code }) => code)];
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  starting.begin([held]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await ready()).toEqual([503, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ready()).toEqual([200, ["files_not_stored"]]);
  const entry = t.logLines.find((line) => line.includes("are not in the database yet"));
  expect(entry).toContain(`"durationMs":60000`);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(await ready()).toEqual([200, []]);
  vi.useRealTimers();
  await app.close();
});

test("metrics need the bearer token if one is set", async () => {
  const guarded = await createTestService({ env: { METRICS_TOKEN: "let-me-see" } });
  const status = async (headers: Record<string, string>) =>
    (await guarded.service.app.inject({ method: "GET", url: "/metrics", headers })).statusCode;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: "Bearer let-me-see" })).toBe(200);
  await guarded.close();
});
