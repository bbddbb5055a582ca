/** PostgreSQL only: the embedded store runs one statement at a time. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { composeCardNumber } from "../../sandbox/catalogue/composed-cards.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { postForm } from "../../sandbox/testing/sandbox-client.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";
import { issuerChallengeOf } from "./testing/three-ds-parties.ts";

let sandbox: Sandbox;
let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
  const env = {
    DIRECTORY_SERVER: JSON.stringify({
      name: "3ds",
      type: "3dsecure.io",
      url: `${sandbox.url}/vendors/3dsecure.io`,
      apiKey: sandboxCredentials.threeDSecureIo,
      acquirers: [{ acquirerBIN: "438309", acquirerMerchantID: "00002000000" }],
      mcc: "5999",
      merchantCountryCode: "840",
      acquirerCountryCode: "840",
    }),
  };
  world = await createPaymentWorld({ env });
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, ...env },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
  await sandbox.close();
});

test("a payment whose result the browser and the jobs of two services request at once is charged once", async () => {
  const number = composeCardNumber({ authentication: "C", challenge: "auto_success" });
  for (let round = 0; round < 20; round += 1) {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: { number } });
    const action = issuerChallengeOf(body);
    const { creq, threeDSSessionData } = action;
    const acsUrl = action.acsUrl.replace(/^http:\/\/[^/]+/, sandbox.url);
    await postForm(acsUrl, { creq, threeDSSessionData });
    world.clock.advance(61_000);
    const back = { after: "challenge", outcome: "completed", cvc: "123" };
    const comeBack = () => world.continuePayment(intent, body.paymentId, back);
    await Promise.all([
      world.runJob("payments.recover"),
      comeBack(),
      second.runJob("payments.recover"),
      comeBack(),
    ]);
    await comeBack();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    const charges = world.parties.northbank.calls.filter(({ key }) =>
      key.startsWith(body.paymentId),
    );
    expect(charges).toHaveLength(1);
    expect(charges[0]?.body).toMatchObject({ threeDSecure: { transStatus: "Y", eci: "05" } });
  }
});
