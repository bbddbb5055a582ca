/** Lists of the command line that show only their first rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendAudit } from "../operators/audit/index.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const lines = async (...words: string[]) => (await t.command(...words)).text.split("\n");

test("the list of notices says when there are newer ones than it shows", async () => {
  const { kysely } = t.service.deps.database;
  const add = (from: number, count: number) =>
    kysely
      .insertInto("processor_notices")
      .values(
        Array.from({ length: count }, (_, index) => ({
          processor: "northbank",
          event_id: `event-${from + index}`,
          state: "refused" as const,
          problem: "unknown_charge",
          tries: 0,
          body: JSON.stringify({}),
          received_at: new Date(t.clock.nowMs() + from + index),
          next_try_at: new Date(t.clock.nowMs()),
        })),
      )
      .execute();
  await add(0, 100);
  expect(await lines("notices", "list")).toHaveLength(100);
  await add(100, 1);
  const shown = await lines("notices", "list");
  expect(shown).toHaveLength(101);
  expect(shown[99]).toContain("event-99");
  expect(shown[100]).toBe("Only these 100 are shown: there are newer ones.");
});

test("the audit log's list says when there are older entries than it shows", async () => {
  const { operatorId } = await t.createOperator();
  const { deps } = t.service;
  await deps.keyring.load(operatorId);
  const subject = { type: "operator", id: operatorId };
  for (let entry = 0; entry < 51; entry += 1) {
    await inTransaction(deps.database, (tx) =>
      appendAudit(deps, tx, operatorId, {
        actor: { kind: "command" },
        action: "operator.changed",
        subject,
        details: {},
      }),
    );
  }
  const shown = await lines("audit", "list", operatorId);
  expect(shown).toHaveLength(51);
  expect(shown[50]).toBe("Only these 50 are shown: there are older ones.");
});
