import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BreakAction } from "#contract/console/reconciliation";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { actOnBreak } from "./break-actions.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { addCharges, addStaffRows, breaksOf, importFile } from "./testing/settlement-world.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-25T12:00:00Z"));
});
afterAll(() => t.close());

let operatorId: string;
beforeEach(async () => {
  Object.assign(t.operator, await t.createOperator());
  ({ operatorId } = t.operator);
  await addStaffRows(t, operatorId, ["admin_1"]);
});

const report = async (chargeId: string) => {
  await addCharges(t, operatorId, [{ chargeId, totalMinor: 100 }]);
  const row = { row_type: "charge", processor_reference: chargeId, gross_minor: 100 } as const;
  await importFile(t, settlementCsv("b1", [row]));
};
const statement = (amount: number, text: string, date = "261124", openingMinor = 0) =>
  importFile(t, bai2({ date, openingMinor, entries: [["142", amount, "R", text]] }), "");
const openBreaks = async () => (await breaksOf(t)).filter(({ state }) => state === "open");
async function close(kind: string, action: object): Promise<void> {
  const found = (await openBreaks()).find((one) => one.class === kind);
  await actOnBreak(
    t.service.settlement,
    { operatorId, settlementBreakId: found?.id ?? "", staffId: "admin_1" },
    { version: found?.version ?? 0, text: "Seen", ...action } as BreakAction,
  );
}

test("an entry is compared with its payout, too, if the report arrives after the statement", async () => {
  await statement(95, "ALPHA po_b1");
  expect(await breaksOf(t)).toMatchObject([{ class: "bank_line_unknown", amountMinor: 95 }]);
  await report("f-2");
  expect(await breaksOf(t)).toMatchObject([{ class: "batch_total_mismatch", amountMinor: 5 }]);
  await close("batch_total_mismatch", { action: "resolve", resolution: "fee" });
  expect(await balancesOf(t, operatorId)).toEqual({
    "bank:2468": 95,
    "processing_fees:bank": 5,
    "processor_receivable:alpha": -100,
  });
});

describe("an entry with another amount is unknown again, and can be closed,", () => {
  beforeEach(async () => {
    await report(`f-3 ${operatorId}`);
    await statement(95, "ALPHA po_b1");
    expect(await breaksOf(t)).toMatchObject([{ class: "batch_total_mismatch", amountMinor: 5 }]);
  });

  const closes = async () => {
    expect(await openBreaks()).toMatchObject([
      { class: "bank_line_unknown", amountMinor: 95, subject: null },
    ]);
    await close("bank_line_unknown", { action: "resolve", resolution: "outside" });
    expect(await balancesOf(t, operatorId)).toEqual({
      "bank:2468": 195,
      outside_movements: -95,
      "processor_receivable:alpha": -100,
    });
  };

  test("once another entry paid the payout", async () => {
    await statement(100, "ALPHA po_b1", "261125", 95);
    await closes();
  });

  test("once a person linked another entry to the payout", async () => {
    const [mismatch] = await openBreaks();
    await statement(100, "ALPHA", "261125", 95);
    await close("bank_line_unknown", { action: "link", ids: [mismatch?.subject] });
    await closes();
  });

  test("once a person closed the break of another entry with another amount", async () => {
    await statement(97, "ALPHA po_b1", "261125", 95);
    const [first] = await openBreaks();
    expect(first?.amountMinor).toBe(5);
    await close("batch_total_mismatch", { action: "resolve", resolution: "fee" });
    expect(await openBreaks()).toMatchObject([
      { class: "bank_line_unknown", amountMinor: 97, subject: null },
    ]);
  });
});

test.each(["the statement", "the report"])(
  "of two entries that name a payout, the unfit one is unknown, if it is first and %s arrives last",
  async (last) => {
    const entries = [
      ["142", 95, "R1", "ALPHA po_b1"],
      ["142", 100, "R2", "ALPHA po_b1"],
    ] as const;
    const statements = () => importFile(t, bai2({ date: "261124", openingMinor: 0, entries }), "");
    if (last === "the report") await statements();
    await report(`f-9 ${last}`);
    if (last === "the statement") await statements();
    expect(await openBreaks()).toMatchObject([
      { class: "bank_line_unknown", amountMinor: 95, subject: null },
    ]);
  },
);
