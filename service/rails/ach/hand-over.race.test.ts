/**
 * An ACH file reaches the bank at most once, whatever fails between its rename and the commit after it. The test's bank
 * collects immediately. PostgreSQL only: a commit can take effect although its response is lost.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import {
  createDyingDatabase,
  type DeathMoment,
  type DyingDatabase,
} from "../../testing/dying-database.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { attemptLimitMs, decisionAfterMs } from "./hand-over.ts";
import { entriesOf, mondayMorning, returnFileOf } from "./testing/ach-world.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-ach-"));
const [outbox, inbox] = [join(folder, "outbox"), join(folder, "inbox")];
const env = { ACH_FOLDER: folder };
let first: TestService;
let second: TestService;
let store: DyingDatabase;
let failing: TestService;
let collected: { name: string; text: string }[];

beforeAll(async () => {
  first = await createTestService({ env });
  if (!first.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const { clock, databaseUrl } = first;
  second = await createTestService({ env, clock, database: reopenTestDatabase(databaseUrl) });
  store = createDyingDatabase(first.service.deps.database);
  failing = await createTestService({ env, clock, database: store.database });
});
afterAll(async () => {
  store.endProcess();
  await failing.close();
  await second.close();
  await first.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { kysely } = first.service.deps.database;
  await kysely.deleteFrom("ach_entries").execute();
  await kysely.deleteFrom("ach_files").execute();
  rmSync(folder, { recursive: true, force: true });
  collected = [];
  first.clock.set(Date.parse(mondayMorning));
  store.startProcess();
});

let orders = 0;
async function order(operatorId = first.operator.operatorId): Promise<string> {
  orders += 1;
  const entryKey = `key-${orders}`;
  const { deps } = first.service;
  await deps.keyring.load(operatorId);
  await inTransaction(deps.database, (tx) =>
    deps.ach.order(tx, {
      operatorId,
      entryKey,
      source: "disbursement",
      direction: "credit",
      accountType: "checking",
      routingNumber: "021000021",
      accountNumber: "000123456789",
      holderName: "Ada Winner",
      amountMinor: 250_000,
      companyName: "Lucky Bingo Hall",
    }),
  );
  return entryKey;
}
function collect(): void {
  if (!existsSync(outbox)) return;
  for (const name of readdirSync(outbox).filter((each) => !each.startsWith("."))) {
    collected.push({ name, text: readFileSync(join(outbox, name), "latin1") });
    rmSync(join(outbox, name));
  }
}
const files = () =>
  first.service.deps.database.kysely.selectFrom("ach_files").selectAll().execute();
const entry = (key: string) => first.service.deps.ach.find(first.operator.operatorId, key);
/** The bank collects after each process. */
async function aDay(processes: readonly TestService[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const opened of processes) {
      await opened.runJob("ach.files").catch(() => undefined);
      collect();
    }
    first.clock.advance(round === 0 ? 20_000 : 6 * 60 * 60_000);
  }
}
/** Stops at step 1 rows, 2 handing over, or 3 handed over. */
async function stopAt(step: number, moment: DeathMoment, how: "breaks" | "dies"): Promise<string> {
  const key = await order();
  const closing = () => failing.service.deps.ach.closeFile().catch(() => undefined);
  if (how === "breaks") {
    store.breakAt(step, moment);
    await closing();
  } else {
    await store.dieAt(step, moment, closing);
  }
  collect();
  return key;
}

describe.each(["before", "after"] as const)("a commit that fails %s it takes effect", (moment) => {
  test.each([1, 2, 3])(
    "at step %i: the process hands the file over once and records it",
    async (step) => {
      await stopAt(step, moment, "breaks");
      await aDay([failing, second, first]);
      const found = await files();
      expect(found.map(({ status }) => status)).toEqual(["handed_over"]);
      expect(collected).toHaveLength(1);
      expect(readdirSync(outbox)).toEqual([]);
    },
  );

  test.each([1, 2, 3])(
    "at step %i of a killed process: no other process hands the file over again",
    async (step) => {
      const key = await stopAt(step, moment, "dies");
      await aDay([second, first]);
      const [file] = await files();
      // Another process hands over only a file that no process has begun to hand over.
      const isBegun = !(step === 1 || (step === 2 && moment === "before"));
      const isDone = step === 3 && moment === "after";
      expect(file?.status).toBe(isBegun && !isDone ? "handing_over" : "handed_over");
      expect(collected.length).toBe(step === 2 && moment === "after" ? 0 : 1);
      // Nothing settles while nobody knows whether the bank has the file.
      first.clock.advance(30 * 24 * 60 * 60_000);
      await second.runJob("ach.settle");
      expect((await entry(key))?.status).toBe(isBegun && !isDone ? "filed" : "settled");
    },
  );
});

test("when two processes hand over at the same time, one publishes", async () => {
  for (let round = 0; round < 6; round += 1) {
    await order();
    await Promise.all([first, second].map(({ service }) => service.deps.ach.closeFile()));
    collect();
  }
  await aDay([first, second]);
  const traces = collected.flatMap(({ text }) => entriesOf(text)).map((each) => each.traceNumber);
  expect(traces).toHaveLength(6);
  expect(new Set(traces).size).toBe(6);
});

test("a process that was paused between its commit and the rename publishes nothing later", async () => {
  await stopAt(2, "after", "breaks");
  first.clock.advance(attemptLimitMs + 1);
  await aDay([failing]);
  expect(collected).toEqual([]);
  expect((await files())[0]?.status).toBe("handing_over");
});

describe("a file with an unknown outcome", () => {
  const decide = (service: TestService, decision: "confirm" | "release", id: string) =>
    service.command("ach", decision, id, "--reason", "The bank's portal does not list it");

  async function lost(): Promise<{ key: string; id: string }> {
    const key = await stopAt(2, "after", "dies");
    const id = (await files())[0]?.ach_file_id ?? "";
    return { key, id };
  }

  test("is handed over again once staff release it, and audited for each operator in it", async () => {
    const other = await first.createOperator();
    await order(other.operatorId);
    const { id } = await lost();
    expect((await decide(second, "release", id)).exitCode).toBe(1);
    first.clock.advance(decisionAfterMs);
    expect((await second.command("ach", "files")).text).toContain("needs a decision");
    const decided = await Promise.all([
      decide(first, "release", id),
      decide(second, "release", id),
    ]);
    expect(decided.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    await aDay([second, first]);
    expect(collected).toHaveLength(1);
    expect((await files())[0]?.status).toBe("handed_over");
    const audited = await first.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select(["operator_id", "details"])
      .where("subject_id", "=", id)
      .where("action", "=", "ach_file.released")
      .execute();
    expect(audited.map((each) => each.operator_id).sort()).toEqual(
      [first.operator.operatorId, other.operatorId].sort(),
    );
    expect(audited[0]?.details).toContain("does not list it");
  });

  test("is not handed over again after staff confirm it, and settles from then on", async () => {
    const { key, id } = await lost();
    first.clock.advance(3 * 24 * 60 * 60_000);
    expect((await decide(second, "confirm", id)).exitCode).toBe(0);
    await second.runJob("ach.settle");
    expect((await entry(key))?.status).toBe("filed");
    await aDay([second, first]);
    expect(collected).toEqual([]);
    first.clock.advance(10 * 24 * 60 * 60_000);
    await second.runJob("ach.settle");
    expect((await entry(key))?.status).toBe("settled");
  });

  test("counts as handed over when the bank acknowledges it or returns one of its entries", async () => {
    await stopAt(3, "before", "dies");
    const [sent] = collected;
    const hash = createHash("sha256")
      .update(sent?.text ?? "", "latin1")
      .digest("hex");
    mkdirSync(inbox, { recursive: true });
    writeFileSync(join(inbox, "wrong.ack"), `${"0".repeat(64)}  ${sent?.name}\n`);
    await second.runJob("ach.returns");
    expect((await files())[0]?.status).toBe("handing_over");
    writeFileSync(join(inbox, "right.ack"), `${hash}  ${sent?.name}\n`);
    await second.runJob("ach.returns");
    expect((await files())[0]?.status).toBe("acknowledged");
    expect(readdirSync(join(inbox, "done"))).toEqual(["right.ack"]);
    expect(readdirSync(join(inbox, "refused"))).toEqual(["wrong.ack"]);

    await stopAt(3, "before", "dies");
    const [returned] = entriesOf(collected.at(-1)?.text ?? "");
    if (!returned) throw new Error("an entry was collected");
    writeFileSync(join(inbox, "r1.ach"), returnFileOf(returned, "R03"));
    await second.runJob("ach.returns");
    expect((await files()).map(({ status }) => status)).toEqual(["acknowledged", "acknowledged"]);
  });

  test("is not handed over again after staff released it by mistake if the bank's acknowledgement comes first", async () => {
    await stopAt(3, "before", "dies");
    const hash = createHash("sha256")
      .update(collected[0]?.text ?? "", "latin1")
      .digest("hex");
    first.clock.advance(decisionAfterMs);
    const id = (await files())[0]?.ach_file_id ?? "";
    expect((await decide(second, "release", id)).exitCode).toBe(0);
    mkdirSync(inbox, { recursive: true });
    writeFileSync(join(inbox, "late.ack"), hash);
    await second.runJob("ach.returns");
    await aDay([second, first]);
    expect(collected).toHaveLength(1);
  });
});
