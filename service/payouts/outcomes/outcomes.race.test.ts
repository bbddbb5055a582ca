/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { createPayoutWorld, type PayoutWorld } from "../testing/payout-world.ts";
import { lookUpPayoutForStaff, markPayout, readPayoutOutcomes } from "./index.ts";

let world: PayoutWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPayoutWorld();
  await insertStaff(world, ["stf_1"]);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    env: { SANDBOX_URL: world.payouts.url },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const deps = (index: number) => (index % 2 === 0 ? world : second).service.disbursements.deps;

/** A payout that the processor paid. Its response was lost, and it is old enough to be marked. */
async function unknownPayout() {
  world.payouts.next({ response: "break" });
  world.payouts.lookUpFault = { status: 503 };
  const { disbursementIntentId } = await world.approved();
  await world.recover(2 * 60 * 60_000);
  await world.idle();
  world.payouts.lookUpFault = null;
  const { operatorId } = world.operator;
  const [outcome] = await readPayoutOutcomes(deps(0), operatorId, disbursementIntentId);
  const markAt = (index: number, reference = `po-${disbursementIntentId}`) =>
    markPayout(deps(index), {
      operatorId,
      subjectId: disbursementIntentId,
      staffId: "stf_1",
      outcome: index % 3 === 0 ? "success" : "failed",
      reference: index % 3 === 0 ? reference : null,
      evidence: { note: "seen", statement: null },
      file: null,
      seen: outcome?.unknown?.seen ?? "",
      limitMinor: () => null,
    });
  const lookUp = (index: number) =>
    lookUpPayoutForStaff(deps(index), {
      operatorId,
      subjectId: disbursementIntentId,
      staffId: "stf_1",
    });
  return { disbursementIntentId, markAt, lookUp };
}

async function readStored(disbursementIntentId: string) {
  const { kysely } = world.service.deps.database;
  const marks = await kysely
    .selectFrom("outcome_marks")
    .select("state")
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .execute();
  const causes = await kysely
    .selectFrom("ledger_postings")
    .select("cause")
    .where("source_id", "=", disbursementIntentId)
    .orderBy("cause")
    .execute();
  const { step } = await kysely
    .selectFrom("disbursement_intents")
    .select("step")
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .executeTakeFirstOrThrow();
  return { marks: marks.length, causes: causes.map(({ cause }) => cause), step };
}

test("only one of many concurrent marks takes effect, with one posting", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { disbursementIntentId, markAt } = await unknownPayout();
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, each) => markAt(each)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { marks, causes, step } = await readStored(disbursementIntentId);
    expect(marks).toBe(1);
    expect(["success", "failed"]).toContain(step);
    expect(causes).toEqual(["approved", step === "success" ? "arrived" : "ended"]);
  }
});

test("a mark and a look-up at the same moment store one outcome, and a contradiction is never lost", async () => {
  const { operatorId } = world.operator;
  for (let round = 0; round < 10; round += 1) {
    const { disbursementIntentId, markAt, lookUp } = await unknownPayout();
    await Promise.allSettled([
      lookUp(0),
      markAt(1),
      lookUp(1),
      world.runJob("disbursements.recover"),
    ]);
    await world.idle();
    const { marks, causes, step } = await readStored(disbursementIntentId);
    if (marks === 0) {
      expect([step, causes]).toEqual(["success", ["approved", "arrived"]]);
      continue;
    }
    // A response that contradicts the mark opens an alarm, at the latest with the next look-up.
    expect([step, causes]).toEqual(["failed", ["approved", "ended"]]);
    await world.recover(20 * 60_000);
    await world.idle();
    const [outcome] = await readPayoutOutcomes(deps(0), operatorId, disbursementIntentId);
    expect(outcome?.alarms.map(({ problem }) => problem)).toEqual(["happened_after_all"]);
  }
});
