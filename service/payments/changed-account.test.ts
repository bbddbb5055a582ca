/** The settings name another account for a card processor while a charge is in flight. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { shareDatabase } from "../testing/test-database.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";

let world: PaymentWorld;
/** A process in which "northbank" names another account: quayside's. */
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(async () => {
  world.parties.release();
  await second.close();
  await world.close();
});

const atOther = () => [...world.parties.quayside.calls, ...world.parties.quayside.charges.values()];

test("the other account gets neither the charge nor a look-up, and other processors continue", async () => {
  world.parties.northbank.next({ response: "break" });
  world.parties.northbank.lookUps = { status: 503 };
  const intent = await world.createIntent();
  const { body } = await world.pay(intent);
  expect(body.status).toBe("pending");
  second = await createTestService({
    database: shareDatabase(world.service.deps.database),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: {
      SANDBOX_URL: world.parties.url,
      PROCESSORS: JSON.stringify([
        {
          name: "northbank",
          url: `${world.parties.url}/processors/quayside`,
          key: sandboxCredentials.quayside,
        },
        {
          name: "spare",
          url: `${world.parties.url}/processors/northbank`,
          key: sandboxCredentials.northbank,
        },
      ]),
    },
  });
  // Look-ups must not end the charge: the other account would answer that it has no such charge.
  for (let round = 0; round < 8; round += 1) {
    world.clock.advance(10 * 60_000);
    await second.runJob("payments.recover");
  }
  expect((await world.statusOf(intent)).status).toBe("pending");

  const other = await world.createIntent({ amount: 12 });
  const paid = await second.callAsClient("POST", "/v1/client/payments", other.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    body: {
      type: "card",
      card: {
        number: "4242424242424242",
        expiryMonth: 12,
        expiryYear: 2030,
        cvc: "737",
        holderName: "Ada Lovelace",
      },
      total: 12,
      browser: {
        javaEnabled: false,
        language: "en",
        colorDepth: 24,
        screenHeightPx: 900,
        screenWidthPx: 1440,
        timeZoneOffsetMinutes: 300,
        userAgent: "Mozilla/5.0",
      },
    },
    headers: { accept: "application/json" },
  });
  expect(paid.json()).toMatchObject({ status: "success" });
  expect((await world.statusOf(other)).payments?.[0]).toMatchObject({ processor: "spare" });
  expect(atOther()).toEqual([]);

  // The process with the earlier settings finds the charge.
  world.parties.northbank.lookUps = null;
  world.clock.advance(60 * 60_000);
  await world.runJob("payments.recover");
  expect((await world.statusOf(intent)).status).toBe("success");
});
