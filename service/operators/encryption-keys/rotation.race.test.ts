/** PostgreSQL only: two processes seal, read and rotate. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPaymentWorld,
  generousTimes,
  openPaymentWorld,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { verifyAudit } from "../audit/index.ts";
import { readAllSealed } from "./testing/find-unreadable.ts";
import { keyOf } from "./testing/key-process.ts";

const [oldKey, newKey] = [keyOf("a"), keyOf("b")];
let world: PaymentWorld;
let second: TestService;

const openSecond = (keys: string) =>
  createTestService({
    database: reopenTestDatabase(world.databaseUrl ?? ""),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, TESSERA_KEY_ENCRYPTION_KEY: keys },
  });

beforeAll(async () => {
  world = await createPaymentWorld({
    env: { TESSERA_KEY_ENCRYPTION_KEY: `${newKey},${oldKey}` },
  });
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await openSecond(`${newKey},${oldKey}`);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const versionsInUse = async () => {
  const { rows } = await sql<{ key_version: number; state: string }>`
    select key_version, state from data_keys where operator_id = ${world.operator.operatorId}
    order by 1`.execute(world.service.deps.database.kysely);
  return rows.map(({ key_version, state }) => `${key_version} ${state}`);
};

test("all payments at two processes succeed while both rotate, and nothing is lost", async () => {
  const other = openPaymentWorld(
    { ...second, operator: world.operator, call: callAs(second), callAsClient: clientAs(second) },
    world.parties,
  );
  const jobs = [world, other].flatMap((world) =>
    ["refresh_keys", "rotate_keys"].map((name) => ({ world, name })),
  );
  let isOver = false;
  let payments = 0;
  const failed: unknown[] = [];
  const pay = async (at: PaymentWorld, readAt: PaymentWorld) => {
    while (!isOver) {
      const intent = await at.createIntent();
      const key = `key-${intent.paymentIntentId}`;
      const paid = await at.pay(intent, { key });
      const replayed = await readAt.pay(intent, { key });
      payments += 1;
      if (paid.statusCode !== 201 || !replayed.replayed) failed.push(paid, replayed);
    }
  };
  const turnClock = async () => {
    // New versions seal after a minute, old ones are destroyed after an hour.
    for (let step = 0; step < 60; step += 1) {
      world.clock.advance(step < 30 ? 4_000 : 180_000);
      await Promise.all(jobs.map((job) => job.world.runJob(job.name)));
      if (step === 2) {
        const both = await Promise.all([world, second].map((t) => t.command("keys", "rotate")));
        expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      }
    }
    isOver = true;
  };
  await Promise.all([turnClock(), pay(world, other), pay(other, world)]);

  expect(failed).toEqual([]);
  expect(payments).toBeGreaterThan(20);
  const left = await versionsInUse();
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/^[23] active$/);
  for (const { service } of [world, second]) {
    const read = await readAllSealed(service.deps);
    expect(read.unreadable).toEqual([]);
    expect(read.count).toBeGreaterThan(50);
  }
  const verdict = await verifyAudit(world.service.deps, world.operator.operatorId);
  expect(verdict.problem).toBeNull();
}, 300_000);

test("a process without the new key-encryption key stops sealing, reports why, and loses nothing", async () => {
  const outdated = await openOutdated();
  expect((await outdated.call("GET", "/readyz", { token: null })).statusCode).toBe(200);

  expect(await world.command("keys", "rotate")).toMatchObject({ exitCode: 0 });
  for (let step = 0; step < 40; step += 1) {
    world.clock.advance(5_000);
    await outdated.runJob("refresh_keys");
    await world.runJob("refresh_keys");
    await world.runJob("rotate_keys");
  }
  const refused = await outdated.call("POST", "/v1/customers", {
    token: world.operator.secretKey,
    body: { externalCustomerId: "late", data: { email: "late@example.com" } },
  });
  expect(refused.statusCode).toBe(503);
  const ready = await outdated.call("GET", "/readyz", { token: null });
  expect(ready.statusCode).toBe(503);
  expect(outdated.logLines.join("\n")).toMatch(/kek_[0-9a-f]{16}, which is not configured/);
  await outdated.close();

  world.clock.advance(62 * 60_000);
  await world.runJob("refresh_keys");
  for (let round = 0; round < 4; round += 1) await world.runJob("rotate_keys");
  expect(await versionsInUse()).toHaveLength(1);
  expect((await readAllSealed(world.service.deps)).unreadable).toEqual([]);
}, 120_000);

test("an operator whose key a process lacks does not affect other operators there", async () => {
  const outdated = await openOutdated();
  // The world's process has both keys.
  const there = await world.createOperator();
  const bodyOf = (name: string) => ({
    externalCustomerId: name,
    data: { email: `${name}@example.com` },
  });
  const createCustomer = (token: string, name: string) =>
    outdated.call("POST", "/v1/customers", { token, body: bodyOf(name) });

  for (const name of ["early", "after-the-keys-are-old", "later"]) {
    const refused = await createCustomer(there.secretKey, name);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ errorCode: "service_unavailable" });
    const response = await createCustomer(world.operator.secretKey, name);
    expect(response.statusCode, response.body).toBe(201);
    outdated.clock.advance(11_000);
    await outdated.runJob("refresh_keys");
    // A readable operator does not hide an unreadable one.
    const readable = await outdated.createOperator();
    expect((await createCustomer(readable.secretKey, name)).statusCode).toBe(201);
    expect((await outdated.call("GET", "/readyz", { token: null })).statusCode).toBe(503);
  }
  expect(outdated.logLines.join("\n")).toMatch(/kek_[0-9a-f]{16}, which is not configured/);
  await outdated.close();

  const updated = await openSecond(`${newKey},${oldKey}`);
  const late = { token: there.secretKey, body: bodyOf("late-there") };
  expect((await updated.call("POST", "/v1/customers", late)).statusCode).toBe(201);
  await updated.close();
}, 120_000);

/** A process started before the new key existed: the old key wraps everything again. */
async function openOutdated(): Promise<TestService> {
  const old = await openSecond(`${oldKey},${newKey}`);
  expect(await old.command("keys", "rotate")).toMatchObject({ exitCode: 0 });
  await old.close();
  return openSecond(oldKey);
}

/** Calls another process as the first operator. */
function callAs(t: TestService): TestService["call"] {
  return (method, url, request = {}) =>
    t.call(method, url, { token: world.operator.secretKey, ...request });
}

function clientAs(t: TestService): TestService["callAsClient"] {
  return (method, url, secret, request = {}) =>
    t.callAsClient(method, url, secret, {
      publishableKey: world.operator.publishableKey,
      ...request,
    });
}
