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

test("simultaneous codes for several customers with one number, at two services, are limited to five", async () => {
  const phoneNumber = "+14155552699";
  const secrets: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const externalCustomerId = `shared-${count}`;
    const data = { email: `shared${count}@example.com`, phoneNumber };
    await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
    const response = await world.call("POST", "/v1/disbursement-intents", {
      body: {
        externalDisbursementIntentId: `shared-payout-${count}`,
        amount: 10,
        currency: "USD",
        externalCustomerId,
      },
    });
    secrets.push(response.json<CreatedDisbursementIntent>().clientSecretKey);
  }
  const { publishableKey } = world.operator;
  const sent = await Promise.all(
    secrets.map((secret, index) =>
      (index % 2 === 0 ? world : second).callAsClient(
        "POST",
        "/v1/client/sms-verification",
        secret,
        { publishableKey, body: {} },
      ),
    ),
  );
  // The response does not reveal that others request codes for this number.
  expect(sent.map(({ statusCode }) => statusCode)).toEqual(secrets.map(() => 200));
  expect(carrier.messages.filter(({ to }) => to === phoneNumber)).toHaveLength(5);
});
