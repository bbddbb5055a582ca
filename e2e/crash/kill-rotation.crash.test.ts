/**
 * Rotates the key-encryption key while customers pay, and kills the service (SIGKILL) halfway, when old and new data
 * keys are in use. The service restarts with only the new key-encryption key. Afterwards:
 *
 * 1. Every acknowledged payment still exists with its result, and its card was charged once.
 * 2. Everything sealed before, during and after the rotation can be read.
 * 3. The rotation completes and destroys the old data keys, but only after a pass over all sealed values has opened
 *    each of them and found none that needs an old key.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { submitPayment } from "../stack/client-api.ts";
import { withFreshDatabase } from "../stack/fresh-database.ts";
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
import { createCustomerLoad, type Retry } from "./testing/customer-load.ts";

const [oldKey, newKey] = ["old", "new"].map((name) =>
  Buffer.from(name.padEnd(32, "-")).toString("base64"),
);
const setting = "TESSERA_KEY_ENCRYPTION_KEY";
const minuteMs = 60_000;
/** The job runs every five seconds. */
const jobWithinMs = 150_000;
/** Maximum number of hours to wait. Three are enough if each walk ends before the next hour. */
const maxHours = 20;

interface AcknowledgedPayment {
  paymentIntentId: string;
  paymentId: string;
}

test("killed halfway through a rotation, a service with only the new key reads everything and completes it", async () => {
  await withFreshDatabase(async (databaseUrl) => {
    const stack = await startStack({
      store: databaseUrl,
      shop: false,
      adjustableMachineClock: true,
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
  const acknowledged: AcknowledgedPayment[] = [];
  const load = createCustomerLoad();
  load.start(4, (_turn, retry) => pay(stack, payer, acknowledged, retry));
  await morePaid(acknowledged);
  await stack.service().kill();
  await stack.startService({ [setting]: `${newKey},${oldKey}` });

  await operatorCommand(stack, "keys", "rotate");
  await morePaid(acknowledged);
  await until(store, "every process has the new data keys", ({ states }) => states.has("incoming"));
  await stack.advanceMachineClock(2 * minuteMs);
  await until(store, "old data keys are only for reading", ({ states }) => states.has("retiring"));
  await stack.service().kill();
  expect((await keysIn(store)).states, "it was killed halfway").toContain("retiring");

  await stack.startService({ [setting]: `${newKey}` });
  await morePaid(acknowledged);
  await load.stop();
  // Walks over sealed values are an hour apart and take as long as the machine needs.
  for (let hours = 0; !isComplete(await keysIn(store)); hours += 1) {
    expect(hours, "hours until the rotation completes").toBeLessThan(maxHours);
    await stack.advanceMachineClock(65 * minuteMs);
    await pause(6_000);
  }
  await load.finish();

  expect(await operatorCommand(stack, "keys", "status")).toContain("No rotation is in progress.");
  expect(stack.service().log()).not.toMatch(/do(es)? not open|seal_broken/);
  const { updatedAt: _updatedAt, ...customer } = await call<Record<string, unknown>>(
    stack,
    "GET",
    `/v1/customers/${payer}`,
  );
  expect(before).toMatchObject(customer);
  await expectEachOnce(stack, acknowledged);
}

async function pay(
  stack: Stack,
  payer: string,
  acknowledged: AcknowledgedPayment[],
  retry: Retry,
): Promise<void> {
  const externalPaymentIntentId = freshId("intent");
  const intent = await retry(() => createIntent(stack, payer, { externalPaymentIntentId }));
  if (!intent) return;
  const { number } = findCard("visa");
  const key = freshId("attempt");
  const result = await retry(async () => {
    const response = await submitPayment(stack, intent, number, key, { save: false });
    const { httpStatus, text } = response;
    if (httpStatus >= 500 || text.includes("idempotency_key_in_use")) {
      throw new Error(`returned ${httpStatus}: ${text}`);
    }
    return response;
  });
  if (result?.attempt?.status !== "success") return;
  acknowledged.push({
    paymentIntentId: intent.paymentIntentId,
    paymentId: result.attempt.paymentId,
  });
}

async function expectEachOnce(
  stack: Stack,
  acknowledged: readonly AcknowledgedPayment[],
): Promise<void> {
  const charges = await bookedCharges(stack);
  expect(acknowledged.length).toBeGreaterThan(20);
  for (const { paymentIntentId, paymentId } of acknowledged) {
    const status = await readStatus(stack, paymentIntentId);
    expect(status.payments, paymentIntentId).toMatchObject([{ paymentId, status: "success" }]);
    const own = charges.filter(({ merchantReference }) => merchantReference === paymentId);
    expect(own, `charges of ${paymentId}`).toMatchObject([{ status: "approved" }]);
  }
}

async function morePaid(acknowledged: readonly AcknowledgedPayment[]): Promise<void> {
  const enough = acknowledged.length + 8;
  await expect
    .poll(() => acknowledged.length, { timeout: jobWithinMs })
    .toBeGreaterThanOrEqual(enough);
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

/** Whether the old data keys are destroyed. */
const isComplete = ({ states, versions }: DataKeys) =>
  states.size === 1 && states.has("active") && !versions.has(1);

async function until(
  store: pg.Client,
  what: string,
  holds: (keys: DataKeys) => boolean,
): Promise<void> {
  const poll = { timeout: jobWithinMs, interval: 20, message: what };
  await expect.poll(async () => holds(await keysIn(store)), poll).toBe(true);
}
