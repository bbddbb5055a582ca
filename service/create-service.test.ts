import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createService } from "./create-service.ts";
import { inTransaction } from "./platform/database/transaction.ts";
import { createTestService, type TestService } from "./testing/create-test-service.ts";

const services: TestService[] = [];
const start = async () => {
  const t = await createTestService();
  services.push(t);
  return { t, address: await t.service.start() };
};
afterAll(() => Promise.all(services.map((t) => t.close())));

test("a request under way when the service stops is answered; then nobody listens", async () => {
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
    // On PostgreSQL the lock holds the request up, on the embedded store the one connection.
    await sql`lock table webhook_endpoints in access exclusive mode`.execute(tx);
    isLocked();
    await held;
  });
  await locked;
  const headers = { authorization: `Bearer ${t.operator.secretKey}` };
  let isAnswered = false;
  const asked = fetch(`${address}/v1/operators/webhooks`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/hook" }),
  }).then(async (answer) => {
    isAnswered = true;
    return { status: answer.status, body: await answer.json() };
  });
  await expect
    .poll(() => t.service.app.server.listening && countOf(t), { timeout: 15_000 })
    .toBeGreaterThan(0);
  const closing = t.service.close();
  release();
  await holding;
  expect((await asked).status).toBe(201);
  expect(isAnswered).toBe(true);
  await closing;
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

/** Connections that are open now. */
function countOf(t: TestService): Promise<number> {
  return new Promise((resolve) => {
    t.service.app.server.getConnections((_error, count) => resolve(count));
  });
}

test("a key-encryption key that is not this store's is refused at the start", async () => {
  const t = await createTestService();
  const { config, log, database } = t.service.deps;
  const other = { ...config, keyEncryptionKey: new Uint8Array(32).fill(9) };
  const keepOpen = { ...database, close: async () => undefined };
  const starting = createService(other, { log, database: keepOpen });
  await expect(starting).rejects.toMatchObject({ code: "wrong_key_encryption_key" });
  await t.close();
});
