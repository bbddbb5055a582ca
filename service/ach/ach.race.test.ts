/** On PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AchWorld, createAchWorld, entriesOf, mondayMorning } from "./testing/ach-world.ts";

let world: AchWorld;
beforeAll(async () => {
  world = await createAchWorld();
});
afterAll(() => world.close());

test("of many services that close the file at once, each entry goes into one", async () => {
  world.turnTo(mondayMorning);
  for (let index = 0; index < 12; index += 1) await world.order({ amountMinor: 1 + index });
  const made = await Promise.all(
    Array.from({ length: 5 }, () => world.service.deps.ach.closeFile()),
  );
  expect(made).toContain(true);
  await world.runJobs();
  const entries = Object.values(world.outbox()).flatMap(entriesOf);
  expect(entries.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, index) => 1 + index),
  );
  expect(new Set(entries.map(({ traceNumber }) => traceNumber)).size).toBe(12);
});

test("of many orders under one key, one is kept", async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      world.order({ entryKey: "same", amountMinor: 1 + index }),
    ),
  );
  const rows = await world.service.deps.database.kysely
    .selectFrom("ach_entries")
    .select("ach_entry_id")
    .where("entry_key", "=", "same")
    .execute();
  expect(rows).toHaveLength(1);
});
