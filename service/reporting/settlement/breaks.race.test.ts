/** PostgreSQL only: the embedded store runs one transaction at a time. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BreakAction } from "#contract/console/reconciliation";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { actOnBreak } from "./break-actions.ts";
import { importFiles } from "./import-job.ts";
import { balancesOf } from "./testing/balances.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { importedState } from "./testing/imported-once.ts";
import {
  addCharges,
  addDispute,
  addStaffRows,
  breaksOf,
  importFile,
  send,
} from "./testing/settlement-world.ts";
import { checkUnpaidPayouts } from "./unpaid-payouts.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const ada = "admin_1";
let operatorId: string;
beforeEach(async () => {
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
  const operator = await t.createOperator();
  Object.assign(t.operator, operator);
  ({ operatorId } = operator);
  await addStaffRows(t, operatorId, [ada]);
});

const importNext = () =>
  importFiles(t.service.settlement, new AbortController().signal, createFailurePauses());
const charge = (reference: string, gross: number, batchId: string, day: string) =>
  settlementCsv(batchId, [
    { row_type: "charge", processor_reference: reference, gross_minor: gross },
  ]).replaceAll("2026-11-2", day);
const writeOff = async (kind: string) => {
  const found = (await breaksOf(t)).find((each) => each.class === kind);
  const request = { operatorId, settlementBreakId: found?.id ?? "", staffId: ada };
  const version = found?.version ?? 0;
  return actOnBreak(t.service.settlement, request, { action: "write_off", version, text: "Lost" });
};

test("a write-off is undone, even if the missing row arrives while a person writes it off", async () => {
  await addCharges(t, operatorId, [
    { chargeId: "w-1", totalMinor: 100, createdAt: "2026-11-10T10:00:00Z" },
    { chargeId: "w-2", totalMinor: 200, createdAt: "2026-11-11T10:00:00Z" },
  ]);
  await importFile(t, charge("w-1", 100, "b1", "2026-11-1"));
  await t.runJob("check_settlement");
  expect(await breaksOf(t)).toMatchObject([{ class: "missing_at_processor", state: "open" }]);
  await send(t, charge("w-2", 200, "b2", "2026-11-1"));
  let arriving: Promise<unknown> | undefined;
  await runWhileLocked(
    t,
    // The person's decision cannot be posted yet.
    "lock table ledger_postings in share row exclusive mode",
    () => writeOff("missing_at_processor"),
    async () => {
      arriving = importNext();
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  );
  await arriving;
  expect(await breaksOf(t)).toMatchObject([{ class: "missing_at_processor", state: "resolved" }]);
  expect(await balancesOf(t, operatorId)).not.toHaveProperty("write_offs");
});

test("a payout whose bank entry is imported during the check of unpaid payouts has no open break", async () => {
  await addCharges(t, operatorId, [{ chargeId: "u-1", totalMinor: 100 }]);
  await importFile(t, charge("u-1", 100, "b3", "2026-11-1"));
  await importFile(t, bai2({ date: "261113", openingMinor: 0, entries: [] }), "");
  const entries = [["142", 100, "PAYOUT po_b3", ""]] as const;
  await send(t, bai2({ date: "261116", openingMinor: 0, entries }), "");
  const { kysely } = t.service.deps.database;
  await sql`create function wait() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(4711); return new; end'`.execute(kysely);
  await sql`create trigger wait before insert on settlement_breaks for each row
    when (new.class = 'payout_not_at_bank') execute function wait()`.execute(kysely);
  let importing: Promise<unknown> | undefined;
  await runWhileLocked(
    t,
    "select pg_advisory_xact_lock(4711)",
    () => checkUnpaidPayouts(t.service.settlement, new AbortController().signal),
    () => {
      importing = importNext();
      const soon = new Promise((resolve) => setTimeout(resolve, 1_000));
      return Promise.race([importing, soon]);
    },
  );
  await importing;
  await sql`drop function wait cascade`.execute(kysely);
  const open = (await breaksOf(t)).filter(({ state }) => state === "open");
  expect(open).toEqual([]);
});

test("two rows that two people link to one dispute at once are not both linked", async () => {
  await addStaffRows(t, operatorId, [ada, "admin_2"]);
  const row = { row_type: "dispute", gross_minor: -100 } as const;
  const rows = ["l-1", "l-2"].map((reference) => ({ ...row, processor_reference: reference }));
  await importFile(t, settlementCsv("b4", rows));
  const [paymentId = ""] = await addCharges(t, operatorId, [{ chargeId: "l-3", totalMinor: 100 }]);
  const given = { paymentId, providerDisputeId: "l-4", amountMinor: 100, feeMinor: null };
  const disputeId = await addDispute(t, operatorId, given);
  const [first, second] = await breaksOf(t);
  const link = (found: typeof first, staffId: string) => {
    const request = { operatorId, settlementBreakId: found?.id ?? "", staffId };
    const ids = [disputeId];
    const action: BreakAction = { action: "link", version: 1, text: "Same", ids };
    return actOnBreak(t.service.settlement, request, action);
  };
  let linking: Promise<unknown> | undefined;
  await runWhileLocked(
    t,
    // The first link cannot be posted yet.
    "lock table ledger_postings in share row exclusive mode",
    () => link(first, ada),
    async () => {
      linking = link(second, "admin_2").catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  );
  expect(await linking).toMatchObject({ code: "settlement_link_refused" });
  expect((await breaksOf(t)).map(({ state }) => state)).toEqual(["resolved", "open"]);
});

test("an entry that a person closes while its payout is compared with it stays closed", async () => {
  const entries = [["142", 95, "PAYOUT po_b5", ""]] as const;
  await importFile(t, bai2({ date: "261124", openingMinor: 0, entries }), "");
  await addCharges(t, operatorId, [{ chargeId: "c-1", totalMinor: 100 }]);
  await send(t, charge("c-1", 100, "b5", "2026-11-2"));
  // All rows of the report are stored, but not its end.
  await importFiles(t.service.settlement, AbortSignal.abort(), createFailurePauses(), 2);
  let importing: Promise<unknown> | undefined;
  await runWhileLocked(
    t,
    // The person's decision cannot be posted yet.
    "lock table ledger_postings in share row exclusive mode",
    () => writeOff("bank_line_unknown"),
    async () => {
      importing = importNext();
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  );
  await importing;
  const { lines, breaks } = await importedState(t, operatorId);
  expect(breaks).toEqual(["bank_line_unknown 95"]);
  expect(lines).toEqual(["1 matched", "1 matched", "2 noted"]);
});

test("an entry is unknown if a person pays its payout with another one while it is imported", async () => {
  await addCharges(t, operatorId, [{ chargeId: "c-2", totalMinor: 100 }]);
  await importFile(t, charge("c-2", 100, "b8", "2026-11-2"));
  const statement = (date: string, openingMinor: number, amount: number) =>
    bai2({ date, openingMinor, entries: [["142", amount, "PAYOUT po_b8", ""]] });
  await importFile(t, statement("261124", 0, 95), "");
  const [first] = await breaksOf(t);
  await send(t, statement("261125", 95, 97), "");
  const { kysely } = t.service.deps.database;
  await sql`create function wait() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(4711); return new; end'`.execute(kysely);
  await sql`create trigger wait before insert on settlement_breaks for each row
    when (new.class = 'batch_total_mismatch') execute function wait()`.execute(kysely);
  const request = { operatorId, settlementBreakId: first?.id ?? "", staffId: ada };
  const fee = { action: "resolve", version: 1, text: "Fee", resolution: "fee" } as const;
  let closing: Promise<unknown> | undefined;
  await runWhileLocked(t, "select pg_advisory_xact_lock(4711)", importNext, () => {
    closing = actOnBreak(t.service.settlement, request, fee);
    const soon = new Promise((resolve) => setTimeout(resolve, 1_000));
    return Promise.race([closing, soon]);
  });
  await closing;
  await sql`drop function wait cascade`.execute(kysely);
  expect(await breaksOf(t)).toMatchObject([
    { class: "bank_line_unknown", state: "open", amountMinor: 97, subject: null },
    { class: "batch_total_mismatch", state: "resolved" },
  ]);
});
