import { afterAll, beforeAll, expect, test } from "vitest";
import { type AchWorld, createAchWorld, mondayMorning } from "./testing/ach-world.ts";

let world: AchWorld;
beforeAll(async () => {
  world = await createAchWorld();
});
afterAll(() => world.close());

test("an operator's outcomes that cannot be reported do not block those of other operators", async () => {
  world.setTime(mondayMorning);
  const { database, ach } = world.service.deps;
  const broken = await world.createOperator();
  // More than the job reads at once.
  for (let number = 0; number < 201; number += 1) {
    await world.order({ operatorId: broken.operatorId, amountMinor: 1 });
  }
  await ach.closeFile();
  world.clock.advance(1_000);
  const key = await world.order();
  await ach.closeFile();
  const reported: string[] = [];
  ach.listen("disbursement", async ({ operatorId, entryKey }) => {
    if (operatorId === broken.operatorId) throw new Error("the payout cannot be opened");
    reported.push(entryKey);
  });
  await world.runJob("ach.report_outcomes");
  expect(reported).toEqual([key]);
  const waiting = await database.kysely
    .selectFrom("ach_entries")
    .select("ach_entry_id")
    .whereRef("status", "<>", "told_status")
    .execute();
  expect(waiting).toHaveLength(201);
  // Every round tries them, but they do not fill the log.
  await world.runJob("ach.report_outcomes");
  const lines = world.logLines.filter((line) => line.includes("outcome could not be reported"));
  expect(lines).toHaveLength(201);
});
