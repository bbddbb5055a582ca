import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AchWorld, createAchWorld, mondayMorning } from "./testing/ach-world.ts";

let world: AchWorld;
beforeAll(async () => {
  world = await createAchWorld();
});
afterAll(() => world.close());

test("an entry that cannot be settled does not block the others", async () => {
  world.setTime(mondayMorning);
  const { ach, database } = world.service.deps;
  const keys = [await world.order({ amountMinor: 13 }), await world.order(), await world.order()];
  await ach.closeFile();
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(database.kysely);
  await sql`create trigger refuse before update on ach_entries for each row
    when (new.status = 'settled' and new.amount_minor = 13) execute function refuse()`.execute(
    database.kysely,
  );
  world.setTime("2026-12-10T15:00:00Z");
  await world.runJob("ach.settle");
  const found = await Promise.all(keys.map((key) => ach.find(world.operator.operatorId, key)));
  expect(found.map((entry) => entry?.status)).toEqual(["filed", "settled", "settled"]);
});
