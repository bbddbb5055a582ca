import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { actOnBreak } from "./break-actions.ts";
import { importFiles } from "./import-job.ts";
import { readDays } from "./review/read-days.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, camtStatement, mt940Statement, settlementCsv } from "./testing/example-files.ts";
import { addStaffRows, breaksOf, importFile, send } from "./testing/settlement-world.ts";
import { wrongCounts } from "./testing/wrong-counts.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());
afterEach(async () => expect(await wrongCounts(t)).toEqual([]));

let operator: { operatorId: string; secretKey: string };
beforeEach(async () => {
  operator = await t.createOperator();
  await addStaffRows(t, operator.operatorId, ["admin_1"]);
  t.operator.operatorId = operator.operatorId;
  t.operator.secretKey = operator.secretKey;
});

describe("bank statements", () => {
  const day = (date: string, openingMinor: number, amount = 5) =>
    bai2({ date, openingMinor, entries: [["142", amount, "R", "X"]] });

  /** Formats the amounts of statements, of 0.05 each. */
  const major = (minor: number) => (minor / 100).toFixed(2).replace(".", ",");
  const statements = (...days: [no: number, date: string, openingMinor: number][]) =>
    days
      .map(([no, date, openingMinor]) =>
        [
          "{1:F01BANKUS33AXXX0000000000}{2:I940BANKUS33XXXXN}{4:",
          `:20:S${date}`,
          ":25:12345678/0004567890",
          `:28C:${no}/001`,
          `:60F:C${date}USD${major(openingMinor)}`,
          `:61:${date}${date.slice(2)}C0,05NTRFNONREF//R${no}`,
          `:62F:C${date}USD${major(openingMinor + 5)}`,
          "-}",
          "",
        ].join("\n"),
      )
      .join("");
  async function acceptGap(): Promise<void> {
    const gap = (await breaksOf(t)).find(({ class: kind }) => kind === "sequence_gap");
    await actOnBreak(
      t.service.settlement,
      {
        operatorId: operator.operatorId,
        settlementBreakId: gap?.id ?? "",
        staffId: "admin_1",
      },
      { action: "resolve", resolution: "no_posting", version: gap?.version ?? 0, text: "Lost" },
    );
  }

  test("must begin where the previous one ended; the missing one closes the gap", async () => {
    await importFile(t, day("261120", 0), "");
    const skipped = await send(t, day("261124", 10), "");
    expect(skipped.json().refusal).toMatchObject({
      code: "opening_differs",
      message: "The statement opens with 0.10 USD, and the one before closed with 0.05 USD.",
    });
    expect(await breaksOf(t)).toMatchObject([
      { class: "bank_line_unknown" },
      { class: "sequence_gap", state: "open" },
    ]);
    await importFile(t, day("261123", 5), "");
    await importFile(t, day("261124", 10), "");
    const gap = (await breaksOf(t)).find(({ class: kind }) => kind === "sequence_gap");
    expect(gap).toMatchObject({ state: "resolved" });
    expect((await send(t, day("261119", 99), "")).json().refusal.code).toBe("out_of_order");
  });

  test("do not block later files if one of their entries is damaged", async () => {
    const { operatorId } = operator;
    await importFile(t, day("261120", 0), "");
    await damageValues(t, "settlement_lines", "details_sealed", { operator_id: operatorId });
    await importFile(t, day("261123", 5), "");
    const fee = { row_type: "fee", fee_minor: 100, fee_kind: "scheme" } as const;
    const file = await importFile(t, settlementCsv("b1", [fee]));
    expect(file).toMatchObject({ state: "processed" });
  });

  test("are imported at once if they have no entries", async () => {
    await send(t, bai2({ date: "261123", openingMinor: 5, entries: [] }), "");
    const { data } = await readDays(t.service.settlement, operator.operatorId);
    expect(data).toMatchObject([{ date: "2026-11-23", colour: "green", isRunning: false }]);
  });

  test("need not follow each other if they are for two accounts, and no account number is stored", async () => {
    await importFile(
      t,
      bai2({ date: "261120", openingMinor: 0, entries: [], account: "111122223333" }),
      "",
    );
    const other = bai2({ date: "261124", openingMinor: 77, entries: [], account: "999922223333" });
    const file = await importFile(t, other, "");

    expect(file.source).toBe("bank:…3333");
    const { kysely } = t.service.deps.database;
    const sources = await kysely.selectFrom("settlement_sources").selectAll().execute();
    expect(JSON.stringify(sources)).not.toContain("99992222");
  });

  test("follow each other in each currency of an account", async () => {
    const of = (currency: string, date: string, openingMinor: number) =>
      bai2({ currency, date, openingMinor, entries: [["142", 5, `${currency}${date}`, "X"]] });
    expect((await importFile(t, of("USD", "261120", 100), "")).source).toBe("bank:…2468");
    expect((await importFile(t, of("EUR", "261120", 70), "")).source).toBe("bank:…2468:EUR");
    await importFile(t, of("EUR", "261123", 75), "");
    await importFile(t, of("USD", "261123", 105), "");

    const gap = (await send(t, of("EUR", "261124", 110), "")).json();
    expect(gap.refusal.code).toBe("opening_differs");
    const { break_key: gapKey } = await t.service.deps.database.kysely
      .selectFrom("settlement_breaks")
      .select("break_key")
      .where("operator_id", "=", operator.operatorId)
      .where("class", "=", "sequence_gap")
      .executeTakeFirstOrThrow();
    expect(gapKey).toMatch(/^sequence_gap:bank:2468:[\w-]{10}:EUR:/);
    expect((await send(t, of("USD", "261124", 80), "")).json().refusal.code).toBe(
      "opening_differs",
    );
    expect((await send(t, of("EUR", "261124", 80), "")).statusCode).toBe(201);
    expect((await send(t, of("USD", "261124", 110), "")).statusCode).toBe(201);
    const { sources } = await readDays(t.service.settlement, operator.operatorId);
    expect(sources.map(({ shown, label }) => [shown, label])).toEqual([
      ["bank:…2468", "…2468"],
      ["bank:…2468:EUR", "…2468 EUR"],
    ]);
    // One account in the ledger, which keeps currencies apart.
    expect(await balancesOf(t, operator.operatorId)).toMatchObject({ "bank:2468": 20 });
  });

  test("of two currencies in one file are told apart, also when another file has one of them", async () => {
    const both = mt940Statement.replace(/\{1:[\s\S]*?-\}\s*$/, (statement) =>
      [statement.trimEnd(), statement.replaceAll("USD", "EUR")].join("\n"),
    );
    expect(both).toContain("EUR");
    await importFile(t, both, "");
    await importFile(t, `${mt940Statement.replaceAll("USD", "EUR")}\n`, "");
    const { kysely } = t.service.deps.database;
    const batches = await kysely
      .selectFrom("settlement_batches")
      .select(["currency", "batch_key"])
      .where("operator_id", "=", operator.operatorId)
      .orderBy("currency")
      .execute();
    expect(batches.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
    expect(new Set(batches.map(({ batch_key }) => batch_key)).size).toBe(1);
  });

  test("have a break of a whole entry that names a payout in another currency", async () => {
    const charge = { row_type: "charge", gross_minor: 5000, currency: "EUR" } as const;
    await importFile(t, settlementCsv("b1", [charge], { currency: "EUR" }));
    const entries = [["142", 4999, "po_b1", "X"]] as const;
    await importFile(t, bai2({ date: "261124", openingMinor: 0, entries }), "");
    expect(await breaksOf(t)).toContainEqual(
      expect.objectContaining({ class: "currency_mismatch", amountMinor: 4999 }),
    );
  });

  test("are posted to the last entry, however many transactions it takes", async () => {
    const entries = [1, 2, 3, 4, 5].map((amount) => ["142", amount, `R${amount}`, "X"] as const);
    await send(t, bai2({ date: "261120", openingMinor: 0, entries }), "");
    const signal = new AbortController().signal;
    while ((await importFiles(t.service.settlement, signal, createFailurePauses(), 2)) === "more");
    expect((await breaksOf(t)).map(({ amountMinor }) => amountMinor)).toEqual([1, 2, 3, 4, 5]);
    expect(await balancesOf(t, operator.operatorId)).toEqual({
      "bank:2468": 15,
      "suspense:2468": -15,
    });
  });

  test("may follow a gap that a person accepted", async () => {
    await importFile(t, day("261120", 0), "");
    const later = day("261124", 10);
    expect((await send(t, later, "")).json().refusal.code).toBe("opening_differs");
    const gap = (await breaksOf(t)).find(({ class: kind }) => kind === "sequence_gap");
    await actOnBreak(
      t.service.settlement,
      {
        operatorId: operator.operatorId,
        settlementBreakId: gap?.id ?? "",
        staffId: "admin_1",
      },
      {
        action: "resolve",
        resolution: "no_posting",
        version: gap?.version ?? 0,
        text: "The bank has no statement of that day",
      },
    );
    expect((await send(t, later, "")).statusCode).toBe(201);
  });

  test.each([
    ["accepted", 81],
    ["filled by a corrected file", 75],
  ])("may have a gap before the account's first currency is known, %s", async (how, opening) => {
    const inEuros = (second: number) =>
      statements([1, "261116", 70], [2, "261117", second]).replaceAll("USD", "EUR");
    expect((await send(t, inEuros(81), "")).json().refusal.code).toBe("opening_differs");
    if (how === "accepted") await acceptGap();
    await importFile(t, statements([1, "261116", 0]), "");

    expect((await importFile(t, inEuros(opening), "")).source).toMatch(/:EUR$/);
    const gaps = (await breaksOf(t)).filter(({ class: kind }) => kind === "sequence_gap");
    expect(gaps.map(({ state }) => state)).toEqual(["resolved"]);
  });

  test("are imported after a person accepted their gap, if they fit exactly", async () => {
    await importFile(t, day("261118", 0), "");
    const later = day("261124", 20);
    await send(t, later, "");
    await acceptGap();
    await importFile(t, later, "");
    const refusal = async (file: string) => (await send(t, file, "")).json().refusal?.code;
    expect(await refusal(day("261120", 6))).toBe("out_of_order");
    expect(await refusal(day("261117", 15))).toBe("out_of_order");
    // The differences go from 0.05 to 0.20, from both ends.
    await importFile(t, day("261123", 15), "");
    expect(await refusal(day("261122", 15, 4))).toBe("out_of_order");
    expect(await importFile(t, day("261119", 5), "")).toMatchObject({ breakCount: 1 });
    await importFile(t, day("261120", 10), "");
    expect(await refusal(day("261121", 10, 9))).toBe("out_of_order");
    // The newest statement still decides.
    expect(await refusal(day("261125", 15))).toBe("opening_differs");
    await importFile(t, day("261125", 25), "");
    expect(await balancesOf(t, operator.operatorId)).toMatchObject({ "bank:2468": 30 });
  });

  test("are imported from one file, too, after a person accepted their gap", async () => {
    await importFile(t, statements([1, "261116", 0]), "");
    const later = statements([6, "261123", 25]);
    await send(t, later, "");
    await acceptGap();
    await importFile(t, later, "");
    const wrong = statements([2, "261117", 5], [3, "261118", 11], [4, "261119", 15]);
    expect((await send(t, wrong, "")).json().refusal).toMatchObject({ code: "out_of_order" });
    const missing = statements(
      [2, "261117", 5],
      [3, "261118", 10],
      [4, "261119", 15],
      [5, "261120", 20],
    );
    expect(await importFile(t, missing, "")).toMatchObject({ state: "processed", breakCount: 4 });
  });

  test.each([
    ["the first one first", [2, 3]],
    ["the last one first", [3, 2]],
  ])("of one day at a gap's end are imported, %s", async (_, order) => {
    const ofGap = { 2: [2, "261124", 10], 3: [3, "261124", 15] } as const;
    const missing = order.map((no) => ofGap[no as 2 | 3]);
    await importFile(t, statements([1, "261122", 0], [2, "261122", 5]), "");
    const later = statements([4, "261124", 20]);
    await send(t, later, "");
    await acceptGap();
    await importFile(t, later, "");
    const refusal = async (file: string) => (await send(t, file, "")).json().refusal?.code;
    expect(await refusal(statements([5, "261124", 16]))).toBe("opening_differs");
    for (const [no, date, openingMinor] of missing) {
      await importFile(t, statements([no, date, openingMinor]), "");
    }
    expect(await refusal(statements([5, "261124", 10]))).toBe("opening_differs");
    expect(await refusal(statements([5, "261124", 15]))).toBe("opening_differs");
    await importFile(t, statements([5, "261125", 25]), "");
    expect(await balancesOf(t, operator.operatorId)).toMatchObject({ "bank:7890": 30 });
  });

  test("are stored without the account number that their own number contains", async () => {
    const iban = "DE89370400440532013000";
    const named = camtStatement
      .replaceAll("STMT-77", `${iban}-0532 0130 00/77`)
      .replace("BR-1<", `${iban}-BR-1<`)
      .replace("camt.053.001.08", "camt.053.001.08");
    await importFile(t, named, "");
    const { kysely } = t.service.deps.database;
    const [batch] = await kysely
      .selectFrom("settlement_batches")
      .select("batch_key")
      .where("operator_id", "=", operator.operatorId)
      .execute();
    const lines = await kysely
      .selectFrom("settlement_lines")
      .select("processor_reference")
      .where("operator_id", "=", operator.operatorId)
      .orderBy("row_no")
      .execute();
    expect(lines[0]?.processor_reference).toBe("…3000-BR-1");
    expect(batch?.batch_key).toMatch(/^…[\w-]{8}-…[\w-]{8}\/77$/);
    expect((await send(t, `${named}\n`, "")).json()).toMatchObject({
      rowCount: 0,
      duplicate: false,
    });
    expect(
      (await breaksOf(t)).filter(({ class: kind }) => kind === "changed_after_import"),
    ).toEqual([]);
  });
});
