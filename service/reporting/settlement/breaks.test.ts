import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BreakAction } from "#contract/console/reconciliation";
import { chargeApproved, recordPostings, withoutNulls } from "../../ledger/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { actOnBreak } from "./break-actions.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import {
  addCharges,
  addRefund,
  addStaffRows,
  breaksOf,
  importFile,
} from "./testing/settlement-world.ts";
import { wrongCounts } from "./testing/wrong-counts.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());
afterEach(async () => expect(await wrongCounts(t)).toEqual([]));

let operatorId: string;
beforeEach(async () => {
  const operator = await t.createOperator();
  ({ operatorId } = operator);
  await addStaffRows(t, operatorId, [ada, bob, reviewer]);
  t.operator.operatorId = operator.operatorId;
  t.operator.secretKey = operator.secretKey;
});

const ada = "admin_1";
const bob = "admin_2";
const reviewer = "reviewer_1";

/** Returns `done` or the refusal's code. */
async function act(action: object, staffId: string = ada, index = 0): Promise<string> {
  const found = (await breaksOf(t))[index];
  const body = { version: found?.version ?? 0, ...action } as BreakAction;
  const request = { operatorId, settlementBreakId: found?.id ?? "", staffId };
  try {
    await actOnBreak(t.service.settlement, request, body);
    return "done";
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
const resolve = (resolution: string, text = "Seen", staffId: string = ada, index = 0) =>
  act({ action: "resolve", resolution, text }, staffId, index);
const stateOf = async (index = 0) => (await breaksOf(t))[index]?.state;
const charge = (reference: string, gross: number) => ({
  row_type: "charge" as const,
  processor_reference: reference,
  gross_minor: gross,
  fee_minor: 30,
});
const audited = async () => {
  const rows = await t.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("operator_id", "=", operatorId)
    .where("subject_type", "=", "settlement_break")
    .orderBy("sequence")
    .execute();
  return rows.map(({ action }) => action.replace("settlement_break.", ""));
};

describe("the ledger", () => {
  test("has each row, its fees and the bank entry, and the payout comes back to zero", async () => {
    const [paid = ""] = await addCharges(t, operatorId, [{ chargeId: "a-1", totalMinor: 5000 }]);
    await addRefund(t, operatorId, { paymentId: paid, providerRefundId: "a-r", amountMinor: 2000 });
    await importFile(
      t,
      settlementCsv("b1", [
        charge("a-1", 5000),
        { row_type: "refund", processor_reference: "a-r", gross_minor: -2000 },
        { row_type: "fee", fee_minor: 100, fee_kind: "scheme" },
      ]),
    );
    expect(await balancesOf(t, operatorId)).toEqual({
      "processing_fees:commission": 30,
      "processing_fees:scheme": 100,
      "processor_payout_in_transit:alpha": 2870,
      "processor_receivable:alpha": -3000,
    });
    await importFile(
      t,
      bai2({ date: "261124", openingMinor: 0, entries: [["142", 2870, "R", "PAYOUT po_b1"]] }),
      "",
    );
    expect(await balancesOf(t, operatorId)).toEqual({
      "bank:2468": 2870,
      "processing_fees:commission": 30,
      "processing_fees:scheme": 100,
      "processor_receivable:alpha": -3000,
    });
  });

  test("keeps unexplained money in suspense until it is linked, and again once the break is reopened", async () => {
    await importFile(t, settlementCsv("b1", [charge("b-1", 1000)]));
    expect(await balancesOf(t, operatorId)).toMatchObject({ "suspense:alpha": -1000 });
    const [paid = "", other = "", failed = ""] = await addCharges(t, operatorId, [
      { chargeId: null, totalMinor: 1000 },
      { chargeId: null, totalMinor: 999 },
      { chargeId: null, totalMinor: 1000, status: "failed" },
    ]);
    const link = (id: string) => act({ action: "link", text: "Same order", ids: [id] });
    expect(await link(other)).toBe("settlement_link_refused");
    expect(await link(failed)).toBe("settlement_link_refused");
    expect(await link(paid)).toBe("done");
    expect(await stateOf()).toBe("resolved");
    expect(await balancesOf(t, operatorId)).not.toHaveProperty("suspense:alpha");
    expect(await act({ action: "reopen", text: "Wrong order" })).toBe("done");
    expect(await balancesOf(t, operatorId)).toMatchObject({ "suspense:alpha": -1000 });
    expect(await link(paid)).toBe("done");
  });

  test("loses only the difference of an amount that is written off", async () => {
    await addCharges(t, operatorId, [{ chargeId: "c-1", totalMinor: 1000 }]);
    await importFile(t, settlementCsv("b1", [charge("c-1", 990)]));
    expect(await act({ action: "write_off", text: "Rounding" })).toBe("done");
    expect(await balancesOf(t, operatorId)).toMatchObject({
      "processor_receivable:alpha": -1000,
      write_offs: 10,
    });
    expect(await balancesOf(t, operatorId)).not.toHaveProperty("suspense:alpha");
    expect(await act({ action: "reopen", text: "Processor pays" })).toBe("done");
    expect(await balancesOf(t, operatorId)).toMatchObject({ "suspense:alpha": -990 });
    expect(await balancesOf(t, operatorId)).not.toHaveProperty("write_offs");
  });
});

describe("a break", () => {
  const open = (gross: number) => importFile(t, settlementCsv("b1", [charge("d-1", gross)]));

  test("is assigned, explained, asked about, resolved with a reason, and audited", async () => {
    await open(100);
    expect(await act({ action: "assign", owner: "me" })).toBe("done");
    expect(await act({ action: "explain", text: "A test charge" })).toBe("done");
    expect(await stateOf()).toBe("explained");
    expect(await act({ action: "ask", text: "Mail to the processor" })).toBe("done");
    expect(await resolve("processor_correction", "Confirmed by mail")).toBe("done");
    expect(await stateOf()).toBe("resolved");
    expect(await audited()).toEqual(["assigned", "explained", "asked", "resolved"]);
    const notes = await t.service.deps.database.kysely
      .selectFrom("settlement_break_notes")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .orderBy("note_no")
      .execute();
    expect(notes.map(({ action }) => action)).toEqual(["assign", "explain", "ask", "resolve"]);
    expect(JSON.stringify(notes)).not.toContain("test charge");
  });

  test("above the limit needs a second person", async () => {
    await open(10_001);
    expect(await resolve("processor_correction")).toBe("done");
    expect(await stateOf()).toBe("open");
    expect(await act({ action: "confirm" })).toBe("conflicting_state");
    expect(await act({ action: "confirm" }, bob)).toBe("done");
    expect(await stateOf()).toBe("resolved");
    expect(await audited()).toEqual(["proposed", "confirmed"]);
  });

  test("can be written off only by admins, even as the second person", async () => {
    await open(10_001);
    expect(await act({ action: "write_off", text: "Lost" }, reviewer)).toBe("role_not_allowed");
    expect(await act({ action: "write_off", text: "Lost" })).toBe("done");
    expect(await act({ action: "confirm" }, reviewer)).toBe("conflicting_state");
    expect(await act({ action: "reject", text: "No" }, reviewer)).toBe("done");
    expect(await act({ action: "write_off", text: "Lost" })).toBe("done");
    expect(await act({ action: "confirm" }, bob)).toBe("done");
    expect(await stateOf()).toBe("written_off");
  });

  test("cannot be decided if it has changed in the meantime, or belongs to another operator", async () => {
    await open(100);
    expect(
      await act({ action: "resolve", resolution: "processor_correction", text: "x", version: 7 }),
    ).toBe("conflicting_state");
    const [found] = await breaksOf(t);
    const other = await t.createOperator();
    await expect(
      actOnBreak(
        t.service.settlement,
        { operatorId: other.operatorId, settlementBreakId: found?.id ?? "", staffId: ada },
        {
          action: "resolve",
          resolution: "processor_correction",
          text: "x",
          version: found?.version ?? 0,
        },
      ),
    ).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await stateOf()).toBe("open");
  });

  test("lets the recovery job look up a failed payment now", async () => {
    const [failed = ""] = await addCharges(t, operatorId, [
      { chargeId: "d-1", totalMinor: 100, status: "failed" },
    ]);
    await open(100);
    expect(await act({ action: "look_up" })).toBe("done");
    const payment = await t.service.deps.database.kysely
      .selectFrom("payments")
      .select("next_check_at")
      .where("operator_id", "=", operatorId)
      .where("payment_id", "=", failed)
      .executeTakeFirstOrThrow();
    expect(payment.next_check_at?.getTime()).toBe(t.clock.nowMs());
  });
});

describe("what arrives", () => {
  const bank = (amount: number, text: string, date = "261124") =>
    importFile(t, bai2({ date, openingMinor: 0, entries: [["142", amount, "R", text]] }), "");

  test("resolves a break for good: nobody can reopen it, and book its money a second time", async () => {
    await bank(70, "PAYOUT po_b1");
    expect(await stateOf()).toBe("open");
    await addCharges(t, operatorId, [{ chargeId: "g-1", totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge("g-1", 100)]));
    expect(await stateOf()).toBe("resolved");
    expect(await act({ action: "reopen", text: "No" })).toBe("conflicting_state");
    expect(await balancesOf(t, operatorId)).not.toHaveProperty("suspense:2468");
  });

  test("is missing, too, if the payment succeeded only after the check of its day", async () => {
    const at = (day: string) => t.clock.set(Date.parse(`2026-${day}T12:00:00Z`));
    at("11-16");
    await addCharges(t, operatorId, [{ chargeId: "l-1", totalMinor: 100 }]);
    const [late] = await addCharges(t, operatorId, [
      { chargeId: "l-2", totalMinor: 200, status: "pending" },
    ]);
    await importFile(
      t,
      settlementCsv("b1", [{ ...charge("l-1", 100), occurred_at: "2026-11-16T10:00:00Z" }]),
    );
    at("11-27");
    await t.runJob("check_settlement");
    const { database } = t.service.deps;
    await database.kysely
      .updateTable("payments")
      .set({ status: "success", step: "success" })
      .where("payment_id", "=", late ?? "")
      .execute();
    const route = { type: "card", processor: "alpha" } as const;
    const parts = { baseMinor: 200, feesMinor: 0, taxMinor: 0 };
    const sold = {
      operatorId,
      paymentId: late ?? "",
      currency: "USD",
      route,
      parts,
      taxState: null,
    };
    const posting = chargeApproved(sold, t.clock.nowMs());
    await inTransaction(database, (tx) => recordPostings(tx, withoutNulls([posting])));
    await t.runJob("check_settlement");
    expect(await breaksOf(t)).toEqual([]);
    at("12-08");
    await t.runJob("check_settlement");
    expect(await breaksOf(t)).toMatchObject([
      { class: "missing_at_processor", amountMinor: 200, subject: late },
    ]);
  });

  test("is missing, too, if only another row of a report names the payment", async () => {
    t.clock.set(Date.parse("2026-12-08T12:00:00Z"));
    const ids = await addCharges(
      t,
      operatorId,
      ["m-1", "m-2", "m-3"].map((chargeId) => ({
        chargeId,
        totalMinor: 100,
        createdAt: "2026-11-20T11:00:00Z",
      })),
    );
    const refund = { row_type: "refund" as const, original_reference: "m-2", gross_minor: -40 };
    const second = { ...charge("m-3-again", 100), merchant_reference: ids[2] ?? "" };
    await importFile(t, settlementCsv("b1", [charge("m-1", 100), refund, second]));
    await t.runJob("check_settlement");
    const missing = (await breaksOf(t)).filter((one) => one.class === "missing_at_processor");
    expect(missing.map(({ subject }) => subject).sort()).toEqual(ids.slice(1).sort());
  });

  test("by a link that is taken back is missing again", async () => {
    t.clock.set(Date.parse("2026-12-04T12:00:00Z"));
    const [, other] = await addCharges(t, operatorId, [
      { chargeId: "h-1", totalMinor: 100, createdAt: "2026-11-20T10:00:00Z" },
      { chargeId: "h-2", totalMinor: 200, createdAt: "2026-11-23T10:00:00Z" },
    ]);
    await importFile(t, settlementCsv("b1", [charge("h-1", 100), charge("h-3", 200)]));
    await bank(240, "ALPHA");
    await t.runJob("check_settlement");
    const states = async () =>
      Object.fromEntries((await breaksOf(t)).map((found) => [found.class, found.state]));
    const open = {
      missing_in_ledger: "open",
      bank_line_unknown: "open",
      payout_not_at_bank: "open",
      missing_at_processor: "open",
    };
    expect(await states()).toEqual(open);
    const indexOf = async (kind: string) =>
      (await breaksOf(t)).findIndex((found) => found.class === kind);
    const payout = (await breaksOf(t))[await indexOf("payout_not_at_bank")]?.subject;
    const link = async (kind: string, id: string | null | undefined) =>
      act({ action: "link", text: "Same", ids: [id] }, ada, await indexOf(kind));
    expect(await link("bank_line_unknown", payout)).toBe("done");
    expect(await link("missing_in_ledger", other)).toBe("done");
    expect(new Set(Object.values(await states()))).toEqual(new Set(["resolved"]));
    for (const kind of ["bank_line_unknown", "missing_in_ledger"]) {
      expect(await act({ action: "reopen", text: "No" }, ada, await indexOf(kind))).toBe("done");
    }
    expect(await states()).toEqual(open);
    t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
  });
});

describe("a bank entry that pays several payouts", () => {
  test("is linked by a person if the payouts add up", async () => {
    await addCharges(t, operatorId, [
      { chargeId: "e-1", totalMinor: 100 },
      { chargeId: "e-2", totalMinor: 200 },
    ]);
    await importFile(t, settlementCsv("b1", [charge("e-1", 100)]));
    await importFile(t, settlementCsv("b2", [charge("e-2", 200)]));
    await importFile(
      t,
      bai2({ date: "261124", openingMinor: 0, entries: [["142", 240, "R", "ALPHA"]] }),
      "",
    );
    const batches = await t.service.deps.database.kysely
      .selectFrom("settlement_batches")
      .select("settlement_batch_id")
      .where("operator_id", "=", operatorId)
      .where("kind", "=", "processor")
      .execute();
    const ids = batches.map(({ settlement_batch_id }) => settlement_batch_id);
    const link = (some: string[]) => act({ action: "link", text: "Weekend", ids: some });
    expect(await link(ids.slice(0, 1))).toBe("settlement_link_refused");
    expect(await link(ids)).toBe("done");
    const balances = await balancesOf(t, operatorId);
    expect(balances).toMatchObject({ "bank:2468": 240 });
    expect(Object.keys(balances)).not.toContain("processor_payout_in_transit:alpha");
    expect(await act({ action: "reopen", text: "No" })).toBe("done");
    expect(await link(ids)).toBe("done");
  });
});
