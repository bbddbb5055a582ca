/**
 * The key-encryption key is rotated while customers pay, and the service is killed (SIGKILL) halfway: old
 * and new data keys are in use. It starts again with the new key-encryption key alone. What must hold:
 *
 * 1. A payment that was acknowledged is still there, with its result, and its card was charged once.
 * 2. Everything that was sealed before, during and after the rotation is readable.
 * 3. The rotation ends: the old data keys are destroyed, which happens only once a pass over all sealed
 *    values has opened each of them and found none that needs an old key.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { submitPayment } from "../stack/client-api.ts";
import {
  bookedCharges,
  call,
  createIntent,
  createPayer,
  freshId,
  readStatus,
} from "../stack/operator-api.ts";
import { operatorCommand } from "../stack/operator-commands.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { withFreshDatabase } from "./testing/fresh-database.ts";
import { type Ask, openShop } from "./testing/shop.ts";

const [oldKey, newKey] = ["old", "new"].map((name) =>
  Buffer.from(name.padEnd(32, "-")).toString("base64"),
);
const setting = "TESSERA_KEY_ENCRYPTION_KEY";
const minuteMs = 60_000;
/** The job that carries a rotation on runs every five seconds. */
const jobWithinMs = 40_000;

interface ToldPayment {
  paymentIntentId: string;
  paymentId: string;
}

test("killed halfway through a rotation, a service with the new key alone reads everything and ends it", async () => {
  await withFreshDatabase(async (databaseUrl) => {
    const stack = await startStack({
      databaseUrl,
      shop: false,
      adjustableClock: true,
      env: {
        [setting]: `${oldKey}`,
        RATE_LIMIT_SECRET_KEY: "100000/100000",
        RATE_LIMIT_CLIENT_SECRET: "100000/100000",
      },
    });
    const store = new pg.Client(databaseUrl);
    await store.connect();
    try {
      await rotateUnderLoad(stack, store);
    } finally {
      await store.end();
      await stack.stop();
    }
  });
});

async function rotateUnderLoad(stack: Stack, store: pg.Client): Promise<void> {
  const payer = await createPayer(stack);
  const before = await call(stack, "GET", `/v1/customers/${payer}`);
  const told: ToldPayment[] = [];
  const shop = openShop();
  shop.admit(4, (_turn, ask) => pay(stack, payer, told, ask));
  await morePaid(told);
  await stack.service().kill();
  await stack.startService(0, { [setting]: `${newKey},${oldKey}` });

  await operatorCommand(stack, "keys", "rotate");
  await morePaid(told);
  await until(store, "new data keys are known to every process", ({ states }) =>
    states.has("incoming"),
  );
  await stack.advanceClock(2 * minuteMs);
  await until(store, "old data keys only read", ({ states }) => states.has("retiring"));
  await stack.service().kill();
  expect((await keysIn(store)).states, "it died halfway").toContain("retiring");

  await stack.startService(0, { [setting]: `${newKey}` });
  await morePaid(told);
  await shop.close();
  for (let pass = 0; pass < 3; pass += 1) {
    await stack.advanceClock(65 * minuteMs);
    await pause(6_000);
  }
  await until(
    store,
    "the rotation ends",
    ({ states, versions }) => states.size === 1 && states.has("active") && !versions.has(1),
  );
  await shop.empty();

  expect(await operatorCommand(stack, "keys", "status")).toContain("No rotation is under way.");
  expect(stack.service().log()).not.toMatch(/do(es)? not open|seal_broken/);
  const { updatedAt: _updatedAt, ...customer } = await call<Record<string, unknown>>(
    stack,
    "GET",
    `/v1/customers/${payer}`,
  );
  expect(before).toMatchObject(customer);
  await expectEachOnce(stack, told);
}

/** One customer who pays by card. Only what was acknowledged counts. */
async function pay(stack: Stack, payer: string, told: ToldPayment[], ask: Ask): Promise<void> {
  const externalPaymentIntentId = freshId("intent");
  const intent = await ask(() => createIntent(stack, payer, { externalPaymentIntentId }));
  if (!intent) return;
  const { number } = findCard("visa");
  const key = freshId("attempt");
  const answer = await ask(async () => {
    const answered = await submitPayment(stack, intent, number, key, { save: false });
    const { httpStatus, text } = answered;
    if (httpStatus >= 500 || text.includes("idempotency_key_in_use")) {
      throw new Error(`answered ${httpStatus}: ${text}`);
    }
    return answered;
  });
  if (answer?.attempt?.status !== "success") return;
  told.push({
    paymentIntentId: intent.paymentIntentId,
    paymentId: answer.attempt.paymentId,
  });
}

async function expectEachOnce(stack: Stack, told: readonly ToldPayment[]): Promise<void> {
  const charges = await bookedCharges(stack);
  expect(told.length).toBeGreaterThan(20);
  for (const { paymentIntentId, paymentId } of told) {
    const status = await readStatus(stack, paymentIntentId);
    expect(status.payments, paymentIntentId).toMatchObject([{ paymentId, status: "success" }]);
    const own = charges.filter(({ merchantReference }) => merchantReference === paymentId);
    expect(own, `charges of ${paymentId}`).toMatchObject([{ status: "approved" }]);
  }
}

async function morePaid(told: readonly ToldPayment[]): Promise<void> {
  const enough = told.length + 8;
  await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
}

interface DataKeys {
  states: ReadonlySet<string>;
  versions: ReadonlySet<number>;
}

async function keysIn(store: pg.Client): Promise<DataKeys> {
  const { rows } = await store.query<{ state: string; key_version: number }>(
    "select state, key_version from data_keys",
  );
  return {
    states: new Set(rows.map(({ state }) => state)),
    versions: new Set(rows.map(({ key_version }) => key_version)),
  };
}

async function until(
  store: pg.Client,
  what: string,
  holds: (keys: DataKeys) => boolean,
): Promise<void> {
  const poll = { timeout: jobWithinMs, interval: 20, message: what };
  await expect.poll(async () => holds(await keysIn(store)), poll).toBe(true);
}
