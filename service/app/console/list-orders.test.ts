/** Each row must be on exactly one page, even among equal values. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderOf } from "#contract/lists";
import { disputeTools } from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { newId } from "../../platform/randomness.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let admin: TestStaff;
let otherStaff: TestStaff;
let operatorId: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, number));

beforeAll(async () => {
  world = await createPaymentWorld();
  ({ operatorId } = world.operator);
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

type Row = Record<string, unknown>;

/** Reads a list, two rows at a time. */
async function walk(path: string, query: Readonly<Record<string, string>>, by = admin) {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const search = new URLSearchParams({ ...query, page: String(page), size: "2" });
    // This stays below the rate limit of staff calls.
    world.clock.advance(2_000);
    const { data, total } = await by.browser.ok("GET", `${path}?${search}`);
    rows.push(...data);
    if (data.length === 0) {
      expect(rows).toHaveLength(total);
      return rows;
    }
  }
}

interface Ordered {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly sorts: readonly ("newest" | "oldest" | "highest" | "lowest")[];
  readonly id: (row: Row) => string;
  readonly time: (row: Row) => string;
  readonly amount?: (row: Row) => number;
}

async function expectOrders({ path, query = {}, sorts, id, time, amount }: Ordered) {
  const all = await walk(path, query);
  expect(all.length).toBeGreaterThan(2);
  for (const sort of sorts) {
    const { by, direction } = orderOf(sort);
    const sign = direction === "asc" ? 1 : -1;
    const expected = all.toSorted((one, other) => {
      const currencies =
        by === "time" ? 0 : compare(String(one["currency"]), String(other["currency"]));
      const values =
        by === "time"
          ? compare(time(one), time(other))
          : compare(amount?.(one) ?? 0, amount?.(other) ?? 0);
      return currencies || sign * (values || compare(id(one), id(other)));
    });
    const rows = await walk(path, { ...query, sort });
    expect(rows.map(id), `${path} ${sort}`).toEqual(expected.map(id));
  }
  const search = new URLSearchParams({ ...query, sort: "name" });
  const refused = await admin.browser.call("GET", `${path}?${search}`);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([400, "validation_failed"]);
  expect(await walk(path, { ...query, sort: sorts[0] ?? "" }, otherStaff)).toEqual([]);
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

test("disputes are sorted by deadline, opening or amount", async () => {
  const t = disputeTools(world);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await t.open()).dispute.disputeId);
    world.clock.advance(1_000);
  }
  const { kysely } = world.service.deps.database;
  const [first, second, third, fourth, fifth] = ids;
  for (const [disputeId, changes] of [
    [first, { opened_at: day(1), amount_minor: 500, respond_by: day(20) }],
    [second, { opened_at: day(2), amount_minor: 500, respond_by: day(10), currency: "EUR" }],
    [third, { opened_at: day(1), amount_minor: 900, respond_by: null }],
    [fourth, { opened_at: day(1), amount_minor: 500, status: "under-review", respond_by: day(1) }],
    [fifth, { opened_at: day(3), amount_minor: 900, status: "won", respond_by: day(1) }],
  ] as const) {
    await kysely
      .updateTable("disputes")
      .set(changes)
      .where("dispute_id", "=", disputeId ?? "")
      .execute();
  }
  const id = (row: Row) => String(row["disputeId"]);
  await expectOrders({
    path: "/disputes",
    query: { tab: "all" },
    sorts: ["newest", "oldest", "highest", "lowest"],
    id,
    time: (row) => String(row["openedAt"]),
    amount: (row) => Number(row["amount"]),
  });
  const due = [third, second, first, fourth];
  expect((await walk("/disputes", {})).map(id)).toEqual(due);
  expect((await walk("/disputes", { tab: "all", sort: "due" })).map(id)).toEqual([...due, fifth]);
  expect((await walk("/disputes", { sort: "newest" })).map(id)[0]).toBe(second);
});

test("open and closed breaks are sorted by age or amount", async () => {
  const { deps } = world.service;
  const { kysely } = deps.database;
  for (const [count, currency, opened, amount] of [
    [1, "USD", 1, 500],
    [2, "USD", 1, 500],
    [3, "EUR", 2, 100],
    [4, "USD", 1, 900],
    [5, "EUR", 1, 100],
  ] as const) {
    for (const state of ["open", "resolved"] as const) {
      await kysely
        .insertInto("settlement_breaks")
        .values({
          operator_id: operatorId,
          settlement_break_id: newId(deps, "settlementBreak"),
          break_key: `${state} ${count}`,
          class: "unknown_type",
          state,
          source: "northbank",
          settlement_batch_id: null,
          row_no: null,
          subject_type: null,
          subject_id: null,
          processor_reference: null,
          currency,
          amount_minor: amount,
          ours: JSON.stringify({}),
          theirs: JSON.stringify({}),
          owner_staff_id: null,
          proposal: null,
          opened_at: day(opened),
          updated_at: day(opened),
          closed_at: state === "open" ? null : day(9),
          closing: null,
        })
        .execute();
    }
  }
  for (const state of ["open", "closed"]) {
    await expectOrders({
      path: "/reconciliation/breaks",
      query: { state },
      sorts: ["newest", "oldest", "highest", "lowest"],
      id: (row) => String(row["settlementBreakId"]),
      time: (row) => String(row["openedAt"]),
      amount: (row) => Number(row["amount"]),
    });
  }
  const [waitsLongest] = await walk("/reconciliation/breaks", {});
  expect(waitsLongest).toMatchObject({ openedAt: day(1).toISOString() });
});

test("batches are sorted by value date or net amount, and files by their import", async () => {
  const { deps } = world.service;
  const { kysely } = deps.database;
  for (const [count, currency, date, net] of [
    [1, "USD", "2026-11-01", 500],
    [2, "USD", "2026-11-01", 500],
    [3, "EUR", "2026-11-02", 100],
    [4, "USD", "2026-11-02", 900],
  ] as const) {
    const fileId = newId(deps, "settlementFile");
    await kysely
      .insertInto("settlement_files")
      .values({
        operator_id: operatorId,
        settlement_file_id: fileId,
        source: "northbank",
        format: "csv",
        name: null,
        content_hash: String(count),
        size_bytes: 1,
        state: "processed",
        row_count: 1,
        refusal_code: null,
        refusal_line: null,
        refusal_message: null,
        uploaded_by: JSON.stringify({ kind: "key" }),
        lease_until: null,
        created_at: day(count),
        updated_at: day(count),
        processed_at: day(count),
      })
      .execute();
    await kysely
      .insertInto("settlement_batches")
      .values({
        operator_id: operatorId,
        settlement_batch_id: newId(deps, "settlementBatch"),
        settlement_file_id: fileId,
        source: "northbank",
        kind: "processor",
        batch_key: String(count),
        batch_no: 1,
        currency,
        gross_minor: 1_000 - net,
        fee_minor: 0,
        net_minor: net,
        totals: JSON.stringify({ byType: {}, byFee: {} }),
        payout_reference: "",
        value_date: date,
        row_count: 1,
        opening_minor: null,
        closing_minor: null,
        content_hash: String(count),
        bank_batch_id: null,
        bank_row_no: null,
        bank_break_id: null,
        trace_reference: "",
        created_at: day(count),
      })
      .execute();
  }
  await expectOrders({
    path: "/reconciliation/batches",
    sorts: ["newest", "oldest", "highest", "lowest"],
    id: (row) => String(row["settlementBatchId"]),
    time: (row) => String(row["valueDate"]),
    amount: (row) => Number(row["net"]),
  });
  await expectOrders({
    path: "/reconciliation/files",
    sorts: ["newest", "oldest"],
    id: (row) => String(row["settlementFileId"]),
    time: (row) => String(row["settlementFileId"]),
  });
});

test("deliveries are sorted by event, and those of one event stay together", async () => {
  for (const path of ["one", "other"]) {
    const body = { url: `https://example.com/${path}` };
    await world.call("POST", "/v1/operators/webhooks", { body });
  }
  for (let count = 0; count < 3; count += 1) await world.createIntent();
  const id = (row: Row) => `${row["eventId"]} ${row["webhookId"]}`;
  await expectOrders({
    path: "/deliveries",
    sorts: ["newest", "oldest"],
    id,
    time: (row) => String(row["eventId"]),
  });
  const one = await walk("/deliveries", {});
  expect(one.map(id)).toEqual((await walk("/deliveries", { sort: "newest" })).map(id));
});

test("refund batches and postings are sorted by time", async () => {
  const { deps } = world.service;
  const { kysely } = deps.database;
  for (let count = 0; count < 3; count += 1) {
    await kysely
      .insertInto("refund_batches")
      .values({
        operator_id: operatorId,
        refund_batch_id: newId(deps, "refundBatch"),
        state: "done",
        reason: "other",
        note_sealed: null,
        requested_by: JSON.stringify({ kind: "staff", staffId: admin.staffId }),
        approval: null,
        decided_by: null,
        version: 1,
        lease_until: null,
        served_at: day(1),
        created_at: day(1),
        updated_at: day(1),
        finished_at: day(1),
      })
      .execute();
  }
  await expectOrders({
    path: "/refund-batches",
    sorts: ["newest", "oldest"],
    id: (row) => String(row["refundBatchId"]),
    time: (row) => String(row["createdAt"]),
  });
  const id = (row: Row) => String(row["postingId"]);
  const newest = (await walk("/ledger/postings", {})).map(id);
  expect(newest.length).toBeGreaterThan(4);
  expect((await walk("/ledger/postings", { sort: "newest" })).map(id)).toEqual(newest);
  const oldest = (await walk("/ledger/postings", { sort: "oldest" })).map(id);
  expect(oldest).toEqual(newest.toReversed());
});

test("dismissed notices are sorted by their decision; open notices have one order", async () => {
  const t = disputeTools(world);
  const path = "/reconciliation/notices";
  const id = (row: Row) => String(row["eventId"]);
  for (let count = 0; count < 4; count += 1) {
    await t.notify(noticeOf({ disputeId: `unknown-${count}`, chargeId: `unknown-${count}` }));
    world.clock.advance(1_000);
  }
  // Staff see a notice without a payment only if the installation has one operator.
  const { kysely } = world.service.deps.database;
  await kysely.updateTable("processor_notices").set({ operator_id: operatorId }).execute();
  const waiting = (await walk(path, {})).map(id);
  expect(waiting).toHaveLength(4);
  expect((await walk(path, { sort: "newest" })).map(id)).toEqual(waiting);
  for (const eventId of waiting) {
    const body = { action: "dismiss", reason: "Test" };
    await admin.browser.ok("POST", `${path}/northbank/${eventId}`, body);
  }
  await expectOrders({
    path,
    query: { state: "dismissed" },
    sorts: ["newest", "oldest"],
    id,
    time: (row) => String(row["decidedAt"]),
  });
});
