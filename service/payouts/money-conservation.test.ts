/**
 * Random payouts, decisions, processor faults, crashes of the sender and clock changes. Afterwards the processor's
 * books and ours must match.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { readResourceBalances } from "../ledger/testing/read-ledger.ts";
import { withheldMinor } from "../tax/w9/index.ts";
import { streamDisbursements, yearToDateMinor } from "./index.ts";
import { createPayoutWorld, methods, type PayoutWorld } from "./testing/payout-world.ts";
import type { PayoutBehavior } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
/** One payee receives the full amount; the other is under 24 % backup withholding. */
let payees: { externalCustomerId: string; isWithheld: boolean }[];
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
  const address = {
    line1: "1 Main Street",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  };
  const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23", address };
  payees = await Promise.all(
    [false, true].map(async (isWithheld) => {
      const externalCustomerId = await world.newCustomer(jane);
      const { w9CaptureUrl } = await world.newIntent({ externalCustomerId });
      await world.verify(externalCustomerId);
      await world.signW9(w9CaptureUrl, { backupWithholding: isWithheld });
      return { externalCustomerId, isWithheld };
    }),
  );
});
afterAll(() => world.close());

const behaviors: readonly PayoutBehavior[] = [
  {},
  { becomes: "pending" },
  { becomes: { declined: "account_closed" } },
  { response: { status: 500, body: {} } },
  { response: "break" },
  { becomes: "nothing", response: { status: 503, body: {} } },
  { becomes: "nothing", response: "break" },
  { response: (payout) => ({ ...payout, amountMinor: payout.amountMinor + 1 }) },
  { response: { status: 200, body: "<html>" } },
];
const at = fc.nat({ max: 30 });
const operation = fc.oneof(
  fc.record({
    type: fc.constant("submit" as const),
    cents: fc.integer({ min: 1, max: 90_000 }),
    at,
  }),
  fc.record({
    type: fc.constant("approve" as const),
    at,
    behavior: fc.constantFrom(...behaviors),
  }),
  fc.record({
    type: fc.constant("approve" as const),
    at,
    behavior: fc.constantFrom(...behaviors),
  }),
  fc.record({ type: fc.constant("reject" as const), at }),
  fc.record({
    type: fc.constant("settle" as const),
    at,
    status: fc.constantFrom("paid" as const, "failed" as const, "canceled" as const),
  }),
  fc.record({ type: fc.constant("return" as const), at }),
  fc.record({ type: fc.constant("look" as const), afterMs: fc.constantFrom(1_000, 60_000, 4e6) }),
  fc.record({ type: fc.constant("look_ups_fail" as const), fails: fc.boolean() }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** What the test expects of a payout. */
interface ExpectedPayout {
  intent: CreatedDisbursementIntent;
  cents: number;
  netCents: number;
  isApproved: boolean;
}

async function run(each: Operation, payouts: ExpectedPayout[]): Promise<void> {
  const payout = "at" in each && payouts.length > 0 ? payouts[each.at % payouts.length] : undefined;
  switch (each.type) {
    case "submit": {
      const payee = payees[each.at % 2];
      const withheld = payee?.isWithheld ? withheldMinor(each.cents, { basisPoints: 2_400 }) : 0;
      const intent = await world.newIntent({
        amount: each.cents / 100,
        externalCustomerId: payee?.externalCustomerId,
      });
      const netCents = each.cents - withheld;
      const chosen = await world.choose(intent, { ...methods.bank, netAmount: netCents / 100 });
      expect(chosen.statusCode, JSON.stringify(chosen.body)).toBe(201);
      payouts.push({ intent, cents: each.cents, netCents, isApproved: false });
      return;
    }
    case "approve":
    case "reject": {
      if (!payout) return;
      if (each.type === "approve") world.payouts.decide = () => each.behavior;
      // The decision is refused if the payout is already decided.
      const response = await world.proceed(payout.intent, each.type === "approve");
      await world.idle();
      world.payouts.decide = () => ({});
      if (response.statusCode === 200 && each.type === "approve") payout.isApproved = true;
      return;
    }
    case "settle":
    case "return": {
      if (!payout) return;
      const { disbursement } = await world.statusOf(payout.intent);
      const booked = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
      if (each.type === "settle" && booked?.status === "pending") booked.status = each.status;
      if (each.type === "return" && booked?.status === "paid") booked.status = "returned";
      return;
    }
    case "look":
      return world.recover(each.afterMs);
    case "look_ups_fail":
      world.payouts.lookUpFault = each.fails ? { status: 503 } : null;
  }
}

/** Lets every payout in transit reach its final state. */
async function finishAll(): Promise<void> {
  world.payouts.lookUpFault = null;
  for (const booked of world.payouts.payouts.values()) {
    if (booked.status === "pending") booked.status = "paid";
  }
  for (let round = 0; round < 3; round += 1) await world.recover(13 * 60 * 60_000);
}

test("the processor's books and ours agree that approved = sent + withheld + failed + voided, after random operations", async () => {
  const randomOperations = fc.array(operation, { minLength: 25, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(randomOperations, async (operations) => {
      const payouts: ExpectedPayout[] = [];
      for (const operation of operations) await run(operation, payouts);
      await finishAll();

      const sums = { approved: 0, sent: 0, withheld: 0, failed: 0, voided: 0 };
      for (const { intent, cents, netCents, isApproved } of payouts) {
        const { status, disbursement } = await world.statusOf(intent);
        const booked = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
        if (!isApproved) {
          expect(booked, "sent without an approval").toBeUndefined();
          continue;
        }
        sums.approved += cents;
        expect(["success", "failed", "refunded"]).toContain(status);
        switch (disbursement?.status) {
          case "success":
            expect(booked).toMatchObject({ status: "paid", amountMinor: netCents });
            break;
          case "refunded":
            expect(booked).toMatchObject({ status: "returned", amountMinor: netCents });
            break;
          default:
            expect(["paid", "pending"], "payout without a known outcome").not.toContain(
              booked?.status,
            );
        }
        if (disbursement?.status === "failed") sums.failed += cents;
        else if (disbursement?.status === "voided") sums.voided += cents;
        else {
          sums.sent += netCents;
          sums.withheld += Math.round((disbursement?.withheldAmount ?? 0) * 100);
        }
      }
      expect(sums.sent + sums.withheld + sums.failed + sums.voided).toBe(sums.approved);
      for (const { intent } of payouts) await expectLedgerOf(intent);
      const references = [...world.payouts.payouts.values()].map(
        ({ request }) => request.merchantReference,
      );
      expect(new Set(references).size, "one payout for each reference").toBe(references.length);
    }),
    { numRuns: 5, seed: 20_261_122, endOnFailure: true },
  );
});

/** A payout that arrived has left the bank account in the ledger. Any other payout leaves no balance. */
async function expectLedgerOf(intent: CreatedDisbursementIntent): Promise<void> {
  const { disbursement } = await world.statusOf(intent);
  const { database } = world.service.deps;
  const balances = await readResourceBalances(database, intent.disbursementIntentId);
  if (disbursement?.status !== "success") {
    expect(balances, disbursement?.status).toEqual({});
    return;
  }
  const gross = Math.round((disbursement.amount ?? 0) * 100);
  const withheld = Math.round(disbursement.withheldAmount * 100);
  expect(balances).toEqual({
    payout_expense: gross,
    "bank:tidewater": -(gross - withheld),
    ...(withheld > 0 && { "withheld_tax_payable:prize": -withheld }),
  });
}

test("the year's totals equal the sum of the listed payouts", async () => {
  const { deps } = world.service.disbursements;
  const { operatorId } = world.operator;
  const counted = new Map<string, number>();
  for await (const piece of streamDisbursements(deps, operatorId, {})) {
    for (const { externalCustomerId, disbursement } of piece) {
      const isCounted = ["pending-validation", "pending", "success"];
      if (!disbursement || !isCounted.includes(disbursement.status)) continue;
      const before = counted.get(externalCustomerId) ?? 0;
      counted.set(externalCustomerId, before + Math.round(disbursement.amount * 100));
    }
  }
  for (const { externalCustomerId } of payees) {
    const query = { operatorId, externalCustomerId, year: 2026 };
    const total = await yearToDateMinor(deps.database.kysely, query);
    expect(total).toBe(counted.get(externalCustomerId) ?? 0);
  }
});
