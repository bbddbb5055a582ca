/** PostgreSQL only: two accounts under one name, as in a rolling deploy. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createPayoutWorld, openPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import { type StandInPayouts, startStandInPayouts } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
let elsewhere: StandInPayouts;
let second: TestService;
let other: PayoutWorld;
beforeAll(async () => {
  elsewhere = await startStandInPayouts("other");
  const settings = (url: string) => ({
    PAYOUT_PROCESSOR: JSON.stringify({ name: "rails", url, key: "a-key-of-a-test-account" }),
  });
  world = await createPayoutWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const start = (url: string) =>
    createTestService({
      database: reopenTestDatabase(world.databaseUrl ?? ""),
      clock: world.clock,
      env: settings(url),
    });
  const first = await start(`${world.payouts.url}/payouts/first`);
  firstWorld = openPayoutWorld({ ...first, operator: world.operator }, world.payouts);
  second = await start(`${elsewhere.url}/payouts/second`);
  // Widens the gap between counting the payouts in flight and the change: another process could begin to send.
  for (const { service } of [first, second]) {
    service.deps.connectorAccounts.addOrders({
      party: "payout",
      tables: [],
      exist: () => wait(50).then(() => false),
    });
  }
  other = openPayoutWorld({ ...second, operator: world.operator }, elsewhere);
});
let firstWorld: PayoutWorld;
afterAll(async () => {
  await firstWorld.service.close();
  await second.close();
  await elsewhere.close();
  await world.close();
});

async function unfinished(): Promise<number> {
  const rows = await world.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select("disbursement_intent_id")
    .where("step", "in", ["approved", "sent"])
    .execute();
  return rows.length;
}

test("no payout is sent through both, whenever the account changes", async () => {
  const processes = [firstWorld, other];
  for (let round = 0; round < 12; round += 1) {
    const payouts = await Promise.all(Array.from({ length: 4 }, () => world.submitted()));
    // Every response is lost: recovery looks up, and sends what is not found.
    for (const books of [world.payouts, elsewhere]) {
      books.decide = () => ({ response: "break" });
      books.lookUpFault = { status: 503 };
    }
    await Promise.all([
      ...payouts.map(({ disbursementIntentId }, index) =>
        processes[index % 2]?.call(
          "POST",
          `/v1/disbursements/${disbursementIntentId}/proceed/true`,
          {
            token: world.operator.secretKey,
          },
        ),
      ),
      ...processes.map(({ service }) => service.deps.connectorAccounts.claim()),
    ]);
    await Promise.all(processes.map((opened) => opened.idle()));
    for (const books of [world.payouts, elsewhere]) {
      books.decide = () => ({});
      books.lookUpFault = null;
    }
    while ((await unfinished()) > 0) {
      world.clock.advance(2 * 60 * 60_000);
      // A process with the wrong account leaves the payouts to the other one.
      for (const opened of processes) {
        await opened.runJob("disbursements.recover");
        await opened.idle();
        world.clock.advance(2 * 60 * 60_000);
      }
    }
    await processes[round % 2]?.service.deps.connectorAccounts.claim();
  }
  const twice = [...world.payouts.payouts.keys()].filter((key) => elsewhere.payouts.has(key));
  expect(twice).toEqual([]);
  // Both accounts had the name, so the test has seen changes.
  expect(world.payouts.payouts.size).toBeGreaterThan(0);
  expect(elsewhere.payouts.size).toBeGreaterThan(0);
}, 120_000);
