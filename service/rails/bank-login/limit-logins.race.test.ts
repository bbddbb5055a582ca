/** PostgreSQL only: the embedded store runs one statement at a time and hides this race. */
import { expect, test } from "vitest";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { minimalSettings, openPayoutWorld } from "../../payouts/testing/payout-world.ts";
import { startStandInPayouts } from "../../payouts/testing/stand-in-payouts.ts";
import { createTestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { maxLogins } from "./limit-logins.ts";

test("concurrent requests of one intent at two services do not exceed its limit of logins", async () => {
  const sandbox = await createSandbox({ port: 0, chainProgram: null });
  const payouts = await startStandInPayouts();
  const env = { SANDBOX_URL: payouts.url, SANDBOX_PORT: new URL(sandbox.url).port };
  const settings = { ...minimalSettings, paymentMethodTypes: ["card", "bank", "pay_by_bank"] };
  const first = await createTestService({ settings: settings as typeof minimalSettings, env });
  if (!first.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const database = reopenTestDatabase(first.databaseUrl);
  const second = await createTestService({ clock: first.clock, database, env });
  const world = openPayoutWorld(first, payouts);
  const intent = await world.newIntent();
  const begin = async (index: number) => {
    const at = index % 2 === 0 ? first : second;
    const path = "/v1/client/bank-logins";
    const { publishableKey } = first.operator;
    const request = { publishableKey, body: {} };
    const response = await at.callAsClient("POST", path, intent.clientSecretKey, request);
    return [response.statusCode, response.json().errorCode ?? null].join(" ");
  };
  const answers = await Promise.all(
    Array.from({ length: maxLogins + 20 }, (_, index) => begin(index)),
  );
  const count = (answer: string) => answers.filter((each) => each === answer).length;
  expect([count("201 "), count("409 bank_logins_used_up")]).toEqual([maxLogins, 20]);
  const logins = await first.service.deps.database.kysely
    .selectFrom("bank_logins")
    .select("bank_login_id")
    .where("subject", "=", intent.disbursementIntentId)
    .execute();
  expect(logins).toHaveLength(maxLogins);
  await second.close();
  await world.close();
  await sandbox.close();
});
