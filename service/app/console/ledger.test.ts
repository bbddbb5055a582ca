import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { exportTotalHeader } from "#contract/console/exports";
import { createPosting, recordPostings, withoutNulls } from "../../ledger/index.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { addCharges } from "../../reporting/settlement/testing/settlement-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let reviewer: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
let paidId: string;
beforeAll(async () => {
  world = await createPayoutWorld();
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  ({ disbursementIntentId: paidId } = await world.approved({ amount: 80 }));
  await world.approved({ amount: 20 });
});
afterAll(() => world.close());

type Postings = { data: LedgerPosting[]; total: number };

test("every role reads balances and postings of its own operator", async () => {
  const { data }: { data: LedgerAccount[] } = await viewer.browser.ok("GET", "/ledger/accounts");
  expect(data.map(({ accountId, balance }) => [accountId, balance])).toContainEqual([
    "payout_expense",
    100,
  ]);
  const url = `/ledger/postings?resourceId=${paidId}`;
  const postings: Postings = await viewer.browser.ok("GET", url);
  expect(postings.data.map(({ cause }) => cause)).toEqual(["arrived", "approved"]);
  const others: Postings = await otherStaff.browser.ok("GET", url);
  expect(others.total).toBe(0);
  const otherAccounts: { data: LedgerAccount[] } = await otherStaff.browser.ok(
    "GET",
    "/ledger/accounts",
  );
  expect(otherAccounts.data).toEqual([]);
});

test("a reviewer exports the entries of the filtered postings, and the audit log records it", async () => {
  const url = `/exports/ledger?resourceId=${paidId}`;
  expect((await viewer.browser.call("GET", url)).statusCode).toBe(403);
  const response = await reviewer.browser.call("GET", url);
  expect(response.statusCode).toBe(200);
  expect(response.headers[exportTotalHeader]).toBe("2");
  const [header, ...rows] = response.body.trim().split("\r\n");
  expect(header).toMatch(/^postingId,resourceType,resourceId,cause,/);
  expect(rows).toHaveLength(4);
  expect(rows[0]).toContain(
    `${paidId}.approved,payout,${paidId},approved,,payout_expense,Payouts,80.00,,USD`,
  );
  const audited = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("action", "=", "ledger.exported")
    .execute();
  expect(audited).toHaveLength(1);
});

test("a broken export resumes after the last whole posting, with each entry once", async () => {
  const whole = await reviewer.browser.call("GET", "/exports/ledger?format=csv");
  const [header = "", ...rows] = whole.body.trim().split("\r\n");
  const ids = [...new Set(rows.map((row) => row.split(",")[0] ?? ""))];
  expect(ids.length).toBeGreaterThan(2);
  for (const id of ids) {
    const rest = await reviewer.browser.call("GET", `/exports/ledger?format=csv&after=${id}`);
    const last = rows.findLastIndex((row) => row.startsWith(`${id},`));
    expect(rest.body).not.toContain(header);
    expect(rest.body.trim().split("\r\n").filter(Boolean)).toEqual(rows.slice(last + 1));
    expect(rest.headers[exportTotalHeader]).toBe(whole.headers[exportTotalHeader]);
    const otherResponse = await otherStaff.browser.call("GET", `/exports/ledger?after=${id}`);
    expect(otherResponse.json()).toMatchObject({
      errors: [{ path: "after", errorCode: "invalid_value" }],
    });
  }
});

test("the export has one posting per line as NDJSON", async () => {
  const response = await reviewer.browser.call("GET", "/exports/ledger?format=ndjson");
  const postings = response.body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(String(postings.length)).toBe(response.headers[exportTotalHeader]);
  expect(postings[0].entries.length).toBeGreaterThan(1);
});

test("an intent's postings are those of all its payments, in the console, the API and the export", async () => {
  const { operatorId } = world.operator;
  const { database } = world.service.deps;
  const [first = "", other = ""] = await addCharges(world, operatorId, [
    { chargeId: "c-twice-1", totalMinor: 5_000 },
    { chargeId: "c-other", totalMinor: 5_000 },
  ]);
  const { payment_intent_id: intentId } = await database.kysely
    .selectFrom("payments")
    .select("payment_intent_id")
    .where("payment_id", "=", first)
    .executeTakeFirstOrThrow();
  const second = `${first}2`;
  await sql`insert into payments
    select (jsonb_populate_record(p, jsonb_build_object('payment_id', ${second}::text,
      'attempt', 2, 'charge_id', 'c-twice-2'))).*
    from payments p where p.operator_id = ${operatorId} and p.payment_id = ${first}`.execute(
    database.kysely,
  );
  const of = (type: "payment" | "refund", id: string, paymentId: string | null) =>
    createPosting({
      source: { operatorId, type, id, paymentId },
      cause: type === "payment" ? "charge" : "asked",
      currency: "USD",
      debit: { "bank:main": 5_000 },
      credit: { customer_orders: 5_000 },
      atMs: world.clock.nowMs(),
    });
  await inTransaction(database, (tx) =>
    recordPostings(
      tx,
      withoutNulls([
        of("payment", first, null),
        of("payment", second, null),
        of("refund", "ref_twice", second),
        of("payment", other, null),
      ]),
    ),
  );
  const query = `resourceId=${intentId}`;
  const shown: Postings = await viewer.browser.ok("GET", `/ledger/postings?${query}`);
  expect(shown.data.map(({ resourceId }) => resourceId).sort()).toEqual(
    [first, second, "ref_twice"].sort(),
  );
  expect(shown.total).toBe(3);
  const response = await world.call("GET", `/v1/ledger/postings?${query}`);
  expect(response.json<Postings>().data).toEqual(shown.data);
  const exported = await reviewer.browser.call("GET", `/exports/ledger?${query}`);
  expect(exported.headers[exportTotalHeader]).toBe("3");
  const otherPostings: Postings = await otherStaff.browser.ok("GET", `/ledger/postings?${query}`);
  expect(otherPostings.total).toBe(0);
  const whole: Postings = await viewer.browser.ok("GET", `/ledger/postings?resourceId=${second}`);
  expect(whole.total).toBe(2);
  const unknown: Postings = await viewer.browser.ok("GET", "/ledger/postings?resourceId=pi_none");
  expect(unknown.total).toBe(0);
});
