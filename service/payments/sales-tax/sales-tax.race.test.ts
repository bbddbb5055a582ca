/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { generousTimes } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";
import { createTaxWorld, type TaxWorld } from "../testing/tax-world.ts";

let world: TaxWorld;
let second: TestService;
beforeAll(async () => {
  world = await createTaxWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, SALES_TAX: world.salesTax },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const both = () =>
  Promise.all(
    [world, second, world, second].map((service) => service.runJob("payments.sales_tax")),
  );

test("two processes report each sale and refund once", async () => {
  const paid = [];
  for (let sale = 0; sale < 6; sale += 1) paid.push(await world.paidInReno());
  await both();
  const refunds = [];
  for (const { intent } of paid) refunds.push(await world.refund(intent, 10));
  await both();
  for (const { paymentId } of paid) {
    expect(await world.documents(paymentId)).toMatchObject([{ status: "Committed", requests: 1 }]);
  }
  for (const refundId of refunds) {
    expect(await world.documents(refundId)).toMatchObject([{ status: "Committed", requests: 1 }]);
  }
});

test("a debit that comes back while its sale and its refund are reported leaves nothing committed", async () => {
  for (let round = 0; round < 4; round += 1) {
    const intent = await world.intentInReno();
    const account = { accountNumber: `99887${round}0` };
    const { body } = await world.payByDebit(intent, { account });
    await world.bankTakesFile();
    await world.windowPasses();
    const refund = await world.call(
      "POST",
      `/v1/payment-intents/${intent.paymentIntentId}/refunds`,
      { body: { externalRefundId: `racing-${round}`, amount: 10 } },
    );
    await runRefunds(world);
    await world.sendBack(account.accountNumber, "R11");
    await Promise.all([world.bankTakesFile(), both(), runRefunds(second)]);
    for (let again = 0; again < 4; again += 1) {
      world.clock.advance(60 * 60_000);
      await runRefunds(world);
      await both();
    }
    const documents = await world.documents(body.paymentId, refund.json().refundId);
    expect(documents.filter(({ status }) => status !== "Cancelled")).toEqual([]);
    const open = await world.service.deps.database.kysely
      .selectFrom("tax_documents")
      .select(["code", "wanted", "state", "problem"])
      .where("next_check_at", "is not", null)
      .execute();
    expect(open).toEqual([]);
  }
});
