/** PostgreSQL only: a review opens while an ACH credit is ordered or its file closes, at two processes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { listXml } from "../providers/sanctions/testing/list-file.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { insertStaff } from "../testing/insert-staff.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-ach-held-"));
const file = join(folder, "sdn.xml");
const viktor = { uid: 1, given: "Viktor", family: "ZORENKOV", births: ["14 Mar 1971"] };
const nobody = { uid: 2, given: "Ottoline", family: "BRACKWEDE" };
const listed = { firstName: "Viktor", lastName: "Zorenkov", dateOfBirth: "1971-03-14" };
const dayMs = 24 * 60 * 60_000;
let world: PayoutWorld;
let second: TestService;

beforeAll(async () => {
  writeFileSync(file, listXml([nobody]));
  world = await createPayoutWorld({
    env: { SANCTIONS_LIST: file },
    settings: { bankPayoutRail: "nacha" },
  });
  await insertStaff(world, ["stf_one"]);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    env: { SANDBOX_URL: world.payouts.url, SANCTIONS_LIST: file },
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const publish = async (...persons: Parameters<typeof listXml>[0]) => {
  writeFileSync(file, listXml(persons));
  expect(await world.command("sanctions", "refresh", "--accept-smaller")).toMatchObject({
    exitCode: 0,
  });
};
const stateOf = async (intent: CreatedDisbursementIntent) => {
  const key = (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
  const entry = await second.service.disbursements.deps.ach.find(world.operator.operatorId, key);
  const row = await world.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select(["held_at", "step"])
    .where("disbursement_intent_id", "=", intent.disbursementIntentId)
    .executeTakeFirstOrThrow();
  return {
    entry: entry?.status,
    isEntryHeld: entry ? entry.held_at !== null : null,
    isPayoutHeld: row.held_at !== null,
    step: row.step,
  };
};
const decide = async (decision: "clear" | "confirm") => {
  const filter = { status: "waiting", page: 1, size: 100 } as const;
  const { data } = await world.service.sanctions.list(world.operator.operatorId, filter);
  for (const { review } of data) {
    const { sanctions_review_id: sanctionsReviewId, version } = review;
    const key = { operatorId: world.operator.operatorId, sanctionsReviewId };
    const reason = "compared";
    await second.service.sanctions.decide(key, { decision, reason, version, staffId: "stf_one" });
  }
};
const recoverBoth = async () => {
  world.clock.advance(60_000);
  await Promise.all([world, second].map((service) => service.runJob("disbursements.recover")));
  await world.idle();
  await second.service.disbursements.deps.outgoing.idle();
};

test.each(["clear", "confirm"] as const)(
  "a credit is either in the file or held when a review opens while the file closes, and then staff %s",
  async (decision) => {
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await publish(nobody);
      const externalCustomerId = await world.newCustomer(listed);
      const intents = await Promise.all(
        [1, 2, 3].map(() => world.approved({ externalCustomerId })),
      );
      await publish(viktor, nobody);
      const { ach } = world.service.disbursements.deps;
      // In alternate rounds, the other one starts a little earlier.
      const open = () => second.runJob("sanctions.rescreen");
      const close = () => ach.closeFile();
      await Promise.all(round % 2 === 0 ? [open(), close()] : [close(), open()]);
      const states = await Promise.all(intents.map(stateOf));
      for (const { entry, isEntryHeld, isPayoutHeld } of states) {
        expect(["queued", "filed"]).toContain(entry);
        // Only credits that are in no file are held, at the rail and at the payout.
        expect([isEntryHeld, isPayoutHeld]).toEqual(Array(2).fill(entry === "queued"));
        seen.add(entry ?? "");
      }
      await Promise.all([decide(decision), ach.closeFile()]);
      await ach.closeFile();
      await Promise.all([world, second].map((service) => service.runJob("ach.report_outcomes")));
      const ended = await Promise.all(intents.map(stateOf));
      for (const [at, { entry, isPayoutHeld }] of ended.entries()) {
        const wasFiled = states[at]?.entry === "filed";
        expect(entry).toBe(wasFiled || decision === "clear" ? "filed" : "canceled");
        expect(isPayoutHeld).toBe(false);
      }
      // There are 36 file names for a day.
      world.clock.advance(dayMs);
    }
    expect(seen.size).toBeGreaterThan(0);
  },
);

test("a file that waited for the disk goes out without the credits that a review holds at that moment", async () => {
  const { ach } = world.service.disbursements.deps;
  const outbox = join(world.service.deps.config.ach.folder, "outbox");
  const amounts = () =>
    readdirSync(outbox).flatMap((name) =>
      readFileSync(join(outbox, name), "latin1")
        .split("\n")
        .filter((line) => line.startsWith("6"))
        .map((line) => Number(line.slice(29, 39))),
    );
  for (let round = 0; round < 16; round += 1) {
    await publish(nobody);
    const externalCustomerId = await world.newCustomer(listed);
    // In every other round the file has no other entry.
    const others = round % 4 < 2 ? [] : [await world.approved({ amount: 70 })];
    const intents = await Promise.all(
      [50, 60].map((amount) => world.approved({ externalCustomerId, amount })),
    );
    rmSync(outbox, { recursive: true, force: true });
    writeFileSync(outbox, "not a folder");
    await expect(ach.closeFile()).rejects.toThrow();
    rmSync(outbox);
    await publish(viktor, nobody);
    const open = () => second.runJob("sanctions.rescreen");
    const close = () => ach.closeFile();
    await Promise.all(round % 2 === 0 ? [open(), close()] : [close(), open()]);
    await close();
    const states = await Promise.all(intents.map(stateOf));
    const sent = states.flatMap(({ entry }, at) => (entry === "filed" ? [5_000 + at * 1_000] : []));
    for (const { entry, isEntryHeld, isPayoutHeld } of states)
      expect([isEntryHeld, isPayoutHeld]).toEqual(Array(2).fill(entry === "queued"));
    const expected = [...sent, ...others.map(() => 7_000)];
    expect(expected.length === 0 ? [] : amounts().sort()).toEqual(expected);
    await decide("clear");
    await close();
    expect(amounts().sort()).toEqual([5_000, 6_000, ...others.map(() => 7_000)]);
    world.clock.advance(dayMs);
  }
});

test("a credit that is ordered while a review opens is held, or ordered after the decision, once", async () => {
  for (let round = 0; round < 8; round += 1) {
    await publish(nobody);
    const externalCustomerId = await world.newCustomer(listed);
    const intents = await Promise.all([1, 2].map(() => world.submitted({ externalCustomerId })));
    await publish(viktor, nobody);
    const approvals = intents.map((intent) => world.proceed(intent, true));
    await Promise.all([...approvals, second.runJob("sanctions.rescreen")]);
    await world.idle();
    for (const intent of intents) {
      const { entry, isEntryHeld, isPayoutHeld } = await stateOf(intent);
      expect(isPayoutHeld).toBe(true);
      expect([undefined, "queued"]).toContain(entry);
      if (entry) expect(isEntryHeld).toBe(true);
    }
    await world.service.disbursements.deps.ach.closeFile();
    for (const intent of intents) expect((await stateOf(intent)).entry).not.toBe("filed");
    await decide("clear");
    for (const intent of intents) await world.proceed(intent, true);
    await recoverBoth();
    await world.service.disbursements.deps.ach.closeFile();
    for (const intent of intents) expect((await stateOf(intent)).entry).toBe("filed");
    world.clock.advance(dayMs);
  }
});

test("an approval that was made just before a review opens queues nothing that is not held", async () => {
  for (let round = 0; round < 8; round += 1) {
    await publish(nobody);
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId });
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
    // The order of the credit runs in the background now.
    const path = `/v1/customers/${externalCustomerId}/data`;
    const rename = { firstName: "Ottoline", lastName: "Brackwede" };
    const changed = world.call("PUT", path, { body: rename });
    await world.idle();
    expect((await changed).statusCode).toBe(200);
    await world.idle();
    const { entry, isEntryHeld, isPayoutHeld, step } = await stateOf(intent);
    if (entry) expect([isEntryHeld, isPayoutHeld]).toEqual([true, true]);
    else expect([step, isPayoutHeld]).toEqual(["approved", true]);
    await decide("confirm");
    await recoverBoth();
    await Promise.all([world, second].map((service) => service.runJob("ach.report_outcomes")));
    await recoverBoth();
    expect((await stateOf(intent)).step).toBe("voided");
    expect((await stateOf(intent)).entry ?? "canceled").toBe("canceled");
  }
});
