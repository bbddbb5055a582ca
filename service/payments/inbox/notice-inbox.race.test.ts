/** PostgreSQL only: two processes receive the same webhooks while both look the payments up. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import {
  createVendorWorld,
  sandboxCard,
  type VendorWorld,
} from "../../providers/processor/testing/vendor-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { generousTimes } from "../testing/payment-world.ts";

const entry = {
  name: "ad",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: sandboxCredentials.adyen,
  merchantAccount: "TesseraSandbox",
  hmacKey: sandboxCredentials.adyenHmac,
};
let world: VendorWorld;
let second: TestService;
beforeAll(async () => {
  world = await createVendorWorld([entry]);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const url = new URL(entry.url, world.sandboxUrl).href;
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, PROCESSORS: JSON.stringify([{ ...entry, url }]) },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function webhooks(): Promise<object[]> {
  const response = await fetch(`${world.sandboxUrl}/admin/adyen/notifications`);
  return ((await response.json()) as { data: object[] }).data;
}
const deliver = (service: TestService, notification: object) =>
  service.call("POST", "/v1/connectors/ad/notices", {
    token: null,
    body: JSON.stringify(notification),
    headers: { "content-type": "application/json" },
  });

test("each webhook counts once, and each payment has one outcome", async () => {
  const cards = ["visa", "insufficient_funds"];
  await world.fault("adyen", "charge", "error_after_charging", 40);
  const intents = [];
  for (let index = 0; index < 20; index += 1) {
    const intent = await world.createIntent();
    const card = sandboxCard(cards[index % 2] ?? "visa");
    expect((await world.pay(intent, { card })).body.status).toBe("pending");
    intents.push(intent);
  }
  world.clock.advance(60_000);
  const sent = (await webhooks()).toReversed();
  const responses = await Promise.all([
    ...sent.flatMap((each) => [deliver(world, each), deliver(second, each), deliver(world, each)]),
    world.runJob("payments.recover"),
    second.runJob("payments.recover"),
  ]);
  for (const response of responses) if (response) expect(response.body).toBe("[accepted]");
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(60_000);
    await Promise.all([world.runJob("payments.recover"), second.runJob("payments.recover")]);
  }
  for (const [index, intent] of intents.entries()) {
    const outcome = index % 2 ? "failed" : "success";
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", outcome]);
  }
  const kept = await world.service.deps.database.kysely
    .selectFrom("outcome_notices")
    .select(["our_key", "operator_id"])
    .execute();
  expect(kept).toHaveLength(20);
  expect(new Set(kept.map((each) => each.operator_id))).toEqual(
    new Set([world.operator.operatorId]),
  );
  expect(await world.charges("adyen")).toHaveLength(20);
});
