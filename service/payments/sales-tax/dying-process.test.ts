/**
 * A process dies at every step of a sale's report, a refund and its report. Another process continues: the tax service
 * has each document exactly once, with the amounts of the money that moved.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import { generousTimes } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";
import { createTaxWorld, type TaxWorld } from "../testing/tax-world.ts";

let world: TaxWorld;
let store: DyingDatabase;
let dying: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createTaxWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, SALES_TAX: world.salesTax },
  });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

test.each(["good responses", "lost responses"])(
  "reports each sale and refund once, with %s",
  async (responses) => {
    await atEveryStep(store, {
      async prepare() {
        await world.forgetFaults();
        const { intent, paymentId } = await world.paidInReno();
        serial += 1;
        if (responses === "lost responses")
          await world.fault("tax_commit", "dropped_after_charging", 2);
        return { intent, paymentId, externalRefundId: `dying-tax-${serial}` };
      },
      async act({ intent, externalRefundId }) {
        await dying.runJob("payments.sales_tax");
        await dying.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
          token: world.operator.secretKey,
          body: { externalRefundId, amount: 40 },
        });
        await runRefunds(dying);
        await dying.runJob("payments.sales_tax");
      },
      async check({ intent, paymentId }, life) {
        for (let round = 0; round < 2; round += 1) {
          world.clock.advance(11 * 60_000);
          await runRefunds(world);
          await world.runJob("payments.sales_tax");
        }
        const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
        const { data } = (await world.call("GET", url)).json();
        const refunds = data.filter(({ status }: { status: string }) => status === "success");
        const taxDocuments = await world.documents(
          paymentId,
          ...refunds.map(({ refundId }: { refundId: string }) => refundId),
        );
        // The sale first: both may have been reported at once, in any order.
        const documents = taxDocuments.toSorted((a, b) => b.type.localeCompare(a.type));
        const kept = documents.map(({ type, status, totalAmount, totalTax }) => [
          type,
          status,
          totalAmount,
          totalTax,
        ]);
        const expected = [
          ["SalesInvoice", "Committed", 100, 8.27],
          ...refunds.map(() => ["ReturnInvoice", "Committed", -40, -3.31]),
        ];
        expect([life, kept]).toEqual([life, expected]);
      },
    });
  },
  240_000,
);
