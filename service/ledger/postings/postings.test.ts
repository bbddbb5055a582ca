import { describe, expect, test } from "vitest";
import { describeAccount } from "../accounts.ts";
import type { Posting } from "../posting.ts";
import { depositMoved } from "./deposit-postings.ts";
import { type DisputeCost, disputeMoved } from "./dispute-postings.ts";
import { bankLine, correction, settlementRow } from "./settlement-postings.ts";

/** Sums by account, without zeros. */
function sum(...postings: (Posting | null)[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const posting of postings) {
    for (const { account, amount } of posting?.entries ?? []) {
      sums[account] = (sums[account] ?? 0) + Number(amount);
      if (sums[account] === 0) delete sums[account];
      expect(describeAccount(account), account).toBeDefined();
    }
  }
  return sums;
}

describe("disputes", () => {
  /** Each step says what the dispute costs from then on. */
  function follow(...steps: Partial<DisputeCost>[]) {
    const postings: (Posting | null)[] = [];
    for (const [index, step] of steps.entries()) {
      const posted = new Map(
        Object.entries(sum(...postings)).map(([account, amount]) => [account, BigInt(amount)]),
      );
      const dispute = {
        operatorId: "op_1",
        disputeId: "dsp_1",
        paymentId: "pay_1",
        processor: "main",
        currency: "USD",
        version: index + 1,
      };
      const cost = { heldMinor: 0, lostMinor: 0, feeMinor: 0, ...step };
      postings.push(disputeMoved(dispute, cost, posted, index));
    }
    return postings;
  }

  test("an open one holds the amount; a won one gives it back; the fee stays", () => {
    const open = { heldMinor: 5_000, feeMinor: 1_500 };
    expect(sum(...follow(open))).toEqual({
      "dispute_receivable:main": 5_000,
      "processor_receivable:main": -6_500,
      "processing_fees:dispute": 1_500,
    });
    expect(sum(...follow(open, { feeMinor: 1_500 }))).toEqual({
      "processor_receivable:main": -1_500,
      "processing_fees:dispute": 1_500,
    });
  });

  test("a lost one is a loss, even after an earlier win", () => {
    const story = follow({ heldMinor: 5_000 }, {}, { heldMinor: 5_000 }, { lostMinor: 5_000 });
    expect(sum(...story)).toEqual({
      chargeback_losses: 5_000,
      "processor_receivable:main": -5_000,
    });
    expect(story.map((posting) => posting?.cause)).toEqual([
      "opened",
      "won_2",
      "opened_3",
      "lost_4",
    ]);
  });

  test("a win after a loss, or a changed amount, corrects the accounts", () => {
    expect(sum(...follow({ heldMinor: 5_000 }, { lostMinor: 5_000 }, {}))).toEqual({});
    expect(sum(...follow({ heldMinor: 5_000 }, { heldMinor: 4_000 }))).toEqual({
      "dispute_receivable:main": 4_000,
      "processor_receivable:main": -4_000,
    });
  });

  test("a change that moves no money has no posting", () => {
    expect(follow({ heldMinor: 5_000 }, { heldMinor: 5_000 })[1]).toBeNull();
  });
});

describe("settlement", () => {
  const row = {
    operatorId: "op_1",
    processor: "main",
    currency: "USD",
    paymentId: "pay_1",
    happenedAtMs: 5,
  };
  const charge = settlementRow(
    { ...row, rowId: "1", grossMinor: 10_000, fees: { interchange: 180, markup: 20 } },
    9,
  );
  const refund = settlementRow({ ...row, rowId: "2", grossMinor: -4_000, fees: { refund: 10 } }, 9);
  const fee = settlementRow({ ...row, rowId: "3", grossMinor: 0, fees: { scheme: 90 } }, 9);

  test("clears what the processor has to pay: the net is on its way to the bank", () => {
    expect(sum(charge, refund, fee)).toEqual({
      "processor_receivable:main": -6_000,
      "processor_payout_in_transit:main": 5_700,
      "processing_fees:interchange": 180,
      "processing_fees:markup": 20,
      "processing_fees:refund": 10,
      "processing_fees:scheme": 90,
    });
    expect(charge).toMatchObject({ happenedAtMs: 5, postedAtMs: 9 });
  });

  test("the fee of a dispute becomes an expense only once, with its notice", () => {
    const opened = disputeMoved(
      {
        operatorId: "op_1",
        disputeId: "dsp_1",
        paymentId: "pay_1",
        processor: "main",
        currency: "USD",
        version: 1,
      },
      { heldMinor: 5_000, lostMinor: 0, feeMinor: 1_500 },
      new Map(),
      1,
    );
    const settled = settlementRow(
      { ...row, rowId: "4", grossMinor: -5_000, fees: { dispute: 1_500 }, postedFeeMinor: 1_500 },
      9,
    );
    expect(sum(opened, settled)).toEqual({
      "dispute_receivable:main": 5_000,
      "processing_fees:dispute": 1_500,
      "processor_payout_in_transit:main": -6_500,
    });
  });

  test("a bank line takes the payout out of transit", () => {
    const line = bankLine(
      {
        operatorId: "op_1",
        lineId: "l1",
        bankAccount: "main",
        currency: "USD",
        amountMinor: 5_700,
        for: "processor_payout_in_transit",
        counterparty: "main",
        happenedAtMs: 7,
      },
      9,
    );
    const left = sum(charge, refund, fee, line);
    expect(left["processor_payout_in_transit:main"]).toBeUndefined();
    expect(left["bank:main"]).toBe(5_700);
  });

  test("an unknown row goes to suspense, and staff move it or write it off", () => {
    const unknown = settlementRow(
      { ...row, rowId: "4", paymentId: null, grossMinor: 500, fees: {}, match: "unmatched" },
      9,
    );
    expect(sum(unknown)).toEqual({
      "processor_payout_in_transit:main": 500,
      "suspense:main": -500,
    });
    const shared = { operatorId: "op_1", paymentId: null, currency: "USD", amountMinor: 500 };
    const moved = correction(
      {
        ...shared,
        correctionId: "brk_1",
        debit: { account: "suspense", counterparty: "main" },
        credit: { account: "processor_receivable", counterparty: "main" },
      },
      10,
    );
    expect(sum(unknown, moved)).toEqual({
      "processor_payout_in_transit:main": 500,
      "processor_receivable:main": -500,
    });
  });
});

test("a deposit posts the difference from what was posted before, once for each version", () => {
  const deposit = {
    operatorId: "op_1",
    depositId: "cdp_1",
    paymentId: "pay_1",
    asset: "ETH",
    status: "confirmed",
    received: 3n * 10n ** 18n,
    due: 2n * 10n ** 18n,
    isOverpaid: true,
    version: 4,
  };
  const first = depositMoved(deposit, new Map(), 1);
  expect(sum(first)).toEqual({
    "crypto_wallet:ETH": 3e18,
    "fx_position:ETH": -2e18,
    customer_funds: -1e18,
  });
  const posted = new Map((first?.entries ?? []).map(({ account, amount }) => [account, amount]));
  expect(depositMoved(deposit, posted, 2)).toBeNull();
  const gone = { ...deposit, status: "reorganised", received: 0n, version: 5 };
  expect(sum(first, depositMoved(gone, posted, 3))).toEqual({});
  const partly = { ...gone, received: 10n ** 18n };
  expect(sum(first, depositMoved(partly, posted, 3))).toEqual({
    "crypto_wallet:ETH": 1e18,
    customer_funds: -1e18,
  });
});
