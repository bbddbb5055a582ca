/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { appendAudit, verifyAudit } from "./index.ts";

let t: TestService;
let second: Database;
beforeAll(async () => {
  t = await createTestService();
  second = reopenTestDatabase(t.databaseUrl ?? "");
});
afterAll(async () => {
  await second.close();
  await t.close();
});

test("entries written concurrently by two services form one unbroken chain", async () => {
  const { deps } = t.service;
  const { operatorId } = await t.createOperator();
  const before = (await verifyAudit(deps, operatorId)).entries;
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  await Promise.all(
    numbers.map((number) =>
      inTransaction(number % 2 === 0 ? deps.database : second, async (tx) => {
        await appendAudit(deps, tx, operatorId, {
          actor: { kind: "service" },
          action: "race.run",
          subject: { type: "number", id: String(number) },
        });
        if (number % 10 === 9) throw new Error("rolled back");
      }).catch((error: Error) => expect(error.message).toBe("rolled back")),
    ),
  );
  expect(await verifyAudit(deps, operatorId)).toMatchObject({
    entries: before + 54,
    problem: null,
  });
});
