import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  BatchPage,
  BreakPage,
  BreakSummary,
  DayStrip,
} from "#contract/console/reconciliation";
import { bai2, settlementCsv } from "../../reporting/settlement/testing/example-files.ts";
import { addCharges } from "../../reporting/settlement/testing/settlement-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let t: TestService;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
  viewer = await addStaff(t, "viewer");
  reviewer = await addStaff(t, "reviewer");
  admin = await addStaff(t, "admin");
  otherStaff = await addStaff(t, "admin", (await t.createOperator()).operatorId);
  const { operatorId } = t.operator;
  await addCharges(t, operatorId, [
    { chargeId: "c-1", totalMinor: 5248 },
    { chargeId: "c-2", totalMinor: 200 },
  ]);
  const charge = (reference: string, gross: number) => ({
    row_type: "charge" as const,
    processor_reference: reference,
    gross_minor: gross,
    fee_minor: 30,
  });
  await upload(reviewer, settlementCsv("b1", [charge("c-1", 5248)]));
  await upload(reviewer, settlementCsv("b2", [charge("c-2", 201)]));
  await upload(
    reviewer,
    bai2({ date: "261124", openingMinor: 0, entries: [["142", 5389, "R1", "ALPHA TWO DAYS"]] }),
    "",
  );
  await t.runJob("import_settlement_files");
});
afterAll(() => t.close());

const upload = (by: TestStaff, content: string, query = "?processor=alpha") =>
  t.service.app.inject({
    method: "POST",
    url: `/console/api/reconciliation/files${query}`,
    headers: { ...by.browser.headers("POST"), "content-type": "application/octet-stream" },
    payload: content,
  });
const breaks = async (by: TestStaff, query = ""): Promise<BreakSummary[]> =>
  (await by.browser.ok("GET", `/reconciliation/breaks${query}`)).data;

test("the strip has a cell per source and day, red where breaks are open", async () => {
  const { data, sources, days } = await viewer.browser.ok("GET", "/reconciliation/days");
  expect(days).toHaveLength(14);
  expect(sources.map(({ shown }: { shown: string }) => shown)).toEqual(["alpha", "bank:…2468"]);
  expect(data).toMatchObject([
    { source: "alpha", colour: "red", openCount: 1, batchCount: 2, isUnpaid: true },
    { colour: "red", openCount: 1 },
  ]);
});

test("the strip ends on any day that exists", async () => {
  const { days } = await viewer.browser.ok("GET", "/reconciliation/days?to=2026-03-05");
  expect([days[0], days.at(-1)]).toEqual(["2026-02-20", "2026-03-05"]);
  for (const to of ["2026-13-01", "2026-02-30", "today"]) {
    for (const query of [`days?to=${to}`, `batches?date=${to}`]) {
      const response = await viewer.browser.call("GET", `/reconciliation/${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
    }
  }
});

test("a batch is shown from its gross to the bank, with its rows", async () => {
  const { data } = await viewer.browser.ok("GET", "/reconciliation/batches?source=alpha");
  expect(data).toHaveLength(2);
  const first = data.find(({ batchKey }: { batchKey: string }) => batchKey === "b1");
  const path = `/reconciliation/batches/${first.settlementBatchId}`;
  const page: BatchPage = await viewer.browser.ok("GET", path);
  expect(page).toMatchObject({
    batch: { gross: 52.48, fees: 0.3, net: 52.18, isPaid: false },
    byFee: [{ kind: "commission", amount: 0.3 }],
    bankEntry: null,
  });
  const lines = await viewer.browser.ok("GET", `${path}/lines?state=matched`);
  expect(lines.data).toMatchObject([
    { type: "charge", gross: 52.48, matched: { type: "payment" } },
  ]);
  const csv = await viewer.browser.call(
    "GET",
    `/reconciliation/exports/batches/${first.settlementBatchId}/lines`,
  );
  expect(csv.body.split("\r\n")[1]).toContain("c-1");
});

test("every list has its CSV, which is audited without the filters' values", async () => {
  const { kysely } = t.service.deps.database;
  const exported = kysely
    .selectFrom("audit_entries")
    .select(["action", "details"])
    .where("actor_id", "=", viewer.staffId)
    .where("action", "like", "settlement%.exported")
    .orderBy("sequence");
  const { length: before } = await exported.execute();
  for (const list of ["files", "batches?source=alpha", "breaks?state=open"]) {
    const csv = await viewer.browser.call("GET", `/reconciliation/exports/${list}`);
    expect(csv.statusCode, list).toBe(200);
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.body.trim().split("\r\n").length, list).toBeGreaterThan(2);
  }
  const logged = (await exported.execute()).slice(before);
  expect(logged.map(({ action, details }) => [action, JSON.parse(details).filters])).toEqual([
    ["settlement_files.exported", []],
    ["settlement_batches.exported", ["source"]],
    ["settlement_breaks.exported", ["state"]],
  ]);
});

test("a break shows both records, and payouts that add up are only suggested", async () => {
  const all = await breaks(viewer);
  const amount = all.find(({ class: kind }) => kind === "amount_mismatch");
  const page: BreakPage = await viewer.browser.ok(
    "GET",
    `/reconciliation/breaks/${amount?.settlementBreakId}`,
  );
  expect(page.fields).toContainEqual({ name: "amount", ours: 2, theirs: 2.01, differs: true });
  expect(page.fields).toContainEqual({
    name: "currency",
    ours: "USD",
    theirs: "USD",
    differs: false,
  });
  expect(page.actions).toEqual([]);
  const entry = all.find(({ class: kind }) => kind === "bank_line_unknown");
  const bank: BreakPage = await reviewer.browser.ok(
    "GET",
    `/reconciliation/breaks/${entry?.settlementBreakId}`,
  );
  expect(bank.bankEntry?.text).toContain("ALPHA TWO DAYS");
  expect(bank.suggestions.map((set) => set.map(({ batchKey }) => batchKey).sort())).toEqual([
    ["b1", "b2"],
  ]);
});

test("roles and operators are kept apart", async () => {
  const [found] = await breaks(viewer);
  const path = `/reconciliation/breaks/${found?.settlementBreakId}`;
  const take = { action: "assign", version: found?.version, owner: "me" };
  expect((await viewer.browser.call("POST", path, take)).statusCode).toBe(403);
  expect((await upload(viewer, "x")).statusCode).toBe(403);
  expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
  expect((await otherStaff.browser.call("POST", path, take)).statusCode).toBe(404);
  expect(await breaks(otherStaff)).toEqual([]);
  const changed = await reviewer.browser.ok("POST", path, take);
  expect(changed.summary.owner.staffId).toBe(reviewer.staffId);
  expect(await breaks(reviewer, "?owner=me")).toHaveLength(1);
  expect(await breaks(admin, "?owner=me")).toEqual([]);
  const repeat = await admin.browser.call("POST", path, take);
  expect(repeat.statusCode).toBe(409);
});

test("a damaged note does not hide the history of its break", async () => {
  const [found] = await breaks(viewer);
  const path = `/reconciliation/breaks/${found?.settlementBreakId}`;
  const noted = async (action: object): Promise<BreakPage> => {
    const { summary }: BreakPage = await admin.browser.ok("GET", path);
    return admin.browser.ok("POST", path, { ...action, version: summary.version });
  };
  await noted({ action: "ask", text: "Asked the bank." });
  await damageValues(t, "settlement_break_notes", "text_sealed");
  const { notes } = await noted({ action: "explain", text: "Their fee." });
  expect(notes.map(({ action, text }) => [action, text])).toEqual(
    expect.arrayContaining([
      ["ask", null],
      ["explain", "Their fee."],
    ]),
  );
});

test("a break with a long history shows the newest notes, in order", async () => {
  const [found] = await breaks(viewer);
  const settlementBreakId = found?.settlementBreakId ?? "";
  const path = `/reconciliation/breaks/${settlementBreakId}`;
  const { kysely } = t.service.deps.database;
  const { newest } = await kysely
    .selectFrom("settlement_break_notes")
    .select((select) => select.fn.max<number>("note_no").as("newest"))
    .where("settlement_break_id", "=", settlementBreakId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("settlement_break_notes")
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        operator_id: t.operator.operatorId,
        settlement_break_id: settlementBreakId,
        note_no: newest + 1 + index,
        at: new Date(t.clock.nowMs()),
        actor: JSON.stringify({ kind: "staff", staffId: admin.staffId }),
        action: "assign",
        text_sealed: null,
      })),
    )
    .execute();
  const { summary }: BreakPage = await admin.browser.ok("GET", path);
  const explain = { action: "explain", text: "The newest note.", version: summary.version };
  const { notes }: BreakPage = await admin.browser.ok("POST", path, explain);
  expect(notes).toHaveLength(200);
  expect(notes.at(-1)).toMatchObject({ action: "explain", text: "The newest note." });
  expect(notes.slice(0, -1).every(({ action }) => action === "assign")).toBe(true);
});

test("the days have the name of every source, however many currencies an account holds", async () => {
  const { kysely } = t.service.deps.database;
  const operator_id = t.operator.operatorId;
  await kysely
    .insertInto("settlement_sources")
    .values(
      Array.from({ length: 150 }, (_, index) => ({
        operator_id,
        source: `aa${index}`,
        kind: "processor" as const,
        label: `Processor ${index}`,
        last_closing_minor: null,
        last_sequence: null,
        last_date: null,
        checked_until: null,
        created_at: new Date(t.clock.nowMs()),
      })),
    )
    .execute();
  const { data, sources }: DayStrip = await viewer.browser.ok("GET", "/reconciliation/days");
  const named = new Set(sources.map(({ source }) => source));
  expect(data.length).toBeGreaterThan(0);
  expect(data.filter(({ source }) => !named.has(source))).toEqual([]);
});

test("breaks are filtered by age", async () => {
  expect(await breaks(viewer, "?age=0-1")).toHaveLength(2);
  expect(await breaks(viewer, "?age=4-7")).toEqual([]);
});

test("a refused file says where it is wrong", async () => {
  const response = await upload(admin, "batch_id,row_no,row_type,nonsense\r\n");
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ refusal: { code: "header_unexpected", line: 1 } });
});
