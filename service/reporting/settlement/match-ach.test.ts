import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/randomness.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { recordOf } from "./match-ach.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { breaksOf, importFile } from "./testing/settlement-world.ts";
import { wrongCounts } from "./testing/wrong-counts.ts";

const evidence = {
  files: [
    {
      achFileId: "acf_1",
      name: "ACH-20261123-A.txt",
      debitMinor: 500,
      creditMinor: 300,
      totalDebitMinor: 900,
      totalCreditMinor: 300,
    },
  ],
  returns: [
    {
      achEntryId: "ach_1",
      traceNumber: "110000000000001",
      direction: "debit" as const,
      amountMinor: 200,
    },
  ],
};
const settled = "ACH SETTLEMENT ACH-20261123-A.txt";
test.each([
  ["the file's debits", settled, 500, "ach_debits"],
  ["the file's credits", settled, -300, "ach_credits"],
  ["all operators' debits", settled, 900, "ach_debits"],
  ["another amount", settled, 499, undefined],
  ["credits as money that came in", settled, 300, undefined],
  ["another file", "ACH SETTLEMENT ACH-20261123-AB.txt", 500, undefined],
  ["no file", "ACH SETTLEMENT", 500, undefined],
  ["a returned debit", "ACH RETURN R01 110000000000001", -200, "ach_return"],
  ["a returned debit as money that came in", "ACH RETURN R01 110000000000001", 200, undefined],
])("an entry with %s", (_what, text, netMinor, type) => {
  const entry = { text, net_minor: netMinor, currency: "USD" };
  expect(recordOf(entry, evidence)?.type).toBe(type);
  expect(recordOf({ ...entry, currency: "CAD" }, evidence)).toBeUndefined();
});

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());
afterEach(async () => expect(await wrongCounts(t)).toEqual([]));

/** A file with a debit of this operator and one of another. Returns the bank's name for the file. */
async function fileShared(modifier: string, ownMinor: number, otherMinor: number): Promise<string> {
  const { deps } = t.service;
  const now = new Date(deps.clock.nowMs());
  const achFileId = newId(deps, "achFile");
  await deps.database.kysely
    .insertInto("ach_files")
    .values({
      ach_file_id: achFileId,
      bank_date: "2026-11-23",
      bank_time: "1600",
      id_modifier: modifier,
      first_trace: 1,
      entry_count: 2,
      debit_minor: ownMinor + otherMinor,
      credit_minor: 0,
      written_at: now,
      status: "acknowledged",
      hand_over_token: null,
      content_hash: null,
      reason: null,
      created_at: now,
    })
    .execute();
  const other = await t.createOperator();
  const entries = [t.operator.operatorId, other.operatorId].map((owner, index) => ({
    ach_entry_id: newId(deps, "achEntry"),
    operator_id: owner,
    entry_key: `pay_${modifier}${index}`,
    source: "payment" as const,
    debit_key: null,
    direction: "debit" as const,
    account_type: "checking" as const,
    details_sealed: "x",
    amount_minor: index === 0 ? ownMinor : otherMinor,
    company_name: "TEST",
    status: "filed" as const,
    told_status: "filed",
    ach_file_id: achFileId,
    batch_number: 1,
    trace_number: `1100000${modifier.charCodeAt(0)}00000${index}`,
    effective_date: "2026-11-24",
    settles_on: "2026-11-27",
    return_code: null,
    is_reversal: false,
    version: 1,
    created_at: now,
    updated_at: now,
  }));
  await deps.database.kysely.insertInto("ach_entries").values(entries).execute();
  return `ACH-20261123-${modifier}.txt`;
}

type Entry = Parameters<typeof bai2>[0]["entries"][number];
const statement = (account: string, ...entries: Entry[]) =>
  importFile(t, bai2({ date: "261124", openingMinor: 0, account, entries }), "");
const openAmounts = async () =>
  (await breaksOf(t)).map(({ class: kind, amountMinor }) => [kind, amountMinor]);

test("a statement matches the operator's own debits of a file once, and posts nothing for them", async () => {
  await fileShared("A", 500, 400);
  await statement(
    "0975312468",
    ["166", 500, "R1", settled],
    ["166", 500, "R2", settled],
    ["166", 400, "R3", settled],
  );
  expect(await openAmounts()).toEqual([
    ["bank_line_unknown", 500],
    ["bank_line_unknown", 400],
  ]);
  expect(await balancesOf(t, t.operator.operatorId)).toEqual({
    "bank:2468": 900,
    "suspense:2468": -900,
  });
});

test("the sum of a whole file can be tried once, in all statements of all accounts together", async () => {
  const amounts = async () =>
    (await breaksOf(t)).map(({ amountMinor }) => amountMinor).filter((minor) => minor > 500);
  const whole = `ACH SETTLEMENT ${await fileShared("B", 300, 400)}`;
  await statement("0000001111", ["166", 700, "W1", whole]);
  expect(await amounts()).toEqual([]);
  const probed = `ACH SETTLEMENT ${await fileShared("C", 600, 500)}`;
  await statement("0000002222", ["166", 1_000, "W2", probed]);
  await statement("0000003333", ["166", 1_100, "W3", probed]);
  expect((await amounts()).sort()).toEqual([1_000, 1_100]);
  // The operator's own part is no guess.
  await statement("0000004444", ["166", 600, "W4", probed]);
  expect((await amounts()).sort()).toEqual([1_000, 1_100]);
});

test("a try of a file's sum still counts after its entry is compared with a payout", async () => {
  const probed = `ACH SETTLEMENT ${await fileShared("D", 610, 510)}`;
  await statement("0000005555", ["166", 1_020, "W5", `${probed} po_b9`]);
  await importFile(t, settlementCsv("b9", [{ row_type: "charge", gross_minor: 20 }]));
  expect(await openAmounts()).toContainEqual(["batch_total_mismatch", 1_000]);
  await statement("0000006666", ["166", 1_120, "W6", probed]);
  expect(await openAmounts()).toContainEqual(["bank_line_unknown", 1_120]);
});

test("an entry among several of one file is the operator's part, never a guess at the whole", () => {
  const entry = { text: settled, net_minor: 900, currency: "USD" };
  expect(recordOf(entry, evidence, true)?.rule).toBe("file_total");
  expect(recordOf(entry, evidence, false)).toBeUndefined();
  expect(recordOf({ ...entry, net_minor: 500 }, evidence, false)?.rule).toBe("file_name");
});
