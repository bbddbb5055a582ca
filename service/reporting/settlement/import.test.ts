import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { pagesRead } from "../../testing/pages-read.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { addCharges, addRefund, breaksOf, importFile, send } from "./testing/settlement-world.ts";
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
  t.operator.operatorId = operator.operatorId;
  t.operator.secretKey = operator.secretKey;
});

const charge = (reference: string, gross: number, overrides: object = {}) => ({
  row_type: "charge" as const,
  processor_reference: reference,
  gross_minor: gross,
  fee_minor: 30,
  ...overrides,
});
const linesOf = () =>
  t.service.deps.database.kysely
    .selectFrom("settlement_lines")
    .selectAll()
    .where("operator_id", "=", operator.operatorId)
    .orderBy("row_no")
    .execute();

describe("an import", () => {
  test("does not block other files if nobody can decrypt its file", async () => {
    const { settlementFileId } = (await send(t, settlementCsv("b1", [charge("c-1", 100)]))).json();
    await t.service.deps.database.kysely
      .updateTable("settlement_file_parts")
      .set({ content_sealed: "1.damaged" })
      .where("settlement_file_id", "=", settlementFileId)
      .execute();
    const file = await importFile(t, settlementCsv("b2", [charge("c-2", 100)]));
    expect(file).toMatchObject({ state: "processed" });
    expect(t.logLines.join("\n")).toContain("a settlement file could not be imported");
  });

  test("matches charges, refunds and fees by the processor's references", async () => {
    const [paid = ""] = await addCharges(t, operator.operatorId, [
      { chargeId: "c-1", totalMinor: 5248 },
    ]);
    const refundId = await addRefund(t, operator.operatorId, {
      paymentId: paid,
      providerRefundId: "r-1",
      amountMinor: 2000,
    });
    const file = await importFile(
      t,
      settlementCsv("b1", [
        charge("c-1", 5248),
        {
          row_type: "refund",
          processor_reference: "r-1",
          original_reference: "c-1",
          gross_minor: -2000,
        },
        { row_type: "fee", fee_minor: 500, fee_kind: "scheme" },
      ]),
    );

    expect(file).toMatchObject({
      source: "alpha",
      format: "csv",
      state: "processed",
      rowCount: 4,
      rowsDone: 4,
      matchedCount: 2,
      breakCount: 0,
      refusal: null,
    });
    expect((await linesOf()).map((row) => [row.state, row.matched_id, row.match_rule])).toEqual([
      ["matched", paid, "processor_reference"],
      ["matched", refundId, "processor_reference"],
      ["noted", null, null],
      ["noted", null, null],
    ]);
    expect(await breaksOf(t)).toEqual([]);
  });

  test("shows its progress without reading its rows", async () => {
    await addCharges(t, operator.operatorId, [{ chargeId: "c-4", totalMinor: 100 }]);
    const file = await importFile(t, settlementCsv("b1", [charge("c-4", 100)]));
    const { database } = t.service.deps;
    await sql`insert into settlement_lines
      select (jsonb_populate_record(l, jsonb_build_object('row_no', l.row_no + n, 'row_type', 'fee',
        'state', 'matched'))).*
      from settlement_lines l, generate_series(1, 20000) n
      where l.operator_id = ${operator.operatorId} and l.row_type = 'payout'`.execute(
      database.kysely,
    );
    await sql`vacuum analyze settlement_lines`.execute(database.kysely);
    let shown: { matchedCount: number } | undefined;
    const pages = await pagesRead(database, async () => {
      shown = (await t.call("GET", `/v1/settlement-files/${file.settlementFileId}`)).json();
    });
    expect(shown).toMatchObject({ matchedCount: 20_001, breakCount: 0 });
    expect(pages).toBeLessThan(50);
  });

  test("changes nothing, and says so, if the file was imported before", async () => {
    await addCharges(t, operator.operatorId, [{ chargeId: "c-2", totalMinor: 100 }]);
    const content = settlementCsv("b1", [charge("c-2", 100)]);
    const first = await importFile(t, content);
    const repeat = await send(t, content);
    await t.runJob("import_settlement_files");

    expect(repeat.statusCode).toBe(200);
    expect(repeat.json()).toMatchObject({
      settlementFileId: first.settlementFileId,
      duplicate: true,
      matchedCount: 1,
    });
    expect(await linesOf()).toHaveLength(2);
    const parts = await t.service.deps.database.kysely
      .selectFrom("settlement_file_parts")
      .select("part_no")
      .where("operator_id", "=", operator.operatorId)
      .execute();
    expect(parts).toEqual([]);
  });

  test("keeps the first batch and opens a break if the batch comes again with other content", async () => {
    await addCharges(t, operator.operatorId, [{ chargeId: "c-3", totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge("c-3", 100)]));
    const file = await importFile(t, settlementCsv("b1", [charge("c-3", 101)]));

    expect(file).toMatchObject({ state: "processed", rowCount: 0 });
    expect((await linesOf())[0]).toMatchObject({ gross_minor: 100, state: "matched" });
    expect(await breaksOf(t)).toMatchObject([{ class: "changed_after_import", amountMinor: 71 }]);
  });

  test("takes only the new batch of a file that repeats an old one", async () => {
    const old = settlementCsv("b1", [charge("c-4", 100)]);
    await importFile(t, old);
    const more = settlementCsv("b2", [charge("c-5", 200)]);
    const file = await importFile(t, old + more.split("\r\n").slice(1).join("\r\n"));

    expect(file).toMatchObject({ rowCount: 2, rowsDone: 2 });
    expect(await breaksOf(t)).toHaveLength(2);
  });

  test("is refused with code and line, and nothing of it is stored", async () => {
    const content = settlementCsv("b1", [charge("c-6", 100)]).replace("b1,1,", "b1,2,");
    const sent = await send(t, content);

    expect(sent.statusCode).toBe(400);
    expect(sent.json()).toMatchObject({
      errorCode: "settlement_file_refused",
      refusal: { code: "row_number_gap", line: 2 },
    });
    expect(await linesOf()).toEqual([]);
    const list = (await t.call("GET", "/v1/settlement-files")).json();
    expect(list.data).toMatchObject([{ state: "failed", refusal: { code: "row_number_gap" } }]);
    expect((await send(t, content)).statusCode).toBe(400);
  });

  test("needs a processor for a report, a known content type, and a body", async () => {
    const content = settlementCsv("b1", [charge("c-7", 100)]);
    expect((await send(t, content, "")).json().refusal.code).toBe("processor_missing");
    const json = await t.call("POST", "/v1/settlement-files?processor=alpha", { body: { a: 1 } });
    expect(json.statusCode).toBe(415);
    const none = await t.call("POST", "/v1/settlement-files?processor=alpha");
    expect(none.json().errorCode).toBe("body_required");
  });

  test("is read to its end if it is refused early, so that the sender sees why", async () => {
    const { app } = t.service;
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const bad = settlementCsv("b1", [charge("c-9", 100)]).replace("b1,1,", "b1,2,");
    const sent = await fetch(`http://127.0.0.1:${port}/v1/settlement-files?processor=alpha`, {
      method: "POST",
      headers: { authorization: `Bearer ${operator.secretKey}`, "content-type": "text/csv" },
      body: bad + "x".repeat(8 * 1024 * 1024),
    });
    expect(sent.status).toBe(400);
    expect(await sent.json()).toMatchObject({ refusal: { code: "row_number_gap", line: 2 } });
  });

  test("neither sees another operator's records nor is seen by it", async () => {
    const other = await t.createOperator();
    await addCharges(t, other.operatorId, [{ chargeId: "c-8", totalMinor: 100 }]);
    const file = await importFile(t, settlementCsv("b1", [charge("c-8", 100)]));

    expect(await breaksOf(t)).toMatchObject([{ class: "missing_in_ledger", subject: null }]);
    const read = await t.call("GET", `/v1/settlement-files/${file.settlementFileId}`, {
      token: other.secretKey,
    });
    expect(read.statusCode).toBe(404);
    const same = await send(
      t,
      settlementCsv("b1", [charge("c-8", 100)]),
      undefined,
      other.secretKey,
    );
    expect(same.statusCode).toBe(201);
  });
});

describe("a row becomes a break", () => {
  test("with a class that says what is wrong", async () => {
    const [failed, pending, short, euro, twice, keyed] = await addCharges(t, operator.operatorId, [
      { chargeId: "d-failed", totalMinor: 100, status: "failed" },
      { chargeId: null, totalMinor: 200, status: "pending" },
      { chargeId: "d-short", totalMinor: 300 },
      { chargeId: "d-euro", totalMinor: 400, currency: "EUR" },
      { chargeId: "d-twice", totalMinor: 500 },
      { chargeId: "d-mine", totalMinor: 600 },
    ]);
    await importFile(
      t,
      settlementCsv("b1", [
        charge("d-unknown", 50),
        charge("d-failed", 100),
        charge("d-pending", 200, { merchant_reference: `${pending}-1` }),
        charge("d-short", 299),
        charge("d-euro", 400),
        charge("d-twice", 500),
        charge("d-twice", 500),
        charge("d-second", 600, { merchant_reference: `${keyed}-1` }),
        { row_type: "adjustment", gross_minor: -700 },
        {
          row_type: "refund",
          processor_reference: "r-x",
          original_reference: "d-failed",
          gross_minor: -100,
        },
      ]),
    );

    expect(
      (await breaksOf(t)).map(({ class: kind, subject, amountMinor }) => [
        kind,
        subject,
        amountMinor,
      ]),
    ).toEqual([
      ["missing_in_ledger", null, 50],
      ["status_mismatch", failed, 100],
      ["status_mismatch", pending, 200],
      ["amount_mismatch", short, 1],
      ["currency_mismatch", euro, 400],
      ["duplicate", twice, 500],
      ["duplicate", keyed, 600],
      ["missing_in_ledger", null, 700],
      ["missing_in_ledger", failed, 100],
    ]);
  });

  test("if two refunds fit, but not if only one does", async () => {
    const [one = "", two = ""] = await addCharges(t, operator.operatorId, [
      { chargeId: "e-1", totalMinor: 1000 },
      { chargeId: "e-2", totalMinor: 1000 },
    ]);
    const add = (paymentId: string) =>
      addRefund(t, operator.operatorId, { paymentId, providerRefundId: null, amountMinor: 100 });
    const fitting = await add(one);
    await add(two);
    await add(two);
    const refund = (original: string, reference: string) => ({
      row_type: "refund" as const,
      processor_reference: reference,
      original_reference: original,
      gross_minor: -100,
    });
    await importFile(t, settlementCsv("b1", [refund("e-1", "x-1"), refund("e-2", "x-2")]));

    expect((await linesOf())[0]).toMatchObject({
      matched_id: fitting,
      match_rule: "original_reference",
    });
    expect(await breaksOf(t)).toMatchObject([{ class: "missing_in_ledger", amountMinor: 100 }]);
  });
});

describe("our records that no report has", () => {
  test("become breaks after the window, and a late row resolves its break", async () => {
    const [first = "", second = ""] = await addCharges(t, operator.operatorId, [
      { chargeId: "f-1", totalMinor: 100, createdAt: "2026-11-02T10:00:00Z" },
      { chargeId: "f-2", totalMinor: 200, createdAt: "2026-11-03T10:00:00Z" },
      { chargeId: "f-3", totalMinor: 300, createdAt: "2026-11-23T10:00:00Z" },
    ]);
    expect(first).not.toBe(second);
    const at = { occurred_at: "2026-11-02T09:00:00Z" };
    await importFile(t, settlementCsv("b1", [charge("f-1", 100, at)]));
    const { kysely } = t.service.deps.database;
    // A record counts as checked only after it is compared with the outcomes that staff entered.
    await sql`alter table outcome_marks rename to outcome_marks_away`.execute(kysely);
    await t.runJob("check_settlement");
    expect(await breaksOf(t)).toEqual([]);
    await sql`alter table outcome_marks_away rename to outcome_marks`.execute(kysely);
    await t.runJob("check_settlement");

    expect(await breaksOf(t)).toMatchObject([
      { class: "missing_at_processor", subject: second, amountMinor: 200, state: "open" },
    ]);
    await t.runJob("check_settlement");
    expect(await breaksOf(t)).toHaveLength(1);
    await importFile(t, settlementCsv("b2", [charge("f-2", 200)]));
    expect(await breaksOf(t)).toMatchObject([{ state: "resolved" }]);
  });
});

describe("a payout", () => {
  const statement = (text: string, amount: number, date = "261124", openingMinor = 0) =>
    bai2({ date, openingMinor, entries: [["142", amount, "R1", text]] });
  const batches = () =>
    t.service.deps.database.kysely
      .selectFrom("settlement_batches")
      .selectAll()
      .where("operator_id", "=", operator.operatorId)
      .where("kind", "=", "processor")
      .execute();

  test("is paid by the entry that names it, whichever comes first", async () => {
    await addCharges(t, operator.operatorId, [
      { chargeId: "g-1", totalMinor: 100 },
      { chargeId: "g-2", totalMinor: 200 },
    ]);
    await importFile(t, settlementCsv("b1", [charge("g-1", 100)]));
    await importFile(
      t,
      bai2({
        date: "261124",
        openingMinor: 0,
        entries: [
          ["142", 70, "R1", "ALPHA PAYOUT PO_b1"],
          ["142", 170, "R2", "ALPHA PAYOUT PO_b2"],
          ["698", 10, "R3", "MONTHLY FEE"],
        ],
      }),
      "",
    );
    expect((await breaksOf(t)).map(({ class: kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["bank_line_unknown", 170],
      ["bank_line_unknown", 10],
    ]);
    await importFile(t, settlementCsv("b2", [charge("g-2", 200)]));

    expect((await batches()).every((batch) => batch.bank_batch_id !== null)).toBe(true);
    expect((await breaksOf(t)).map(({ state }) => state)).toEqual(["resolved", "open"]);
  });

  test.each([
    ["another amount", "PAYOUT po_b1", 71, "batch_total_mismatch", 1],
    ["no name", "PAYOUT", 70, "bank_line_unknown", 70],
    ["a longer name", "PAYOUT po_b12", 70, "bank_line_unknown", 70],
  ])("is not paid by an entry with %s", async (_what, text, amount, kind, difference) => {
    await addCharges(t, operator.operatorId, [{ chargeId: `h-${amount}${text}`, totalMinor: 100 }]);
    await importFile(t, settlementCsv("b1", [charge(`h-${amount}${text}`, 100)]));
    await importFile(t, statement(text, amount), "");

    expect((await batches())[0]?.bank_batch_id).toBeNull();
    expect(await breaksOf(t)).toMatchObject([{ class: kind, amountMinor: difference }]);
  });

  test("becomes a break if it never reaches the bank, and is late if it comes too late", async () => {
    await addCharges(t, operator.operatorId, [{ chargeId: "i-1", totalMinor: 100 }]);
    await importFile(
      t,
      settlementCsv("b1", [charge("i-1", 100)]).replaceAll("2026-11-24", "2026-11-10"),
    );
    await importFile(t, bai2({ date: "261123", openingMinor: 0, entries: [] }), "");
    await t.runJob("check_settlement");
    expect(await breaksOf(t)).toMatchObject([{ class: "payout_not_at_bank", amountMinor: 70 }]);
    await importFile(t, statement("po_b1", 70), "");

    expect((await breaksOf(t)).map(({ class: kind }) => kind)).toEqual([
      "late",
      "payout_not_at_bank",
    ]);
  });
});
