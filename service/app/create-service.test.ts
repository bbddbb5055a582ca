import { getEventListeners } from "node:events";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createService } from "./create-service.ts";

const services: TestService[] = [];
const start = async (env: Record<string, string> = {}) => {
  const t = await createTestService({ env });
  services.push(t);
  return { t, address: await t.service.start() };
};
afterAll(() => Promise.all(services.map((t) => t.close())));

test("a running request is completed when the service stops; then it stops listening", async () => {
  const { t, address } = await start();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const holding = inTransaction(t.service.deps.database, async (tx) => {
    // On the embedded store, the single connection delays the request.
    await sql`lock table webhook_endpoints in access exclusive mode`.execute(tx);
    isLocked();
    await held;
  });
  await locked;
  const headers = { authorization: `Bearer ${t.operator.secretKey}` };
  let isAnswered = false;
  const registering = fetch(`${address}/v1/operators/webhooks`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/hook" }),
  }).then(async (response) => {
    isAnswered = true;
    return { status: response.status, body: await response.json() };
  });
  await expect
    .poll(() => t.service.app.server.listening && countOf(t), { timeout: 15_000 })
    .toBeGreaterThan(0);
  const closing = t.service.close();
  release();
  await holding;
  expect((await registering).status).toBe(201);
  expect(isAnswered).toBe(true);
  await closing;
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test("a draining service is not ready, keeps serving for its time, and asks clients to disconnect", async () => {
  const { t, address } = await start({ DRAIN_SECONDS: "2" });
  const ask = (path: string) => fetch(`${address}${path}`);
  expect((await ask("/readyz")).headers.get("connection")).toBe("keep-alive");
  const startedMs = performance.now();
  const drained = t.service.drain();
  const ready = await ask("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ errorCode: "service_unavailable" });
  const served = await ask("/v1/openapi.json");
  expect(served.status).toBe(200);
  expect(served.headers.get("connection")).toBe("close");
  await drained;
  expect(performance.now() - startedMs).toBeGreaterThan(1_900);
  expect((await ask("/healthz")).status).toBe(200);
  await t.service.close();
  await expect(ask("/healthz")).rejects.toThrow();
});

test("on a shared store, a process is ready when others can serve its files; it tries again soon", async () => {
  const t = await createTestService();
  services.push(t);
  const { kysely, kind } = t.service.deps.database;
  await sql`alter table released_files rename to away`.execute(kysely);
  const address = await t.service.start();
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
  expect(await statusOf("/healthz")).toBe(200);
  expect(await statusOf("/readyz")).toBe(kind === "postgres" ? 503 : 200);
  await expect.poll(() => t.logLines.join("")).toContain("frames.note_released");
  await sql`alter table away rename to released_files`.execute(kysely);
  await expect.poll(() => statusOf("/readyz"), { timeout: 15_000 }).toBe(200);
  if (kind !== "postgres") return;
  expect(t.logLines.join("")).toContain("the files of this build are in the database");
});

function countOf(t: TestService): Promise<number> {
  return new Promise((resolve) => {
    t.service.app.server.getConnections((_error, count) => resolve(count));
  });
}

test("a key-encryption key of another store is refused at startup", async () => {
  const t = await createTestService();
  const { config, log, database } = t.service.deps;
  const other = { ...config, keyEncryptionKeys: [new Uint8Array(32).fill(9)] };
  const keepOpen = { ...database, close: async () => undefined };
  const starting = createService(other, { log, database: keepOpen });
  await expect(starting).rejects.toMatchObject({ code: "key_encryption_key_not_configured" });
  await t.close();
});

test("no job leaves a listener on the process's abort signal, which lives as long as the process", async () => {
  const service = await createTestService();
  const { signal } = new AbortController();
  for (const job of service.service.jobs) {
    await job.run(signal).catch(() => undefined);
    expect(getEventListeners(signal, "abort"), job.name).toEqual([]);
  }
  await service.close();
});
