import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { settlementCsv } from "./testing/example-files.ts";
import { send } from "./testing/settlement-world.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

test("a file that cannot be decrypted is tried again after growing pauses, and logged once an hour", async () => {
  const { kysely } = t.service.deps.database;
  await send(t, settlementCsv("b1", []));
  await kysely.updateTable("settlement_file_parts").set({ content_sealed: "1.damaged" }).execute();
  const pausesMs: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await t.runJob("import_settlement_files");
    const { lease_until } = await kysely
      .selectFrom("settlement_files")
      .select("lease_until")
      .executeTakeFirstOrThrow();
    const pauseMs = (lease_until?.getTime() ?? 0) - t.clock.nowMs();
    pausesMs.push(pauseMs);
    t.clock.advance(pauseMs + 1);
  }
  const minutes = pausesMs.map((pauseMs) => Math.round(pauseMs / 60_000));
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  const problem = "a settlement file could not be imported";
  expect(t.logLines.filter((line) => line.includes(problem))).toHaveLength(1);
});
