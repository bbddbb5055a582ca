/** Payouts from approval to ledger, against the sandbox's Dwolla. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DisbursementIntent } from "#contract/api/disbursements";
import { sandboxCredentials, sandboxDwolla } from "#contract/connectors/sandbox-credentials";
import { dwollaWebhook } from "../../../../sandbox/vendors/dwolla/dwolla-routes.ts";
import { readPostings } from "../../../ledger/testing/read-ledger.ts";
import { methods } from "../../../payouts/testing/payout-world.ts";
import {
  createVendorPayoutWorld,
  type VendorPayoutWorld,
} from "../../../payouts/testing/vendor-payout-world.ts";

const dwolla = {
  name: "dwolla",
  type: "dwolla",
  url: "/vendors/dwolla",
  ...sandboxDwolla,
  secret: { env: "DWOLLA_SECRET" },
};

let world: VendorPayoutWorld;
beforeAll(async () => {
  world = await createVendorPayoutWorld([dwolla], {
    env: { DWOLLA_SECRET: sandboxCredentials.dwolla },
  });
});
afterAll(() => world.close());

const account = (accountNumber: string) => ({
  type: "bank",
  bank: { ...methods.bank.bank, accountNumber },
});
const bookedFor = async ({ disbursement }: DisbursementIntent) =>
  (await world.books("dwolla")).filter(
    ({ idempotencyKey }) => idempotencyKey === disbursement?.disbursementId,
  );
const totals = async () => {
  const response = await fetch(`${world.sandboxUrl}/admin/payouts/dwolla`);
  return (await response.json()) as { customers: number; accounts: number; tokenRequests: number };
};
async function notice(topic: string, payoutId: string, change: { secret?: "wrong" } = {}) {
  const { body, headers } = dwollaWebhook(topic, payoutId);
  const response = await world.service.app.inject({
    method: "POST",
    url: "/v1/connectors/dwolla/notices",
    headers: {
      "content-type": "application/json",
      host: "pay.localhost:4000",
      ...headers,
      ...(change.secret && { "x-request-signature-sha-256": "0".repeat(64) }),
    },
    payload: body,
  });
  await world.idle();
  return response.statusCode;
}

describe("a payout to a bank account", () => {
  test("is pending, paid after a webhook, posted, and counts towards the year", async () => {
    const externalCustomerId = await world.newCustomer();
    const payout = await world.approved({ amount: 80, externalCustomerId });
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    const [booked] = await bookedFor(await world.statusOf(payout));
    expect(booked).toMatchObject({ amountMinor: 8_000, last4: "6789", requests: 1 });
    world.clock.advance(2_000);
    expect(await notice("transfer_completed", booked?.payoutId ?? "", { secret: "wrong" })).toBe(
      401,
    );
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    expect(await notice("transfer_completed", booked?.payoutId ?? "")).toBe(200);
    expect(await world.statusOf(payout)).toMatchObject({ status: "success" });
    expect(await readPostings(world.service.deps.database, payout.disbursementIntentId)).toEqual({
      approved: { payout_expense: 8_000, "payouts_in_flight:dwolla": -8_000 },
      arrived: { "bank:dwolla": -8_000, "payouts_in_flight:dwolla": 8_000 },
    });
    expect(await world.eventsOf(payout)).toEqual([
      "created",
      "pending-validation",
      "approved",
      "success",
    ]);
    const next = await world.newIntent({ amount: 20, externalCustomerId });
    expect((await world.session(next)).yearToDate).toMatchObject({ totalAfter: 100 });
  });

  test("registers a payee and an account once", async () => {
    const externalCustomerId = await world.newCustomer();
    const before = await totals();
    await world.approved({ externalCustomerId });
    await world.approved({ externalCustomerId });
    await world.approved({ externalCustomerId }, account("000987654321"));
    const after = await totals();
    expect(after.customers - before.customers).toBe(1);
    expect(after.accounts - before.accounts).toBe(2);
    const rows = await world.service.deps.database.kysely
      .selectFrom("payout_payees")
      .select("account_index")
      .where("operator_id", "=", world.operator.operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/6789|4321/);
  });

  test("fails with the bank's reason if the bank returns it before it arrived", async () => {
    const closed = await world.approved({}, account("000111111113"));
    await world.recover(70_000);
    expect(await world.statusOf(closed)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_closed" }] },
    });
  });

  test("is refunded if it comes back after it was paid", async () => {
    const payout = await world.approved({}, account("000666666664"));
    const [booked] = await bookedFor(await world.statusOf(payout));
    expect(await notice("transfer_completed", booked?.payoutId ?? "")).toBe(200);
    expect((await world.statusOf(payout)).status).toBe("success");
    await world.recover(13 * 60 * 60_000);
    expect(await world.statusOf(payout)).toMatchObject({
      status: "refunded",
      disbursement: { status: "refunded", messages: [{ code: "credit_refused" }] },
    });
    expect(await world.eventsOf(payout)).toContain("refunded");
  });

  test("cards and other currencies are not offered", async () => {
    const intent = await world.newIntent();
    expect((await world.session(intent)).payoutOptions.map(({ type }) => type)).toEqual(["bank"]);
    await expect(world.newIntent({ currency: "EUR" })).rejects.toThrow("feature_not_enabled");
  });
});

describe("an unknown outcome", () => {
  test.each(["dropped_after_charging", "error_after_charging", "garbled"])(
    "%s: found by our reference, and sent once",
    async (kind) => {
      await world.fault("dwolla", "payout", kind);
      const payout = await world.approved({ amount: 70 });
      expect(await world.faultsLeft()).toBe(0);
      await world.recover(10 * 60_000);
      const intent = await world.statusOf(payout);
      expect(intent.status).toBe("success");
      expect(await bookedFor(intent)).toMatchObject([{ amountMinor: 7_000, requests: 1 }]);
    },
  );

  test("a request that Dwolla never processed is sent again under the same key", async () => {
    await world.fault("dwolla", "payout", "error_without_charging");
    const payout = await world.approved({ amount: 75 });
    await world.recover(10 * 60_000);
    await world.recover(10 * 60_000);
    const intent = await world.statusOf(payout);
    expect(intent.status).toBe("success");
    expect(await bookedFor(intent)).toMatchObject([{ requests: 2 }]);
  });

  test("a response with a different amount is never trusted", async () => {
    const payout = await world.approved({ amount: 71 });
    const [booked] = await bookedFor(await world.statusOf(payout));
    world.clock.advance(2_000);
    await world.fault("dwolla", "payout_look_up", "wrong_amount");
    expect(await notice("transfer_completed", booked?.payoutId ?? "")).toBe(200);
    expect(await world.faultsLeft()).toBe(0);
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    expect(await notice("transfer_completed", booked?.payoutId ?? "")).toBe(200);
    expect((await world.statusOf(payout)).status).toBe("success");
  });
});

test("a notice about an unknown transfer changes nothing, and a notice to an unknown processor is a 404", async () => {
  expect(await notice("transfer_completed", "15c6bcce-46f7-e811-8112-e8dd3bececa8")).toBe(200);
  const { body, headers } = dwollaWebhook("transfer_completed", "x");
  const stranger = await world.service.app.inject({
    method: "POST",
    url: "/v1/connectors/stranger/notices",
    headers: { "content-type": "application/json", host: "pay.localhost:4000", ...headers },
    payload: body,
  });
  expect(stranger.statusCode).toBe(404);
});

test("the token is asked for once an hour, and no number or secret is in the log", async () => {
  const log = world.logLines.join("\n");
  expect(log).not.toContain("000123456789");
  expect(log).not.toContain(sandboxCredentials.dwolla);
  const before = (await totals()).tokenRequests;
  await world.approved({ amount: 5 });
  await world.approved({ amount: 6 });
  expect((await totals()).tokenRequests - before).toBeLessThan(2);
});
