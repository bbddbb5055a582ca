import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AchWorld, createAchWorld, mondayMorning } from "./testing/ach-world.ts";

const dayMs = 24 * 60 * 60 * 1000;
let world: AchWorld;
beforeAll(async () => {
  world = await createAchWorld();
  world.setTime(mondayMorning);
});
afterAll(() => world.close());

const inOutbox = (name: string) => join(world.service.deps.config.ach.folder, "outbox", name);
const forget = async (afterMs: number) => {
  world.clock.advance(afterMs);
  await world.runJob("ach.forget_files");
};

test("the bank's files are deleted 90 days after they were read or refused, whatever their own time says", async () => {
  const folder = join(world.service.deps.config.ach.folder, "inbox");
  mkdirSync(folder, { recursive: true });
  await world.order();
  await world.service.deps.ach.closeFile();
  const { content_hash: hash } = await world.service.deps.database.kysely
    .selectFrom("ach_files")
    .select("content_hash")
    .executeTakeFirstOrThrow();
  world.receive("a.ack", String(hash));
  world.receive("b.txt", "not a return file, but with a name in it");
  const longAgo = new Date(world.clock.nowMs() - 400 * dayMs);
  for (const name of ["a.ack", "b.txt"]) utimesSync(join(folder, name), longAgo, longAgo);
  // An unreadable file must stay the same for a round.
  for (let round = 0; round < 2; round += 1) await world.runJob("ach.returns");
  const there = () => [world.inboxHas("done", "a.ack"), world.inboxHas("refused", "b.txt")];
  await forget(89 * dayMs);
  expect(there()).toEqual([true, true]);
  await forget(2 * dayMs);
  expect(there()).toEqual([false, false]);
});

test("our files are deleted 90 days after they were handed over, unless they need a decision", async () => {
  const { kysely } = world.service.deps.database;
  await kysely.deleteFrom("ach_entries").execute();
  await kysely.deleteFrom("ach_files").execute();
  world.emptyOutbox();
  const close = async () => {
    const before = Object.keys(world.outbox());
    await world.order();
    expect(await world.service.deps.ach.closeFile()).toBe(true);
    return Object.keys(world.outbox()).find((name) => !before.includes(name)) ?? "";
  };
  const [first, second] = [await close(), await close()];
  const [, cutOff] = await kysely
    .selectFrom("ach_files")
    .select("ach_file_id")
    .orderBy("created_at")
    .orderBy("id_modifier")
    .execute();
  await kysely
    .updateTable("ach_files")
    .set({ status: "handing_over" })
    .where("ach_file_id", "=", cutOff?.ach_file_id ?? "")
    .execute();
  writeFileSync(inOutbox("put-there-by-somebody.txt"), "");
  await forget(89 * dayMs);
  expect(Object.keys(world.outbox())).toEqual(expect.arrayContaining([first, second]));
  await forget(2 * dayMs);
  expect(Object.keys(world.outbox()).sort()).toEqual([second, "put-there-by-somebody.txt"].sort());
});

test("a hidden file of a killed process is deleted after a day", async () => {
  const left = inOutbox(".ACH-20261123-Z.txt.token");
  writeFileSync(left, "account numbers");
  const now = new Date(world.clock.nowMs());
  utimesSync(left, now, now);
  await forget(23 * 60 * 60_000);
  expect(existsSync(left)).toBe(true);
  await forget(2 * 60 * 60_000);
  expect(existsSync(left)).toBe(false);
});
