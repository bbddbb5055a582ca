import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportTotalHeader } from "#contract/console/exports";
import type { PayoutDetail, PayoutList, WaitingPayouts } from "#contract/console/payouts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { pagesRead } from "../../testing/pages-read.ts";
import { addStaff, type StaffBrowser, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let reviewer: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
let browser: StaffBrowser;
beforeAll(async () => {
  world = await createPayoutWorld();
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  ({ browser } = reviewer);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const waiting = (by = browser): Promise<WaitingPayouts> =>
  by.ok("GET", "/payouts/waiting?size=100");
const versionOf = async (disbursementIntentId: string) => {
  const { data } = await waiting();
  return data.find((each) => each.disbursement.disbursementIntentId === disbursementIntentId)
    ?.disbursement.version;
};
const decide = (id: string, body: object, by = browser) =>
  by.call("POST", `/payouts/${id}/decision`, body);

describe("approvals", () => {
  test("show the queue with its customers and the result of an approval", async () => {
    const { disbursementIntentId } = await world.submitted({ amount: 120 });
    const { data } = await waiting(viewer.browser);
    expect(data[0]).toMatchObject({
      disbursement: { disbursementIntentId, amount: 120, status: "pending-validation" },
      customer: { externalCustomerId: expect.stringMatching(/^payee-/) },
      gates: { w9: "not_required", kyc: "not_required", notUsPerson: false },
      yearToDate: 120,
    });
    expect((await waiting(otherStaff.browser)).total).toBe(0);
  });

  test("are decided by a reviewer on the version that they saw, once", async () => {
    const { disbursementIntentId: id } = await world.submitted();
    const version = await versionOf(id);
    const approve = { decision: "approve", version };
    expect((await decide(id, approve, viewer.browser)).statusCode).toBe(403);
    expect((await decide(id, approve, otherStaff.browser)).statusCode).toBe(404);
    const stale = await decide(id, { ...approve, version: (version ?? 0) + 1 });
    expect([stale.statusCode, stale.json().errorCode]).toEqual([409, "disbursement_changed"]);
    const { total } = await waiting();
    const decided = await decide(id, approve);
    expect(decided.statusCode).toBe(200);
    expect(decided.json()).toMatchObject({ waiting: total - 1 });
    expect((await decide(id, approve)).statusCode).toBe(409);
    await world.idle();
    const detail: PayoutDetail = await browser.ok("GET", `/payouts/${id}`);
    expect(detail.decidedBy).toEqual({ staffId: reviewer.staffId, name: "Staff 1" });
    expect(detail.history.map(({ actor }) => actor)).toContain("Staff 1");
    expect(detail.events.map(({ status }) => status)).toContain("approved");
    expect((await otherStaff.browser.call("GET", `/payouts/${id}`)).statusCode).toBe(404);
  });

  test("are rejected with a reason, which is recorded", async () => {
    const { disbursementIntentId: id } = await world.submitted();
    const version = await versionOf(id);
    expect((await decide(id, { decision: "reject", version })).statusCode).toBe(400);
    const response = await decide(id, { decision: "reject", version, reason: "Looks odd" });
    expect(response.json().intent).toMatchObject({ status: "rejected" });
    const detail: PayoutDetail = await browser.ok("GET", `/payouts/${id}`);
    expect(detail.history.at(-1)).toMatchObject({ reason: "Looks odd", actor: "Staff 1" });
  });
});

describe("the list", () => {
  const ids = async (query: string) => {
    const list: PayoutList = await viewer.browser.ok("GET", `/payouts?size=100&${query}`);
    return list.data.map((payout) => payout.disbursementIntentId);
  };

  test("is filtered and searched", async () => {
    const open = await world.newIntent({ taxCategory: "services" });
    world.clock.advance(1000);
    const chosen = await world.submitted();
    expect((await ids("")).slice(0, 2)).toEqual([
      chosen.disbursementIntentId,
      open.disbursementIntentId,
    ]);
    expect(await ids("taxCategory=services")).toEqual([open.disbursementIntentId]);
    expect(await ids("type=bank&status=pending-validation")).toContain(chosen.disbursementIntentId);
    expect(await ids(`search=${open.externalDisbursementIntentId}`)).toEqual([
      open.disbursementIntentId,
    ]);
    expect(await ids(`externalCustomerId=${chosen.externalCustomerId}`)).toEqual([
      chosen.disbursementIntentId,
    ]);
    expect((await browser.call("GET", "/payouts?status=x")).statusCode).toBe(400);
  });

  test("is filtered by amount without reading all of many payouts", async () => {
    const { operatorId } = world.operator;
    const { disbursementIntentId: id } = await world.newIntent({ amount: 77.5 });
    expect(await ids("minAmount=77.5&maxAmount=77.5")).toEqual([id]);
    expect(await ids("minAmount=77.01&maxAmount=77.49")).toEqual([]);
    expect(await ids("minAmount=77.51&taxCategory=services")).not.toContain(id);
    for (const query of ["minAmount=-1", "maxAmount=much"]) {
      expect((await browser.call("GET", `/payouts?${query}`)).statusCode).toBe(400);
    }

    const { database } = world.service.deps;
    await sql`insert into disbursement_intents
      select (jsonb_populate_record(d, jsonb_build_object('disbursement_intent_id', 'di_' || n,
        'external_disbursement_intent_id', 'many-' || n, 'amount_minor', 100000 + n))).*
      from disbursement_intents d, generate_series(1, 10000) n
      where d.operator_id = ${operatorId} and d.disbursement_intent_id = ${id}`.execute(
      database.kysely,
    );
    await sql`vacuum analyze disbursement_intents`.execute(database.kysely);
    let found: string[] = [];
    const pages = await pagesRead(database, async () => {
      found = await ids("minAmount=1050&maxAmount=1050.02");
    });
    expect(found).toEqual(["di_5002", "di_5001", "di_5000"]);
    const { rows } = await sql<{ relpages: number }>`
      select relpages from pg_class where oid = 'disbursement_intents'::regclass`.execute(
      database.kysely,
    );
    expect(pages).toBeLessThan((rows[0]?.relpages ?? 0) / 2);
    await sql`delete from disbursement_intents where operator_id = ${operatorId}
      and starts_with(external_disbursement_intent_id, 'many-')`.execute(database.kysely);
  });

  test("shows the customer's name, and the customer's page lists their payouts", async () => {
    const { externalCustomerId, disbursementIntentId } = await world.submitted({ amount: 64 });
    const path = `/customers/${externalCustomerId}`;
    const profile = await viewer.browser.ok("GET", path);
    const { email, firstName, lastName } = profile.customer.data;
    expect(profile.payouts).toMatchObject({
      total: 1,
      data: [{ disbursementIntentId, amount: 64, customerEmail: email }],
    });
    const list: PayoutList = await viewer.browser.ok("GET", "/payouts?size=100");
    const listed = list.data.find((payout) => payout.disbursementIntentId === disbursementIntentId);
    expect(listed?.customerEmail).toBe(email);
    if (firstName) expect(listed?.customerName).toContain(`${firstName} ${lastName}`);
    expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
  });
});

describe("exports", () => {
  const fetchExport = (path: string, by = browser) => by.call("GET", `/exports/${path}`);
  const lines = (text: string) => text.split(/\r?\n/).filter(Boolean);

  test("contain every payout as CSV, safe for spreadsheets, and as NDJSON", async () => {
    const odd = await world.submitted({ description: "=1+1" });
    const list: PayoutList = await browser.ok("GET", "/payouts?size=100");
    const csv = await fetchExport("payouts");
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.headers["content-disposition"]).toMatch(/^attachment; filename="payouts-\d{4}-/);
    expect(csv.headers[exportTotalHeader]).toBe(String(list.total));
    expect(lines(csv.body)).toHaveLength(list.total + 1);
    expect(lines(csv.body)[0]).toMatch(/^disbursement_intent_id,external_/);
    expect(csv.body).toContain("'=1+1");
    const ndjson = await fetchExport("payouts?format=ndjson");
    const rows = lines(ndjson.body).map((line) => JSON.parse(line));
    expect(rows.map((row) => row.disbursementIntentId)).toEqual(
      list.data.map((payout) => payout.disbursementIntentId).toReversed(),
    );
    expect(rows.at(-1)).toMatchObject({ description: "=1+1", disbursement: { type: "bank" } });
    expect(odd.disbursementIntentId).toBe(rows.at(-1).disbursementIntentId);
  });

  test("continue where they were interrupted, without the header row, and keep the filters", async () => {
    const all = lines((await fetchExport("payouts?format=ndjson")).body);
    const { disbursementIntentId: after } = JSON.parse(all[0] ?? "");
    const rest = await fetchExport(`payouts?format=ndjson&after=${after}`);
    expect(lines(rest.body)).toEqual(all.slice(1));
    expect(lines((await fetchExport(`payouts?after=${after}`)).body)).toHaveLength(all.length - 1);
    const some = lines((await fetchExport("payouts?format=ndjson&taxCategory=services")).body);
    expect(some).toHaveLength(1);
  });

  test("contain every payment attempt, across batches, in order", async () => {
    const count = 620;
    const customer = await world.newCustomer();
    for (let created = 0; created < count; created += 20) {
      world.clock.advance(1);
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          world.call("POST", "/v1/payment-intents", {
            body: {
              externalPaymentIntentId: `bulk-${created + index}`,
              amount: 1,
              currency: "USD",
              externalCustomerId: customer,
            },
          }),
        ),
      );
    }
    const response = await fetchExport("payments?format=ndjson&search=bulk-");
    const ids = lines(response.body).map((line) => JSON.parse(line).paymentIntentId as string);
    expect(new Set(ids).size).toBe(count);
    expect(response.headers[exportTotalHeader]).toBe(String(count));
    const csv = lines((await fetchExport("payments?search=bulk-&status=no-payment")).body);
    expect(csv).toHaveLength(count + 1);
    expect(csv[0]).toMatch(/^payment_intent_id,.*failed_over_from$/);
  });

  test("are for reviewers and admins, contain only their operator's data, and are audited", async () => {
    expect((await fetchExport("payouts", viewer.browser)).statusCode).toBe(403);
    expect((await fetchExport("payments", viewer.browser)).statusCode).toBe(403);
    expect(lines((await fetchExport("payments", otherStaff.browser)).body)).toHaveLength(1);
    const { kysely } = world.service.deps.database;
    const rows = await kysely
      .selectFrom("audit_entries")
      .select(["action", "details"])
      .where("actor_id", "=", reviewer.staffId)
      .where("action", "in", ["payouts.exported", "payments.exported"])
      .execute();
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(({ details }) => details).join()).toContain('"filters":["taxCategory"]');
    expect(JSON.stringify(rows)).not.toContain("bulk-");
  });
});
