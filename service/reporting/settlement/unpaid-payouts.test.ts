import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { addCharges, breaksOf, importFile } from "./testing/settlement-world.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());

/** One charge is in a payout that did not reach the bank, and one in no report. */
async function importAll(): Promise<void> {
  const paid = `${t.operator.operatorId} 1`;
  await addCharges(t, t.operator.operatorId, [
    { chargeId: paid, totalMinor: 100, createdAt: "2026-11-10T10:00:00Z" },
    { chargeId: `${t.operator.operatorId} 2`, totalMinor: 200, createdAt: "2026-11-11T10:00:00Z" },
  ]);
  const charge = { row_type: "charge", processor_reference: paid, gross_minor: 100 } as const;
  const at = { occurred_at: "2026-11-09T09:00:00Z" };
  const report = settlementCsv("b1", [{ ...charge, fee_minor: 30, ...at }]);
  await importFile(t, report.replaceAll("2026-11-24", "2026-11-10"));
  await importFile(t, bai2({ date: "261123", openingMinor: 0, entries: [] }), "");
}

test("an operator whose payouts cannot be checked blocks neither other operators nor the check of records", async () => {
  const { kysely } = t.service.deps.database;
  const broken = t.operator.operatorId;
  await importAll();
  Object.assign(t.operator, await t.createOperator());
  await importAll();
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before insert on settlement_breaks for each row
    when (new.class = 'payout_not_at_bank' and new.operator_id = ${sql.lit(broken)})
    execute function refuse()`.execute(kysely);
  for (const _ of [1, 2]) await t.runJob("check_settlement").catch(() => undefined);
  const problem = "an operator's unpaid payouts could not be checked";
  expect(t.logLines.filter((line) => line.includes(problem))).toHaveLength(1);
  const classes = async (operatorId: string) =>
    (await breaksOf(t, operatorId)).map((found) => found.class).sort();
  expect(await classes(broken)).toEqual(["missing_at_processor"]);
  expect(await classes(t.operator.operatorId)).toEqual([
    "missing_at_processor",
    "payout_not_at_bank",
  ]);
  await sql`drop function refuse cascade`.execute(kysely);
});

test("an operator whose records cannot be checked is logged once an hour", async () => {
  const { kysely } = t.service.deps.database;
  Object.assign(t.operator, await t.createOperator());
  await importAll();
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before insert on settlement_breaks for each row
    when (new.class = 'missing_at_processor') execute function refuse()`.execute(kysely);
  for (const _ of [1, 2]) await t.runJob("check_settlement").catch(() => undefined);
  const problem = "a report's missing rows could not be checked";
  expect(t.logLines.filter((line) => line.includes(problem))).toHaveLength(1);
});
