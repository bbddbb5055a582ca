/** Decisions about a payee and about their payout at two processes. Runs on PostgreSQL only. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listXml } from "../providers/sanctions/testing/list-file.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { insertStaff } from "../testing/insert-staff.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-sanctions-race-"));
const file = join(folder, "sdn.xml");
const viktor = { uid: 1, given: "Viktor", family: "ZORENKOV", births: ["14 Mar 1971"] };
let world: PayoutWorld;
let second: TestService;

beforeAll(async () => {
  writeFileSync(file, listXml([viktor]));
  world = await createPayoutWorld({ env: { SANCTIONS_LIST: file } });
  await insertStaff(world, ["stf_one"]);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    env: { SANDBOX_URL: world.payouts.url, SANCTIONS_LIST: file },
  });
  expect(await world.command("sanctions", "refresh")).toMatchObject({ exitCode: 0 });
});
afterAll(async () => {
  await second.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const listed = { firstName: "Viktor", lastName: "Zorenkov", dateOfBirth: "1971-03-14" };
const waiting = async () => {
  const filter = { status: "waiting", page: 1, size: 100 } as const;
  return (await world.service.sanctions.list(world.operator.operatorId, filter)).data;
};
const decide = (service: TestService, id: string, decision: "clear" | "confirm") =>
  service.service.sanctions
    .decide(
      { operatorId: world.operator.operatorId, sanctionsReviewId: id },
      { decision, reason: "compared", version: 1, staffId: "stf_one" },
    )
    .then(
      ({ state }) => state,
      (error: { code: string }) => error.code,
    );

test("payouts submitted at once open one review, and only one of two decisions takes effect", async () => {
  for (let round = 0; round < 6; round += 1) {
    const externalCustomerId = await world.newCustomer(listed);
    const intents = await Promise.all([1, 2, 3].map(() => world.newIntent({ externalCustomerId })));
    await Promise.all(intents.map((intent) => world.choose(intent)));
    const [review, ...more] = await waiting();
    expect(more).toEqual([]);
    const id = review?.review.sanctions_review_id ?? "";
    const [approval, ...decisions] = await Promise.all([
      world.proceed(intents[0] as (typeof intents)[number], true),
      decide(world, id, "clear"),
      decide(second, id, "confirm"),
    ]);
    expect(decisions).toContainEqual(expect.stringMatching(/^(cleared|confirmed)$/));
    expect(decisions).toContainEqual(expect.stringMatching(/changed|conflicting/));
    await world.idle();
    const isBlocked = decisions.includes("confirmed");
    // Blocked: nothing is sent. Cleared: the approval came before or after the decision.
    const statuses = await Promise.all(
      intents.map(async (intent) => (await world.statusOf(intent)).status),
    );
    if (isBlocked) expect(statuses).toEqual(["rejected", "rejected", "rejected"]);
    else expect(statuses.slice(1)).toEqual(["pending-validation", "pending-validation"]);
    if (isBlocked) expect(approval.statusCode).not.toBe(200);
    for (const intent of intents.slice(1)) if (!isBlocked) await world.proceed(intent, false);
  }
});

test.each(["clear", "confirm"] as const)(
  "two processes recover held payouts while staff %s: they arrive, or are never sent again",
  async (decision) => {
    const refusal = { status: 401, body: { error: { code: "unauthorized", message: "no" } } };
    for (let round = 0; round < 4; round += 1) {
      writeFileSync(file, listXml([{ uid: 2, given: "Ottoline", family: "BRACKWEDE" }]));
      await world.command("sanctions", "refresh", "--accept-smaller");
      world.payouts.next({ becomes: "nothing", response: refusal });
      const intent = await world.approved({ externalCustomerId: await world.newCustomer(listed) });
      writeFileSync(file, listXml([viktor]));
      await world.command("sanctions", "refresh", "--accept-smaller");
      await Promise.all([world, second].map((service) => service.runJob("sanctions.rescreen")));
      const [review, ...more] = await waiting();
      expect(more).toEqual([]);
      world.clock.advance(60_000);
      const recoverAtBoth = () =>
        Promise.all([world, second].map((service) => service.runJob("disbursements.recover")));
      await Promise.all([
        recoverAtBoth(),
        decide(world, review?.review.sanctions_review_id ?? "", decision),
        recoverAtBoth(),
      ]);
      world.clock.advance(60_000);
      await recoverAtBoth();
      await world.idle();
      await second.service.disbursements.deps.outgoing.idle();
      const { status, disbursement } = await world.statusOf(intent);
      const calls = world.payouts.calls.filter((key) => key === disbursement?.disbursementId);
      // The processor makes one payout for a key, however often it is asked.
      if (decision === "clear") expect(status).toBe("success");
      else expect([disbursement?.status, calls.length]).toEqual(["voided", 1]);
    }
  },
);
