/**
 * A storm on PostgreSQL over two vendors' APIs. At random, Stripe and Worldpay respond late, wrongly, with errors or
 * refusals, or not at all, and processes that take payments die. Afterwards no customer was charged twice, no charge is
 * lost at either vendor, and every charge has the issuer's 3-D Secure result.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { changeOperator } from "../../operators/accounts/index.ts";
import { browser, generousTimes, goodCard } from "../../payments/testing/payment-world.ts";
import { bankAnswers, enrol } from "../../payments/testing/three-ds-parties.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase } from "../../testing/dying-database.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const stripe = {
  name: "stripe",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
};
const worldpay = {
  name: "worldpay",
  type: "worldpay",
  url: "/vendors/worldpay",
  username: "tessera",
  password: sandboxCredentials.worldpay,
  entity: "default",
};
const card = sandboxCard("visa");
const seed = 20_261_126;
const batches = 8;
/** Payments of a batch, at each of the two processes. */
const perProcess = 5;

let world: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([stripe, worldpay]);
  enrol(world, card.number, { method: false });
  bankAnswers(world, { transStatus: "Y", eci: "05" });
  const to = [stripe, worldpay].map(({ name }) => ({ processor: name, weight: 50 }));
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { routingRules: [{ id: "both", to }] },
  });
});
afterAll(() => world.close());

/** The same numbers in each run. */
let state = seed;
function random(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;

const charges = [
  "dropped_after_charging",
  "error_after_charging",
  "silent_after_charging",
  "silent_without_charging",
  "error_without_charging",
  "garbled",
  "refused",
  "refused",
];
const faults = {
  stripe: {
    prepare: ["error_without_charging", "dropped_after_charging", "refused", "rate_limited"],
    charge: [...charges, "rate_limited"],
    look_up: ["error_without_charging", "garbled"],
  },
  worldpay: { charge: charges, look_up: ["error_without_charging", "garbled"] },
} as const;

async function scheduleFaults(): Promise<void> {
  for (const vendor of ["stripe", "worldpay"]) await world.fault(vendor, "charge", "refused");
  for (let count = 0; count < 6; count += 1) {
    const vendor = oneOf(["stripe", "worldpay"] as const);
    const [call, kinds] = oneOf(Object.entries(faults[vendor])) as [string, readonly string[]];
    await world.fault(vendor, call, oneOf(kinds));
  }
}

const payAt = (service: TestService, intent: CreatedPaymentIntent) =>
  service.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    body: { type: "card", card: { ...goodCard, ...card }, total: intent.amount, browser },
  });

async function killedProcess(intents: readonly CreatedPaymentIntent[]): Promise<void> {
  const own = reopenTestDatabase(world.databaseUrl ?? "");
  const store = createDyingDatabase(own);
  const entries = [stripe, worldpay].map((each) => ({
    ...each,
    url: new URL(each.url, world.sandboxUrl).href,
  }));
  const dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: { ...generousTimes, chargeDeadlineMs: 500 },
    env: { SANDBOX_URL: world.parties.url, PROCESSORS: JSON.stringify(entries) },
  });
  await store.dieAt(1 + random(25), oneOf(["before", "after"] as const), () =>
    Promise.allSettled(intents.map((intent) => payAt(dying, intent))),
  );
  store.endProcess();
  await dying.close();
  await own.close();
}

const newIntents = () =>
  Promise.all(Array.from({ length: perProcess }, () => world.createIntent()));

async function recover(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
  }
}

const rows = () =>
  world.service.deps.database.kysely
    .selectFrom("payments")
    .select(["payment_id", "status", "processor", "charge_id", "routing", "reversal"])
    .execute();

test("nobody is charged twice, and no charge is lost", async () => {
  for (let batch = 0; batch < batches; batch += 1) {
    await scheduleFaults();
    const [here, there] = [await newIntents(), await newIntents()];
    const paid = here.map((intent) => payAt(world, intent));
    await Promise.all([Promise.allSettled(paid), killedProcess(there)]);
    await recover(3);
    await world.runJob("payments.processor_health");
    // A customer's payments per hour are limited.
    world.clock.advance(3_600_000);
  }
  await fetch(`${world.sandboxUrl}/admin/faults`, { method: "DELETE" });
  await recover(90);

  const payments = await rows();
  const booked = [...(await world.charges("stripe")), ...(await world.charges("worldpay"))];
  const leftovers = new Set(booked);
  for (const payment of payments) {
    const { payment_id: id, status } = payment;
    const own = booked.filter(({ merchantReference: key }) => key.startsWith(id));
    for (const charge of own) leftovers.delete(charge);
    const approved = own.filter((charge) => charge.status === "approved");
    const kept = approved.filter(({ reversal }) => !reversal);
    expect([id, approved.length <= 1, status, kept.length]).toEqual([
      id,
      true,
      expect.stringMatching(/^(success|failed)$/),
      status === "success" ? 1 : 0,
    ]);
    if (status === "success") expect(payment.processor).toBe(kept[0]?.processor);
    for (const { threeDSecure } of own)
      expect(threeDSecure).toMatchObject({ transStatus: "Y", eci: "05" });
  }
  expect([...leftovers]).toEqual([]);

  // Payments failed over in both directions, and both vendors charged.
  const left = payments.map(
    ({ routing }) => (routing as { failedOver?: object[] }).failedOver ?? [],
  );
  expect(left.flat()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ processor: "stripe" }),
      expect.objectContaining({ processor: "worldpay" }),
    ]),
  );
  const successes = payments.filter(({ status }) => status === "success");
  expect(new Set(successes.map(({ processor }) => processor)).size).toBe(2);
  expect(successes.length).toBeGreaterThan(batches);
}, 600_000);
