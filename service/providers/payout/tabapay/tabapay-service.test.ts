/** Payouts from approval to ledger, against the sandbox's TabaPay. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { DisbursementIntent } from "#contract/api/disbursements";
import { sandboxCredentials, sandboxTabapay } from "#contract/connectors/sandbox-credentials";
import { readPostings } from "../../../ledger/testing/read-ledger.ts";
import { methods, openPayoutWorld } from "../../../payouts/testing/payout-world.ts";
import {
  createVendorPayoutWorld,
  type VendorPayoutWorld,
} from "../../../payouts/testing/vendor-payout-world.ts";
import { createTestService } from "../../../testing/create-test-service.ts";
import { shareDatabase } from "../../../testing/test-database.ts";

const tabapay = {
  name: "taba",
  type: "tabapay",
  url: "/vendors/tabapay",
  ...sandboxTabapay,
  token: { env: "TABAPAY_TOKEN" },
  requestsPerSecond: 5,
};
const TABAPAY_TOKEN = sandboxCredentials.tabapay;

let world: VendorPayoutWorld;
beforeAll(async () => {
  world = await createVendorPayoutWorld([tabapay], { env: { TABAPAY_TOKEN } });
});
afterAll(() => world.close());

const card = (number: string) => ({ type: "card", card: { ...methods.card.card, number } });

/** A payout's stored reference, and what TabaPay has under it. */
async function bookedFor({ disbursement }: DisbursementIntent) {
  const stored = await world.service.deps.database.kysely
    .selectFrom("payout_references")
    .select("reference")
    .where("operator_id", "=", world.operator.operatorId)
    .where("payout_key", "=", disbursement?.disbursementId ?? "")
    .execute();
  const [reference] = stored.map((row) => row.reference);
  expect(stored).toHaveLength(1);
  expect(reference).toMatch(/^[a-z0-9]{15}$/);
  const books = await world.books("tabapay");
  return books.filter(({ idempotencyKey }) => idempotencyKey === reference);
}

describe("a payout to a card", () => {
  test("is paid at once, with its postings and events, and counts towards the year", async () => {
    const externalCustomerId = await world.newCustomer();
    const payout = await world.approved({ amount: 80, externalCustomerId }, methods.card);
    const intent = await world.statusOf(payout);
    expect(intent).toMatchObject({ status: "success", disbursement: { status: "success" } });
    expect(await bookedFor(intent)).toMatchObject([
      { amountMinor: 8_000, status: "paid", type: "card", last4: "5556", requests: 1 },
    ]);
    const { database } = world.service.deps;
    expect(await readPostings(database, payout.disbursementIntentId)).toEqual({
      approved: { payout_expense: 8_000, "payouts_in_flight:taba": -8_000 },
      arrived: { "bank:taba": -8_000, "payouts_in_flight:taba": 8_000 },
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

  test("fails with the reason if the bank declines it", async () => {
    const intent = await world.statusOf(await world.approved({}, card("4000000000009995")));
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: { status: "failed", messages: [{ code: expect.any(String) }] },
    });
    expect(await bookedFor(intent)).toMatchObject([{ status: "declined", requests: 1 }]);
  });

  test("appears in no log", () => {
    const { number } = methods.card.card;
    expect(world.logLines.join("\n")).not.toContain(number);
    expect(world.logLines.join("\n")).not.toContain(TABAPAY_TOKEN);
  });
});

describe("a payout to a bank account", () => {
  test("waits for its file, is rarely looked up, and never again after it was paid", async () => {
    const payout = await world.approved({ amount: 60 });
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    await world.recover(95_000);
    const intent = await world.statusOf(payout);
    expect(intent.status).toBe("success");
    expect(await bookedFor(intent)).toMatchObject([{ type: "bank", requests: 1 }]);
    const row = await world.service.deps.database.kysely
      .selectFrom("disbursement_intents")
      .select("next_check_at")
      .where("operator_id", "=", world.operator.operatorId)
      .where("disbursement_intent_id", "=", payout.disbursementIntentId)
      .executeTakeFirst();
    expect(row?.next_check_at).toBeNull();
  });
});

describe("an unknown outcome", () => {
  test("after HTTP 207, TabaPay has the payout, which is looked up by its id after 90 seconds", async () => {
    const payout = await world.approved({ amount: 14 }, methods.card);
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    await world.recover(30_000);
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    await world.recover(65_000);
    const intent = await world.statusOf(payout);
    expect(intent.status).toBe("success");
    expect(await bookedFor(intent)).toMatchObject([{ requests: 1 }]);
  });

  test.each(["dropped_after_charging", "error_after_charging", "garbled"])(
    "%s: sent once, not asked for at once, and found by its reference",
    async (kind) => {
      await world.fault("tabapay", "payout", kind);
      const payout = await world.approved({ amount: 70 }, methods.card);
      expect(await world.faultsLeft()).toBe(0);
      await world.recover(40_000);
      // A recovery for another reason does not ask sooner either.
      await world.service.disbursements.deps.outgoing.recover({ ...payout, provider: "tabapay" });
      expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
      await world.recover(10 * 60_000);
      const intent = await world.statusOf(payout);
      expect(intent.status).toBe("success");
      expect(await bookedFor(intent)).toMatchObject([{ amountMinor: 7_000, requests: 1 }]);
    },
  );

  test("a request that TabaPay never processed is sent again under the same reference", async () => {
    await world.fault("tabapay", "payout", "error_without_charging");
    const payout = await world.approved({ amount: 75 }, methods.card);
    await world.recover(95_000);
    const intent = await world.statusOf(payout);
    expect(intent.status).toBe("success");
    expect(await bookedFor(intent)).toMatchObject([{ requests: 2 }]);
  });

  test("a response with a different amount is never trusted", async () => {
    const payout = await world.approved({ amount: 71 });
    await world.fault("tabapay", "payout_look_up", "wrong_amount");
    await world.recover(95_000);
    expect(await world.faultsLeft()).toBe(0);
    expect((await world.statusOf(payout)).disbursement?.status).toBe("pending");
    await world.recover(10 * 60_000);
    const intent = await world.statusOf(payout);
    expect(intent.status).toBe("success");
    expect(await bookedFor(intent)).toMatchObject([{ amountMinor: 7_100, requests: 1 }]);
  });

  test("after HTTP 207 without a later outcome, it is pending for days and looked up less and less often", async () => {
    const payout = await world.approved({ amount: 12 }, methods.card);
    for (let hour = 0; hour < 24; hour += 1) await world.recover(60 * 60_000);
    const intent = await world.statusOf(payout);
    expect(intent.disbursement?.status).toBe("pending");
    expect(await bookedFor(intent)).toMatchObject([{ requests: 1 }]);
    const row = await world.service.deps.database.kysely
      .selectFrom("disbursement_intents")
      .select("checks")
      .where("operator_id", "=", world.operator.operatorId)
      .where("disbursement_intent_id", "=", payout.disbursementIntentId)
      .executeTakeFirst();
    expect(row?.checks).toBeLessThan(13);
  });

  test("two payouts never share a reference at TabaPay", async () => {
    const { kysely } = world.service.deps.database;
    const rows = await kysely
      .selectFrom("payout_references")
      .select(["reference", "payout_key"])
      .where("operator_id", "=", world.operator.operatorId)
      .execute();
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(7);
  });
});

test("after a process dies with the payout sent, another process finds the payout and sends nothing", async () => {
  await world.fault("tabapay", "payout", "silent_after_charging");
  const payout = await world.submitted({ amount: 90 }, methods.card);
  expect((await world.proceed(payout, true)).statusCode).toBe(200);
  const sentTo = async () =>
    (await world.books("tabapay")).filter(({ amountMinor }) => amountMinor === 9_000);
  await expect.poll(async () => (await sentTo()).length).toBe(1);
  // The first process still waits for a response that never comes; the second one knows only the store.
  const second = await createTestService({
    clock: world.clock,
    database: shareDatabase(world.service.deps.database),
    env: { ...world.env },
  });
  onTestFinished(second.close);
  const other = openPayoutWorld(second, world.payouts);
  await other.recover(10 * 60_000);
  expect((await world.statusOf(payout)).status).toBe("success");
  expect(await sentTo()).toMatchObject([{ requests: 1 }]);
});
