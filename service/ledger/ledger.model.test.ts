/**
 * Random histories of every kind of movement. The real functions post them into a ledger in memory, which is compared
 * with plain books. `npm run check:ledger` runs 1,000,000 steps before a release.
 */
import { expect, test } from "vitest";
import { describeAccount } from "./accounts.ts";
import { totalOf } from "./postings/sale.ts";
import { modelHistories, modelSteps } from "./testing/model-steps.ts";
import { World } from "./testing/model-world.ts";

test(`after ${modelSteps} random steps the ledger equals plain books, and clearing accounts hold what is in progress`, () => {
  let done = 0;
  for (const { seed, steps } of modelHistories()) {
    const world = new World(seed);
    for (let step = 1; step <= steps; step += 1) {
      world.step(step);
      if (step % 1_000 === 0 || step === steps) checkBooks(world);
    }
    expect(world.ledger.keys.size).toBeGreaterThan(steps / 2);
    done += steps;
  }
  expect(done).toBe(modelSteps);
}, 3_600_000);

function checkBooks({ ledger, books, payments, refunds, payouts }: World): void {
  expect(ledger.debits).toBe(ledger.credits);
  for (const account of new Set([...books.keys(), ...ledger.sums.keys()])) {
    expect(describeAccount(account), account).toBeDefined();
    expect(ledger.at(account), account).toBe(BigInt(books.get(account) ?? 0));
  }
  const sum = (numbers: number[]) => BigInt(numbers.reduce((total, each) => total + each, 0));
  const sold = payments.filter(({ step }) => step === "filed" || step === "settled");
  const open = refunds.filter(({ isDebt }) => isDebt);
  // Sales: paid, minus what the payments' rows say was returned, minus what is still a debt.
  const kept = sum(sold.map(({ parts, returned }) => parts.baseMinor - returned.baseMinor));
  const debts = sum(open.map(({ parts }) => parts.baseMinor));
  expect(-ledger.at("customer_orders")).toBe(kept - debts);
  // A customer who got the money in another way is due nothing.
  expect(open.filter(({ of }) => of.step === "lost" || of.dispute === "over")).toEqual([]);
  expect(-ledger.at("refunds_owed")).toBe(sum(open.map(({ parts }) => totalOf(parts))));
  // Clearing accounts hold exactly what is in progress.
  const inFlight = payouts.filter(({ step }) => step === "approved");
  expect(-ledger.at("payouts_in_flight:ach")).toBe(
    sum(inFlight.map(({ grossMinor, withheldMinor }) => grossMinor - withheldMinor)),
  );
  expect(ledger.at("ach_debits_in_flight")).toBe(
    sum(payments.filter(({ step }) => step === "filed").map(({ parts }) => totalOf(parts))),
  );
  for (const type of ["card", "ach", "pay_by_bank"] as const) {
    const asked = refunds.filter(({ of, step }) => of.type === type && step === "asked");
    expect(-ledger.at(`refunds_in_flight:${type}`)).toBe(
      sum(asked.map(({ parts }) => totalOf(parts))),
    );
  }
  for (const { parts, returned } of payments) {
    if (returned.baseMinor < 0 || returned.baseMinor > parts.baseMinor) throw new Error("refunded");
  }
  expect(ledger.at("processor_payout_in_transit:main")).toBe(0n);
  expect(ledger.at("rounding")).toBe(0n);
}
