/** A refund by ACH credit, whose payment by bank comes back before the credit is in a file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { readResourceBalances } from "../../../ledger/testing/read-ledger.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import {
  type BankWorld,
  createBankWorld,
} from "../../../rails/open-banking/testing/pay-by-bank-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { bankPayoutRail: "nacha" },
  });
});
afterAll(() => world.close());

async function follow({ refundId }: Pick<Refund, "refundId">): Promise<Refund> {
  for (let round = 0; round < 8; round += 1) {
    await runRefunds(world);
    world.clock.advance(5_000);
  }
  return (await world.call("GET", `/v1/refunds/${refundId}`)).json();
}

test("is taken out of the queue, because the customer has the payment's money", async () => {
  const intent = await world.newIntent();
  await world.payAtBank(intent, { account: "trust" });
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(10_000);
    await world.runJob("open_banking.recover");
  }
  const url = `/v1/payment-intents/${intent.paymentIntentId}`;
  const body = { externalRefundId: "queued-1", amount: 20 };
  const refund = (await world.call("POST", `${url}/refunds`, { body })).json<Refund>();
  const { refundUrl } = await follow(refund);
  const bank = {
    routingNumber: "110000000",
    accountNumber: "000123456789",
    accountType: "checking",
    holderName: "Ada Lovelace",
  };
  const token = refundUrl?.split("#")[1] ?? "";
  await world.call("POST", "/v1/client/refund/destination", {
    token,
    body: { type: "bank", bank },
  });
  await world.call("POST", `/v1/refunds/${refund.refundId}/proceed/true`);
  expect((await follow(refund)).status).toBe("pending");
  const { ach } = world.service.payments;
  const entry = () => ach.find(world.operator.operatorId, refund.refundId);
  expect(await entry()).toMatchObject({ status: "queued" });

  const { database } = world.service.deps;
  const { payment_id: paymentId } = await database.kysely
    .updateTable("bank_payments")
    .set({ status: "returned", told_status: "settled", reason: "ach_r10" })
    .where("operator_id", "=", world.operator.operatorId)
    .where("payment_intent_id", "=", intent.paymentIntentId)
    .returning("payment_id")
    .executeTakeFirstOrThrow();
  await world.runJob("open_banking.report");
  expect(await entry()).toMatchObject({ status: "canceled" });
  await ach.closeFile();
  await world.runJob("ach.report_outcomes");
  expect(await follow(refund)).toMatchObject({
    status: "failed",
    messages: [{ code: "payment_returned" }],
  });
  expect(await readResourceBalances(database, paymentId)).toEqual({});
});
