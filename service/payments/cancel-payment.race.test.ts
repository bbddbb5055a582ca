/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createBankWorld } from "./testing/bank-world.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";
import {
  chargeCallsFor,
  enrol,
  payUntilChallenge,
  postResults,
} from "./testing/three-ds-parties.ts";

const card = "4000000000003220";
let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  enrol(world, card, { method: false });
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

test("a customer who pays while two services cancel is charged or canceled, never both", async () => {
  for (let round = 0; round < 16; round += 1) {
    const { intent, payment, threeDSServerTransID } = await payUntilChallenge(world, card);
    await postResults(world, { threeDSServerTransID });
    const cancelAt = (service: TestService) =>
      service.call("POST", `/v1/payments/${payment.paymentId}/cancel`, {
        token: world.operator.secretKey,
      });
    const [first, other] = await Promise.all([
      cancelAt(second),
      cancelAt(world),
      world.continuePayment(intent, payment.paymentId, {
        after: "challenge",
        outcome: "completed",
        cvc: "123",
      }),
    ]);
    const isCanceled = first.statusCode === 200;
    expect(other.statusCode).toBe(first.statusCode);
    expect(chargeCallsFor(world, payment)).toHaveLength(isCanceled ? 0 : 1);
    expect(await world.statusOf(intent)).toMatchObject({
      status: isCanceled ? "failed" : "success",
    });
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending",
      isCanceled ? "failed" : "success",
    ]);
  }
});

test("a debit is canceled or in a file, never both", async () => {
  const bank = await createBankWorld();
  try {
    for (let round = 0; round < 6; round += 1) {
      const intent = await bank.createIntent();
      const { body } = await bank.payByDebit(intent, {
        account: { accountNumber: `7700112233${round}` },
      });
      const [response] = await Promise.all([
        bank.call("POST", `/v1/payments/${body.paymentId}/cancel`),
        bank.bankTakesFile(),
      ]);
      await bank.bankTakesFile();
      const [entry] = await bank.entriesOf(body.paymentId);
      const isCanceled = response.statusCode === 200;
      expect(entry?.status === "canceled").toBe(isCanceled);
      expect(await bank.statusOf(intent)).toMatchObject({
        status: isCanceled ? "failed" : "pending",
      });
    }
  } finally {
    await bank.close();
  }
});
