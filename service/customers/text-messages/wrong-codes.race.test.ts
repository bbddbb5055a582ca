/** PostgreSQL only: the embedded store runs one statement at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { type StandInCarrier, startStandInCarrier } from "../../testing/stand-in-carrier.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";

let carrier: StandInCarrier;
let world: TestService;
/** Another process on the same database. */
let second: TestService;
beforeAll(async () => {
  carrier = await startStandInCarrier();
  const env = { SANDBOX_URL: carrier.url };
  world = await createTestService({ env });
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const database = reopenTestDatabase(world.databaseUrl);
  second = await createTestService({ database, clock: world.clock, env });
});
afterAll(async () => {
  await second.close();
  await world.close();
  await carrier.close();
});

test("simultaneous guesses at several payouts' codes, at two services, are limited to fifteen", async () => {
  const externalCustomerId = "guessed";
  const data = { email: "guessed@example.com", phoneNumber: "+14155552671" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
  const secrets: string[] = [];
  const codes: string[] = [];
  for (let payout = 0; payout < 5; payout += 1) {
    const response = await world.call("POST", "/v1/disbursement-intents", {
      body: {
        externalDisbursementIntentId: `payout-${payout}`,
        amount: 10,
        currency: "USD",
        externalCustomerId,
      },
    });
    const { clientSecretKey } = response.json<CreatedDisbursementIntent>();
    secrets.push(clientSecretKey);
    const started = await world.callAsClient(
      "POST",
      "/v1/client/sms-verification",
      clientSecretKey,
      { body: {} },
    );
    expect(started.statusCode).toBe(200);
    codes.push(carrier.newestCode());
    world.clock.advance(60_000);
  }
  const wrong = ["000000", "000001", "000002", "000003", "000004", "000005"].find(
    (code) => !codes.includes(code),
  );
  const { publishableKey } = world.operator;
  const responses = await Promise.all(
    secrets.flatMap((secret) =>
      [world, second, world, second].map((service) =>
        service.callAsClient("POST", "/v1/client/sms-verification/check", secret, {
          publishableKey,
          body: { code: wrong },
        }),
      ),
    ),
  );
  const refusals = responses.map((response) => response.json().errorCode).sort();
  expect(refusals.filter((code) => code === "sms_code_wrong")).toHaveLength(14);
  expect(refusals.filter((code) => code === "sms_too_many_attempts")).toHaveLength(1);
  const { total } = await world.service.deps.database.kysely
    .selectFrom("sms_verifications")
    .select((select) => select.fn.sum<number>("failed_checks").as("total"))
    .executeTakeFirstOrThrow();
  expect(Number(total)).toBe(15);
});
