/** PostgreSQL only: the embedded store runs one transaction at a time. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { type AchWorld, createAchWorld, entriesOf, mondayMorning } from "./testing/ach-world.ts";

let world: AchWorld;
/** A second process on the same database, with its own outbox. */
let second: TestService;
beforeAll(async () => {
  world = await createAchWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
  });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

test("services that close the file at the same time put each entry into one file", async () => {
  world.setTime(mondayMorning);
  for (let index = 0; index < 12; index += 1) await world.order({ amountMinor: 1 + index });
  const created = await Promise.all(
    Array.from({ length: 5 }, () => world.service.deps.ach.closeFile()),
  );
  expect(created).toContain(true);
  await world.runJobs();
  const entries = Object.values(world.outbox()).flatMap(entriesOf);
  expect(entries.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, index) => 1 + index),
  );
  expect(new Set(entries.map(({ traceNumber }) => traceNumber)).size).toBe(12);
});

test("simultaneous orders with one key make one entry", async () => {
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

test("a file that a crash left unwritten is handed over by one of two services, once", async () => {
  world.setTime(mondayMorning);
  const services = [world.service, second.service];
  const outboxes = services.map(({ deps }) => join(deps.config.ach.folder, "outbox"));
  for (let round = 0; round < 5; round += 1) {
    await world.order({ amountMinor: 100 + round });
    await world.service.deps.ach.closeFile();
    for (const outbox of outboxes) rmSync(outbox, { recursive: true, force: true });
    const files = await world.service.deps.database.kysely
      .updateTable("ach_files")
      .set({ status: "made", written_at: null, hand_over_token: null })
      .returning("ach_file_id")
      .execute();
    await Promise.all(services.map(({ deps }) => deps.ach.closeFile()));
    const handedIn = outboxes.flatMap((outbox) => (existsSync(outbox) ? readdirSync(outbox) : []));
    expect(handedIn).toHaveLength(files.length);
    expect(new Set(handedIn).size).toBe(files.length);
  }
});
