/** Runs with the sandbox's Trustly, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { PaymentDetail } from "#contract/console/payments";
import type { ConsoleRouting } from "#contract/console/routing";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { createTrustlyWorld, type TrustlyWorld } from "./testing/trustly-world.ts";

let world: TrustlyWorld;
beforeAll(async () => {
  world = await createTrustlyWorld();
});
afterAll(() => world.close());

async function paymentOf(intent: CreatedPaymentIntent) {
  const { payment } = await world.statusOf(intent);
  if (!payment) throw new Error("no payment");
  return payment;
}
async function paidFrom(account: string) {
  const intent = await world.newIntent();
  await world.payAtBank(intent, { account });
  await world.deliver();
  return intent;
}

async function asked(intent: CreatedPaymentIntent, body: object = {}) {
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, {
    body: { externalRefundId: `of-${intent.paymentIntentId}`, ...body },
  });
  expect(response.statusCode, response.body).toBe(201);
  const { refundId } = response.json<{ refundId: string }>();
  const follow = async (rounds: number, everyMs: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await runRefunds(world);
      world.clock.advance(everyMs);
    }
    return (await world.call("GET", `/v1/refunds/${refundId}`)).json();
  };
  return { refundId, follow };
}

describe("a refund", () => {
  async function refunded(account: string, body: object = {}) {
    const intent = await paidFrom(account);
    for (let round = 0; round < 3; round += 1) await world.wait(60_000);
    return asked(intent, body);
  }
  test("goes back to the account that paid, in parts", async () => {
    const { refundId, follow } = await refunded("everyday", { amount: 20 });
    expect(await follow(3, 5_000)).toMatchObject({ status: "success", kind: "refund" });
    expect(await world.bookings(refundId)).toMatchObject([{ type: "4", amountMinor: 2_000 }]);
  });

  test("is found and not sent again if its response was lost", async () => {
    const { refundId, follow } = await refunded("joint");
    expect(await follow(8, 60_000)).toMatchObject({ status: "success" });
    expect(await world.bookings(refundId)).toHaveLength(1);
  });

  test("waits for another of the customer's accounts if the bank sends it back", async () => {
    const { follow } = await refunded("gifts");
    expect(await follow(6, 5_000)).toMatchObject({ status: "requires-destination" });
  });
});

describe("a refund that can't be sent now", () => {
  test("says that our balance is too low and since when, and is sent once the balance is high enough", async () => {
    const intent = await paidFrom("unfunded");
    const { refundId, follow } = await asked(intent);
    const sinceMs = world.clock.nowMs();
    const waiting = await follow(3, 60_000);
    expect(waiting).toMatchObject({ status: "pending", messages: [{ code: "balance_too_low" }] });
    expect(Date.parse(waiting.messages[0].at)).toBe(sinceMs);
    expect(await world.bookings(refundId)).toEqual([]);
    expect(await follow(8, 60_000)).toMatchObject({ status: "success", messages: [] });
    expect(await world.bookings(refundId)).toHaveLength(1);
  });

  test("says that its bank is missing from the settings, and so does its payment", async () => {
    const intent = await paidFrom("everyday");
    const { paymentId } = await paymentOf(intent);
    const { operatorId } = world.operator;
    const nameBank = (bank_name: string) =>
      world.service.deps.database.kysely
        .updateTable("bank_payments")
        .set({ bank_name })
        .where("operator_id", "=", operatorId)
        .where("payment_id", "=", paymentId)
        .execute();
    const { browser } = await addStaff(world, "admin");
    const detail = async () =>
      (await browser.ok("GET", `/payments/${intent.paymentIntentId}`)) as PaymentDetail;
    const missing = async () =>
      ((await browser.ok("GET", "/routing")) as ConsoleRouting).missingBanks;
    const listed = async () =>
      ((await browser.ok("GET", "/refunds?which=stuck")) as { data: Refund[] }).data.map(
        (refund) => refund.refundId,
      );
    expect(await missing()).toEqual([]);
    await nameBank("gone");
    const { refundId, follow } = await asked(intent);
    expect(await follow(2, 60_000)).toMatchObject({
      status: "pending",
      messages: [{ code: "provider_not_configured" }],
    });
    expect(await listed()).toContain(refundId);
    expect((await detail()).attempts[0]?.bankConsent?.missingBank).toBe("gone");
    expect(await missing()).toEqual([{ name: "gone", payments: 1 }]);
    await nameBank("trustly");
    expect(await follow(8, 60_000)).toMatchObject({ status: "success", messages: [] });
    expect((await detail()).attempts[0]?.bankConsent?.missingBank).toBeNull();
    expect([await missing(), await listed()]).toEqual([[], []]);
  });
});

describe("a refund of a payment that comes back", () => {
  const returned = { status: "failed", messages: [{ code: "payment_returned" }] };

  test.each([
    ["before the refund is sent", true],
    ["and Trustly says so first when it refuses the refund", false],
  ])("%s fails, and asks for no account", async (_, isKnown) => {
    const intent = await paidFrom("returning");
    const { refundId, follow } = await asked(intent);
    if (isKnown) await world.wait(7_000);
    else world.clock.advance(7_000);
    expect(await follow(2, 60_000)).toMatchObject(returned);
    expect(await world.bookings(refundId)).toEqual([]);
    expect(await paymentOf(intent)).toMatchObject({ status: "failed" });
    const { database } = world.service.deps;
    const { paymentId } = await paymentOf(intent);
    expect(await readResourceBalances(database, paymentId)).toEqual({});
  });

  test("no longer waits for the customer's account, and pays nothing to an account that the customer named", async () => {
    for (const isNamed of [false, true]) {
      const intent = await paidFrom("gifts");
      const { paymentId } = await paymentOf(intent);
      const { follow } = await asked(intent);
      const { refundUrl } = await follow(6, 5_000);
      const bank = {
        routingNumber: "110000000",
        accountNumber: "000123456789",
        accountType: "checking",
        holderName: "Ada Lovelace",
      };
      const token = refundUrl.split("#")[1];
      const body = { type: "bank", bank };
      const name = () => world.call("POST", "/v1/client/refund/destination", { token, body });
      if (isNamed) expect((await name()).statusCode).toBe(200);
      // The row looks as if a process had died before it reported what it learned.
      await world.service.deps.database.kysely
        .updateTable("bank_payments")
        .set({ status: "returned", told_status: "settled", reason: "ach_r10" })
        .where("operator_id", "=", world.operator.operatorId)
        .where("payment_id", "=", paymentId)
        .execute();
      await world.wait(0);
      expect(await follow(1, 0)).toMatchObject(returned);
      expect((await name()).statusCode).toBeGreaterThanOrEqual(400);
      expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({});
    }
  });
});

describe("a payment that comes back in part", () => {
  async function halfReturned() {
    const intent = await paidFrom("half");
    await world.wait(7_000);
    await world.deliver();
    const { paymentId } = await paymentOf(intent);
    return {
      intent,
      paymentId,
      balances: () => readResourceBalances(world.service.deps.database, paymentId),
    };
  }
  const refundsOf = ({ paymentIntentId }: CreatedPaymentIntent, body: object) =>
    world.call("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, { body });

  test("stays paid, the part is a lost dispute, and only the rest can be refunded", async () => {
    const { intent, paymentId, balances } = await halfReturned();
    const url = `/v1/payment-intents/${intent.paymentIntentId}/status`;
    expect((await world.call("GET", url)).json()).toMatchObject({
      status: "success",
      disputedAmount: 26.2,
    });
    const { data } = (await world.call("GET", "/v1/disputes")).json<{ data: Dispute[] }>();
    expect(data.filter((dispute) => dispute.paymentId === paymentId)).toMatchObject([
      { status: "lost", network: "ach", reasonCode: "R10", amount: 26.2, outcome: "lost" },
    ]);
    expect(await balances()).toEqual({
      chargeback_losses: 2_620,
      customer_orders: -5_240,
      pay_by_bank_in_flight: 2_620,
    });
    const tooMuch = await refundsOf(intent, { externalRefundId: `much-${paymentId}`, amount: 30 });
    expect(tooMuch.json()).toMatchObject({
      errorCode: "refund_exceeds_payment",
      refundableAmount: 26.2,
    });
    const { refundId, follow } = await asked(intent);
    expect(await follow(3, 5_000)).toMatchObject({ status: "success", amount: 26.2 });
    expect(await world.bookings(refundId)).toMatchObject([{ amountMinor: 2_620 }]);
  });

  test("leaves nothing in the books once the rest comes back, too", async () => {
    const { intent, paymentId, balances } = await halfReturned();
    // Leaves the row as if the process had died before it reported what it learned.
    await world.service.deps.database.kysely
      .updateTable("bank_payments")
      .set({ status: "returned", told_status: "settled", reason: "ach_r10" })
      .where("operator_id", "=", world.operator.operatorId)
      .where("payment_id", "=", paymentId)
      .execute();
    await world.wait(0);
    expect((await paymentOf(intent)).status).toBe("failed");
    expect(await balances()).toEqual({});
  });

  test("is not refunded in full if the refund was asked for before", async () => {
    const intent = await paidFrom("half");
    const { refundId, follow } = await asked(intent);
    world.clock.advance(7_000);
    // Trustly refuses the whole amount, and the service learns why.
    expect(await follow(4, 60_000)).toMatchObject({
      status: "failed",
      messages: [{ code: "charge_disputed" }],
    });
    expect(await world.bookings(refundId)).toEqual([]);
    expect((await asked(intent, { externalRefundId: `rest-${refundId}` })).refundId).toBeTruthy();
  });

  test("leaves books that agree with the records, as all payments here do", async () => {
    await walkHistory(world);
    expect(await checkRecords(world)).toEqual([]);
  });
});
