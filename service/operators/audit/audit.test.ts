import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { type AuditEvent, appendAudit, listAudit, verifyAudit } from "./index.ts";

const service: Promise<TestService> = createTestService();
afterAll(async () => (await service).close());

let operatorId: string;
const deps = async () => (await service).service.deps;
const kysely = async () => (await deps()).database.kysely;

async function append(id: string, overrides: Partial<AuditEvent> = {}): Promise<void> {
  const auditDeps = await deps();
  await inTransaction(auditDeps.database, (tx) =>
    appendAudit(auditDeps, tx, operatorId, {
      actor: { kind: "command" },
      action: "thing.changed",
      subject: { type: "thing", id },
      ...overrides,
    }),
  );
}
const verify = async (known?: { sequence: number; hash: string }) =>
  verifyAudit(await deps(), operatorId, known);
const entryAt = async (sequence: number) =>
  (await kysely())
    .selectFrom("audit_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("sequence", "=", sequence)
    .executeTakeFirstOrThrow();
const change = async (sequence: number, values: Record<string, unknown>) =>
  (await kysely())
    .updateTable("audit_entries")
    .set(values)
    .where("operator_id", "=", operatorId)
    .where("sequence", "=", sequence)
    .execute();
const remove = async (sequence: number) =>
  (await kysely())
    .deleteFrom("audit_entries")
    .where("operator_id", "=", operatorId)
    .where("sequence", "=", sequence)
    .execute();

/** The number of entries before those of the test. */
let first: number;
beforeEach(async () => {
  ({ operatorId } = await (await service).createOperator());
  first = (await verify()).entries;
  for (const id of ["a", "b", "c", "d"]) await append(id);
});

describe("an unchanged chain", () => {
  test("is intact, and its head is the newest entry", async () => {
    const newest = await entryAt(first + 4);
    expect(await verify()).toEqual({
      entries: first + 4,
      head: { sequence: first + 4, hash: newest.hash },
      problem: null,
    });
  });

  test("contains an entry that was noted before", async () => {
    const noted = await entryAt(first + 2);
    expect((await verify({ sequence: noted.sequence, hash: noted.hash })).problem).toBeNull();
  });

  test("belongs to one operator only", async () => {
    const other = await (await service).createOperator();
    const before = (await verify()).entries;
    const auditDeps = await deps();
    await inTransaction(auditDeps.database, (tx) =>
      appendAudit(auditDeps, tx, other.operatorId, {
        actor: { kind: "service" },
        action: "x.done",
        subject: { type: "x", id: "1" },
      }),
    );
    expect((await verify()).entries).toBe(before);
  });
});

describe("verification detects", () => {
  test.each<[string, (sequence: number) => Promise<unknown>]>([
    ["another action", (at) => change(at, { action: "thing.made" })],
    ["another time", (at) => change(at, { at: new Date(0) })],
    ["another actor", (at) => change(at, { actor_kind: "staff", actor_id: "stf_x" })],
    ["another subject", (at) => change(at, { subject_id: "z" })],
    ["other details", (at) => change(at, { details: '{"a":1}' })],
    ["another hash", (at) => change(at, { hash: "x".repeat(43) })],
  ])("%s", async (_what, tamper) => {
    await tamper(first + 2);
    expect((await verify()).problem).toMatchObject({ sequence: first + 2, kind: "changed" });
  });

  test("an entry removed from the middle", async () => {
    await remove(first + 2);
    expect((await verify()).problem).toMatchObject({ sequence: first + 2, kind: "missing" });
  });

  test("the newest entry removed", async () => {
    await remove(first + 4);
    expect((await verify()).problem).toMatchObject({ sequence: first + 4, kind: "missing" });
  });

  test("two swapped entries", async () => {
    await change(first + 2, { sequence: 1000 });
    await change(first + 3, { sequence: first + 2 });
    await change(1000, { sequence: first + 3 });
    expect((await verify()).problem).toMatchObject({ sequence: first + 2, kind: "changed" });
  });

  test("an entry added by hand after the newest", async () => {
    const newest = await entryAt(first + 4);
    await (await kysely())
      .insertInto("audit_entries")
      .values({ ...newest, sequence: first + 5, previous_hash: newest.hash, hash: "y".repeat(43) })
      .execute();
    expect((await verify()).problem).toMatchObject({ sequence: first + 5, kind: "changed" });
  });

  test("the newest entry removed together with its head, by a noted entry", async () => {
    const noted = await entryAt(first + 4);
    const before = await entryAt(first + 3);
    await remove(first + 4);
    await (await kysely())
      .updateTable("audit_heads")
      .set({ sequence: before.sequence, hash: before.hash })
      .where("operator_id", "=", operatorId)
      .execute();
    expect((await verify()).problem).toBeNull();
    const known = { sequence: noted.sequence, hash: noted.hash };
    expect((await verify(known)).problem).toMatchObject({ kind: "missing" });
    await append("another");
    expect((await verify(known)).problem).toMatchObject({ kind: "known_differs" });
  });
});

test("a rolled back change leaves no entry", async () => {
  const auditDeps = await deps();
  const rolledBack = inTransaction(auditDeps.database, async (tx) => {
    await appendAudit(auditDeps, tx, operatorId, {
      actor: { kind: "command" },
      action: "a.b",
      subject: { type: "a", id: "b" },
    });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  expect(await verify()).toMatchObject({ entries: first + 4, problem: null });
});

test("lists the newest entries first and filters by actor, action and subject", async () => {
  await append("mine", { actor: { kind: "staff", staffId: "stf_1" }, action: "thing.made" });
  const page = { page: 1, size: 2 };
  const list = async (filter = {}) => listAudit(await deps(), operatorId, page, filter);
  expect((await list()).rows.map((row) => row.subject_id)).toEqual(["mine", "d"]);
  expect(await list({ actor: "stf_1" })).toMatchObject({ total: 1 });
  expect(await list({ action: "thing.made" })).toMatchObject({ total: 1 });
  expect((await list({ subjectId: "b" })).rows.map((row) => row.subject_id)).toEqual(["b"]);
});
