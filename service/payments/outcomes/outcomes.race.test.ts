/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdjustableClock } from "../../platform/clock.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type HangingPayment, hang, hangLong, settleCharge } from "../testing/outcome-world.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "../testing/payment-world.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import { markPayment } from "./mark-payment.ts";
import { readOutcomes } from "./review-outcomes.ts";

let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  await insertStaff(world, ["stf_1", "stf_2"]);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const depsOf = (service: TestService): PaymentsDeps => service.service.payments;
const operatorId = () => world.operator.operatorId;

async function seenOf({ intent, paymentId }: HangingPayment): Promise<string> {
  const deps = depsOf(world);
  const outcomes = await readOutcomes(deps, operatorId(), intent.paymentIntentId);
  return outcomes.find(({ subject }) => subject.id === paymentId)?.unknown?.seen ?? "";
}

function countLookUps(): () => number {
  let lookUps = 0;
  world.parties.northbank.lookUps = (charge) => {
    lookUps += 1;
    return charge;
  };
  return () => lookUps;
}

function syncClocks(): void {
  const clockOf = (service: TestService) => service.service.deps.clock as AdjustableClock;
  clockOf(second).advanceTo(clockOf(world).offsetMs());
}

async function causesOf(sourceId: string): Promise<string[]> {
  const rows = await world.service.deps.database.kysely
    .selectFrom("ledger_postings")
    .select("cause")
    .where("source_id", "=", sourceId)
    .execute();
  return rows.map(({ cause }) => cause);
}

test("two people who look up at once ask the processor once, and its response is applied once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const hanging = await hang(world, await world.createIntent());
    settleCharge(world, hanging, "approved");
    syncClocks();
    const lookUps = countLookUps();
    const request = { operatorId: operatorId(), subjectId: hanging.paymentId, staffId: "stf_1" };
    const answers = await Promise.allSettled(
      [world, second, world, second].map((service) => lookUpPayment(depsOf(service), request)),
    );
    expect(lookUps()).toBe(1);
    const lookUpResults = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? [answer.value.answer] : [],
    );
    expect(lookUpResults.filter((answer) => answer === "approved")).toHaveLength(1);
    expect(await causesOf(hanging.paymentId)).toEqual(["charge"]);
    expect(await world.eventsOf(hanging.intent)).toEqual(["created", "pending", "success"]);
  }
  world.parties.northbank.lookUps = null;
});

test("a person and the jobs of two processes apply one response once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const hanging = await hang(world, await world.createIntent());
    settleCharge(world, hanging, "approved");
    syncClocks();
    world.clock.advance(5 * 60_000);
    const request = { operatorId: operatorId(), subjectId: hanging.paymentId, staffId: "stf_1" };
    await Promise.allSettled([
      world.runJob("payments.recover"),
      lookUpPayment(depsOf(second), request),
      second.runJob("payments.recover"),
    ]);
    expect(await causesOf(hanging.paymentId)).toEqual(["charge"]);
    expect(await world.eventsOf(hanging.intent)).toEqual(["created", "pending", "success"]);
  }
});

test("only one of two opposite marks takes effect, and a simultaneous response to the job changes nothing afterwards", async () => {
  for (let round = 0; round < 6; round += 1) {
    const hanging = await hangLong(world, await world.createIntent());
    syncClocks();
    const seen = await seenOf(hanging);
    const shared = {
      operatorId: operatorId(),
      subjectId: hanging.paymentId,
      evidence: { note: "Checked", statement: null },
      file: null,
      seen,
      limitMinor: () => null,
    };
    settleCharge(world, hanging, round % 2 ? "approved" : "declined");
    const marks = [
      markPayment(depsOf(world), {
        ...shared,
        outcome: "success",
        reference: hanging.chargeId,
        staffId: "stf_1",
      }),
      markPayment(depsOf(second), {
        ...shared,
        outcome: "failed",
        reference: null,
        staffId: "stf_2",
      }),
    ];
    const recovered = second.runJob("payments.recover");
    const results = await Promise.allSettled(marks);
    await recovered;
    const applied = results.filter(({ status }) => status === "fulfilled").length;
    expect(applied).toBeLessThanOrEqual(1);
    const events = await world.eventsOf(hanging.intent);
    expect(events.slice(0, 2)).toEqual(["created", "pending"]);
    expect(events).toHaveLength(3);
    const causes = await causesOf(hanging.paymentId);
    expect(causes).toEqual(events[2] === "success" ? ["charge"] : []);
    const [outcome] = await readOutcomes(
      depsOf(world),
      operatorId(),
      hanging.intent.paymentIntentId,
    );
    expect(outcome?.marks.length ?? 0).toBe(applied);
  }
});
