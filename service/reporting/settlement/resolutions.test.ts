import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BreakAction } from "#contract/console/reconciliation";
import { ApiError } from "../../platform/http/api-error.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { actOnBreak } from "./break-actions.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { addCharges, addStaffRows, breaksOf, importFile } from "./testing/settlement-world.ts";
import { wrongCounts } from "./testing/wrong-counts.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());
afterEach(async () => expect(await wrongCounts(t)).toEqual([]));

let operatorId: string;
const use = async (settings = {}) => {
  const operator = await t.createOperator(settings);
  ({ operatorId } = operator);
  await addStaffRows(t, operatorId, [ada, "admin_2", "reviewer_1"]);
  t.operator.operatorId = operator.operatorId;
  t.operator.secretKey = operator.secretKey;
};
beforeEach(() => use());

const ada = "admin_1";

/** Returns `done` or the refusal's code. */
async function act(kind: string, action: object): Promise<string> {
  const found = (await breaksOf(t)).find((each) => each.class === kind);
  const body = { version: found?.version ?? 0, text: "Seen", ...action } as BreakAction;
  const request = { operatorId, settlementBreakId: found?.id ?? "", staffId: ada };
  try {
    await actOnBreak(t.service.settlement, request, body);
    return "done";
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
const resolve = (kind: string, resolution: string) => act(kind, { action: "resolve", resolution });
const charge = (reference: string, gross: number, fee = 0) => ({
  row_type: "charge" as const,
  processor_reference: reference,
  gross_minor: gross,
  fee_minor: fee,
});
const statement = (amount: number, text: string, date = "261124", openingMinor = 0) =>
  importFile(t, bai2({ date, openingMinor, entries: [["142", amount, "R", text]] }), "");
const balances = () => balancesOf(t, operatorId);

/** Closes and reopens a break, and checks the books each time. */
async function bookedAndBack(kind: string, resolution: string, booked: object) {
  const before = await balances();
  expect(await resolve(kind, resolution)).toBe("done");
  expect(await balances()).toEqual(booked);
  expect(await act(kind, { action: "reopen" })).toBe("done");
  expect(await balances()).toEqual(before);
}

describe("a row that matches nothing", () => {
  test("can wait for the processor's correction: suspense is empty, and the claim stays open", async () => {
    await importFile(t, settlementCsv("b1", [charge("a-1", 90)]));
    const transit = { "processor_payout_in_transit:alpha": 90 };
    await bookedAndBack("missing_in_ledger", "processor_correction", {
      ...transit,
      "processor_receivable:alpha": -90,
    });
    await bookedAndBack("missing_in_ledger", "fee", { ...transit, "processing_fees:other": -90 });
    expect(await resolve("missing_in_ledger", "reserve")).toBe("conflicting_state");
    expect(await resolve("missing_in_ledger", "processor_correction")).toBe("done");
    await importFile(t, settlementCsv("b2", [{ row_type: "adjustment", gross_minor: -90 }]));
    const [, correction] = await breaksOf(t);
    expect(correction).toMatchObject({ state: "open", amountMinor: 90 });
  });

  test("is a reserve, if it is an adjustment", async () => {
    await importFile(t, settlementCsv("b1", [{ row_type: "adjustment", gross_minor: -70 }]));
    await bookedAndBack("missing_in_ledger", "reserve", {
      "chargeback_reserve:alpha": 70,
      "processor_payout_in_transit:alpha": -70,
    });
  });
});

describe("a row with a different amount", () => {
  const import_ = async (reference: string) => {
    await addCharges(t, operatorId, [{ chargeId: reference, totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge(reference, 90)]));
  };

  test("settles our record, and the difference is a fee or stays a claim", async () => {
    await import_("b-1");
    const transit = { "processor_payout_in_transit:alpha": 90 };
    await bookedAndBack("amount_mismatch", "fee", {
      ...transit,
      "processing_fees:other": 10,
      "processor_receivable:alpha": -100,
    });
    await bookedAndBack("amount_mismatch", "processor_correction", {
      ...transit,
      "processor_receivable:alpha": -90,
    });
  });

  test("matches only after our record is corrected", async () => {
    await import_("b-2");
    expect(await resolve("amount_mismatch", "matches")).toBe("settlement_link_refused");
    await t.service.deps.database.kysely
      .updateTable("payments")
      .set({ total_minor: 90 })
      .where("operator_id", "=", operatorId)
      .execute();
    await bookedAndBack("amount_mismatch", "matches", {
      "processor_payout_in_transit:alpha": 90,
      "processor_receivable:alpha": -90,
    });
  });
});

test("a payment in another currency is booked as an exchange", async () => {
  await addCharges(t, operatorId, [{ chargeId: "c-1", totalMinor: 100, currency: "EUR" }]);
  await importFile(t, settlementCsv("b1", [charge("c-1", 110)]));
  // In euros, position and receivable cancel out.
  await bookedAndBack("currency_mismatch", "exchange", {
    fx_position: -10,
    "processor_payout_in_transit:alpha": 110,
    "processor_receivable:alpha": -100,
  });
});

test("a fee that differs becomes a claim, or is accepted", async () => {
  await use({
    processorFees: { alpha: { USD: { charge: { partsPerMillion: 0, fixedMinor: 30 } } } },
  });
  await addCharges(t, operatorId, [{ chargeId: "d-1", totalMinor: 100 }]);
  await importFile(t, settlementCsv("b1", [charge("d-1", 100, 45)]));
  const transit = { "processor_payout_in_transit:alpha": 55 };
  await bookedAndBack("fee_mismatch", "processor_correction", {
    ...transit,
    "processing_fees:commission": 30,
    "processor_receivable:alpha": -85,
  });
  await bookedAndBack("fee_mismatch", "fee", {
    ...transit,
    "processing_fees:commission": 45,
    "processor_receivable:alpha": -100,
  });
  expect(await act("fee_mismatch", { action: "write_off" })).toBe("conflicting_state");
});

describe("a bank entry", () => {
  test("leaves suspense if it has nothing to do with payments, or is the bank's fee", async () => {
    await statement(40, "RENT");
    await bookedAndBack("bank_line_unknown", "outside", {
      "bank:2468": 40,
      outside_movements: -40,
    });
    await bookedAndBack("bank_line_unknown", "fee", {
      "bank:2468": 40,
      "processing_fees:bank": -40,
    });
  });

  test("is not matched again by a later report once it is explained", async () => {
    await addCharges(t, operatorId, [{ chargeId: "e-1", totalMinor: 100 }]);
    await statement(100, "ALPHA po_b1");
    expect(await resolve("bank_line_unknown", "outside")).toBe("done");
    await importFile(t, settlementCsv("b1", [charge("e-1", 100)]));
    expect(await balances()).toEqual({
      "bank:2468": 100,
      outside_movements: -100,
      "processor_payout_in_transit:alpha": 100,
      "processor_receivable:alpha": -100,
    });
  });

  test("still pays its payout if the amounts differ; only the difference is a fee or a loss", async () => {
    await addCharges(t, operatorId, [{ chargeId: "f-1", totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge("f-1", 100)]));
    await statement(95, "ALPHA po_b1");
    const booked = { "bank:2468": 95, "processor_receivable:alpha": -100 };
    await bookedAndBack("batch_total_mismatch", "fee", { ...booked, "processing_fees:bank": 5 });
    await bookedAndBack("batch_total_mismatch", "processor_correction", {
      "bank:2468": 95,
      "processor_receivable:alpha": -95,
    });
    expect(await act("batch_total_mismatch", { action: "write_off" })).toBe("done");
    expect(await balances()).toEqual({ ...booked, write_offs: 5 });
    const batch = await t.service.deps.database.kysely
      .selectFrom("settlement_batches")
      .select("bank_batch_id")
      .where("operator_id", "=", operatorId)
      .where("kind", "=", "processor")
      .executeTakeFirst();
    expect(batch?.bank_batch_id).not.toBeNull();
  });

  test("still belongs to its payout if it arrives late", async () => {
    await addCharges(t, operatorId, [{ chargeId: "g-1", totalMinor: 100 }]);
    const late = settlementCsv("b1", [charge("g-1", 100)]).replaceAll("2026-11-24", "2026-11-10");
    await importFile(t, late);
    await statement(100, "ALPHA po_b1");
    await bookedAndBack("late", "matches", {
      "bank:2468": 100,
      "processor_receivable:alpha": -100,
    });
  });
});

describe("an amount that a person wrote off", () => {
  test("is booked back when the missing row arrives", async () => {
    await addCharges(t, operatorId, [
      { chargeId: "h-1", totalMinor: 100, createdAt: "2026-11-02T10:00:00Z" },
      { chargeId: "h-2", totalMinor: 200, createdAt: "2026-11-03T10:00:00Z" },
    ]);
    const early = { occurred_at: "2026-11-02T09:00:00Z" };
    await importFile(t, settlementCsv("b1", [{ ...charge("h-1", 100), ...early }]));
    await t.runJob("check_settlement");
    expect(await act("missing_at_processor", { action: "write_off" })).toBe("done");
    expect(await balances()).toMatchObject({ write_offs: 200 });
    await importFile(t, settlementCsv("b2", [charge("h-2", 200)]));
    expect(await balances()).toEqual({
      "processor_payout_in_transit:alpha": 300,
      "processor_receivable:alpha": -300,
    });
    expect(await breaksOf(t)).toMatchObject([{ state: "resolved" }]);
  });

  test("is booked back when the missing payout arrives", async () => {
    await addCharges(t, operatorId, [{ chargeId: "i-1", totalMinor: 100 }]);
    const old = settlementCsv("b1", [charge("i-1", 100)]).replaceAll("2026-11-24", "2026-11-19");
    await importFile(t, old);
    await statement(5, "X", "261119");
    t.clock.set(Date.parse("2026-11-27T12:00:00Z"));
    await t.runJob("check_settlement");
    expect(await act("payout_not_at_bank", { action: "write_off" })).toBe("done");
    expect(await balances()).toMatchObject({ write_offs: 100 });
    await statement(100, "ALPHA po_b1", "261120", 5);
    expect(await balances()).toEqual({
      "bank:2468": 105,
      "processor_receivable:alpha": -100,
      "suspense:2468": -5,
    });
    const found = (await breaksOf(t)).find((each) => each.class === "payout_not_at_bank");
    expect(found).toMatchObject({ state: "resolved" });
    t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
  });
});

describe("a difference with several causes", () => {
  const split = (kind: string, ...parts: [string, number][]) =>
    act(kind, {
      action: "split",
      parts: parts.map(([resolution, amount]) => ({ resolution, amount })),
    });

  test("is split between a bank's fee and a missing row, to the last cent, and undone as a whole", async () => {
    await addCharges(t, operatorId, [{ chargeId: "s-1", totalMinor: 1_000 }]);
    await importFile(t, settlementCsv("b1", [charge("s-1", 1_000)]));
    await statement(900, "ALPHA po_b1");
    const before = await balances();
    for (const wrong of [
      [["fee", 0.25]],
      [
        ["fee", 0.25],
        ["processor_correction", 0.74],
      ],
      [
        ["fee", 0.25],
        ["processor_correction", 0.76],
      ],
      [
        ["fee", -0.25],
        ["processor_correction", 1.25],
      ],
      [
        ["fee", 0.255],
        ["processor_correction", 0.745],
      ],
    ] as [string, number][][]) {
      expect(await split("batch_total_mismatch", ...wrong)).toBe("invalid_value");
    }
    const wrongKind = await split("batch_total_mismatch", ["fee", 0.5], ["reserve", 0.5]);
    expect(wrongKind).toBe("conflicting_state");
    expect(await balances()).toEqual(before);

    const parts: [string, number][] = [
      ["fee", 0.25],
      ["processor_correction", 0.7],
      ["write_off", 0.05],
    ];
    expect(await split("batch_total_mismatch", ...parts)).toBe("done");
    expect(await balances()).toEqual({
      "bank:2468": 900,
      "processing_fees:bank": 25,
      "processor_receivable:alpha": -930,
      write_offs: 5,
    });
    expect(await act("batch_total_mismatch", { action: "reopen" })).toBe("done");
    expect(await balances()).toEqual(before);
  });

  test("is split when a row has a different amount than our record", async () => {
    await addCharges(t, operatorId, [{ chargeId: "s-2", totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge("s-2", 90)]));
    const before = await balances();
    expect(await split("amount_mismatch", ["fee", 0.04], ["processor_correction", 0.06])).toBe(
      "done",
    );
    expect(await balances()).toEqual({
      "processor_payout_in_transit:alpha": 90,
      "processing_fees:other": 4,
      "processor_receivable:alpha": -94,
    });
    expect(await act("amount_mismatch", { action: "reopen" })).toBe("done");
    expect(await balances()).toEqual(before);
  });

  test("is split when a row matches nothing", async () => {
    await importFile(t, settlementCsv("b1", [{ row_type: "adjustment", gross_minor: -70 }]));
    const parts: [string, number][] = [
      ["reserve", 0.5],
      ["fee", 0.2],
    ];
    expect(await split("missing_in_ledger", ...parts)).toBe("done");
    expect(await balances()).toEqual({
      "chargeback_reserve:alpha": 50,
      "processing_fees:other": 20,
      "processor_payout_in_transit:alpha": -70,
    });
  });

  test("is partly written off only by those who may write off, even as the second person", async () => {
    await importFile(t, settlementCsv("b1", [charge("s-4", 20_000)]));
    const [found] = await breaksOf(t);
    const by = (staffId: string, action: object) =>
      actOnBreak(
        t.service.settlement,
        { operatorId, settlementBreakId: found?.id ?? "", staffId },
        { text: "Seen", ...action } as BreakAction,
      ).then(
        () => "done",
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      );
    const parts = [
      { resolution: "write_off", amount: 50 },
      { resolution: "fee", amount: 150 },
    ];
    const action = { action: "split", parts, version: 1 };
    expect(await by("reviewer_1", action)).toBe("role_not_allowed");
    expect(await by(ada, action)).toBe("done");
    const before = await balances();
    expect(await by("reviewer_1", { action: "confirm", version: 2 })).toBe("conflicting_state");
    expect(await by(ada, { action: "confirm", version: 2 })).toBe("conflicting_state");
    expect(await balances()).toEqual(before);
    expect(await by("admin_2", { action: "confirm", version: 2 })).toBe("done");
    expect(await balances()).toEqual({
      "processor_payout_in_transit:alpha": 20_000,
      write_offs: -5_000,
      "processing_fees:other": -15_000,
    });
  });
});
