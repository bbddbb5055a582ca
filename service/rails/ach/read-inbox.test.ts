import { readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { readInbox } from "./read-inbox.ts";
import {
  type AchWorld,
  createAchWorld,
  entriesOf,
  mondayMorning,
  returnFileOf,
} from "./testing/ach-world.ts";

let world: AchWorld;
beforeAll(async () => {
  world = await createAchWorld();
});
afterAll(() => world.close());

/** A filed order, and the file that returns it. */
async function returned() {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.service.deps.ach.closeFile();
  const [original] = entriesOf(Object.values(world.outbox()).at(-1) ?? "");
  if (!original) throw new Error("no entry was filed");
  return { key, text: returnFileOf(original, "R03") };
}
const statusOf = async (key: string) =>
  (await world.service.deps.ach.find(world.operator.operatorId, key))?.status;

test("a file from the bank that cannot be applied does not block later files", async () => {
  const { kysely } = world.service.deps.database;
  const broken = await returned();
  const other = await returned();
  world.receive("1.txt", broken.text);
  world.receive("2.txt", other.text);
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before update on ach_entries for each row
    when (old.entry_key = ${sql.lit(broken.key)}) execute function refuse()`.execute(kysely);
  for (let round = 0; round < 3; round += 1) {
    await world.runJob("ach.returns").catch(() => undefined);
  }
  // Every round tries it, but it does not fill the log.
  const lines = world.logLines.filter((line) => line.includes("could not be applied"));
  expect(lines).toHaveLength(1);
  expect([await statusOf(broken.key), await statusOf(other.key)]).toEqual(["filed", "returned"]);
  await sql`drop function refuse cascade`.execute(kysely);
  await world.runJob("ach.returns");
  expect(await statusOf(broken.key)).toBe("returned");
  expect(world.inboxHas("done", "1.txt")).toBe(true);
});

test("a return file that cannot be applied holds only refunds, which it may cancel", async () => {
  const { kysely } = world.service.deps.database;
  const broken = await returned();
  world.receive("broken.txt", broken.text);
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before update on ach_entries for each row
    when (old.entry_key = ${sql.lit(broken.key)}) execute function refuse()`.execute(kysely);
  const payout = await world.order();
  const refund = await world.order();
  await kysely
    .updateTable("ach_entries")
    .set({ debit_key: broken.key })
    .where("entry_key", "=", refund)
    .execute();
  expect(await world.service.deps.ach.closeFile()).toBe(true);
  expect([await statusOf(payout), await statusOf(refund)]).toEqual(["filed", "queued"]);
  await sql`drop function refuse cascade`.execute(kysely);
  await world.service.deps.ach.closeFile();
  expect([await statusOf(broken.key), await statusOf(refund)]).toEqual(["returned", "canceled"]);
});

test("a return file that the bank is still writing holds refunds", async () => {
  const { kysely } = world.service.deps.database;
  const debit = await returned();
  await kysely
    .updateTable("ach_entries")
    .set({ status: "settled" })
    .where("entry_key", "=", debit.key)
    .execute();
  world.receive("half.txt", debit.text.slice(0, debit.text.length / 2));
  const payout = await world.order();
  const refund = await world.order();
  await kysely
    .updateTable("ach_entries")
    .set({ debit_key: debit.key })
    .where("entry_key", "=", refund)
    .execute();
  expect(await world.service.deps.ach.closeFile()).toBe(true);
  expect([await statusOf(payout), await statusOf(refund)]).toEqual(["filed", "queued"]);
  world.receive("half.txt", debit.text);
  await world.service.deps.ach.closeFile();
  expect([await statusOf(debit.key), await statusOf(refund)]).toEqual(["returned", "canceled"]);
});

test("a bank's next file with the same name does not replace the earlier one", async () => {
  const kept: string[] = [];
  for (let day = 0; day < 2; day += 1) {
    const { text } = await returned();
    kept.push(text);
    world.receive("daily.txt", text);
    await world.runJob("ach.returns");
  }
  const done = join(world.service.deps.config.ach.folder, "inbox", "done");
  const names = readdirSync(done).filter((name) => name.includes("daily.txt"));
  const texts = names.map((name) => readFileSync(join(done, name), "latin1"));
  expect(texts.toSorted()).toEqual(kept.toSorted());
});

/** A payout and a refund of a settled debit, in a file that could not be handed over. */
async function undelivered() {
  const { kysely } = world.service.deps.database;
  const { ach, config } = world.service.deps;
  const debit = await returned();
  await kysely
    .updateTable("ach_entries")
    .set({ status: "settled" })
    .where("entry_key", "=", debit.key)
    .execute();
  const payout = await world.order();
  const refund = await world.order({ amountMinor: 1_234 });
  await kysely
    .updateTable("ach_entries")
    .set({ debit_key: debit.key })
    .where("entry_key", "=", refund)
    .execute();
  world.emptyOutbox();
  const outbox = join(config.ach.folder, "outbox");
  // Nobody can create a file in there.
  symlinkSync("/proc", outbox);
  await ach.closeFile().catch(() => undefined);
  unlinkSync(outbox);
  expect([await statusOf(payout), await statusOf(refund)]).toEqual(["filed", "filed"]);
  return { debit, payout, refund };
}
const filedAmounts = () =>
  Object.values(world.outbox()).flatMap((text) =>
    entriesOf(text).map((entry) => Number(entry.amount)),
  );

test("a refund leaves a file that was not handed over when a return file is unread", async () => {
  const { ach } = world.service.deps;
  const { debit, payout, refund } = await undelivered();
  world.receive("half-late.txt", debit.text.slice(0, debit.text.length / 2));
  await ach.closeFile();
  expect(filedAmounts()).toEqual([250_000]);
  expect([await statusOf(payout), await statusOf(refund)]).toEqual(["filed", "queued"]);
  world.receive("half-late.txt", debit.text);
  await ach.closeFile();
  expect([await statusOf(debit.key), await statusOf(refund)]).toEqual(["returned", "canceled"]);
});

test("a file that staff released loses neither a refund nor a held credit", async () => {
  const { ach, database } = world.service.deps;
  const { debit, payout, refund } = await undelivered();
  await database.kysely
    .updateTable("ach_files")
    .set({ reason: "The bank lost it" })
    .where("status", "=", "made")
    .execute();
  const { operatorId } = world.operator;
  const hold = inTransaction(database, (tx) => ach.hold(operatorId, payout, tx));
  expect(await hold).toBe("too_late");
  world.receive("half-released.txt", debit.text.slice(0, debit.text.length / 2));
  await ach.closeFile();
  expect(filedAmounts().toSorted((one, other) => one - other)).toEqual([1_234, 250_000]);
  expect([await statusOf(payout), await statusOf(refund)]).toEqual(["filed", "filed"]);
});

test("a file that another process moves in the meantime is skipped", async () => {
  const first = await returned();
  const last = await returned();
  world.receive("3.txt", first.text);
  world.receive("4.txt", "moved by another process");
  world.receive("5.txt", last.text);
  const { deps } = world.service;
  const { folder } = deps.config.ach;
  const clock = {
    ...deps.clock,
    nowMs() {
      rmSync(join(folder, "inbox", "4.txt"), { force: true });
      return deps.clock.nowMs();
    },
  };
  const ach = { ...deps, clock, listeners: new Map(), sales: { read: undefined } };
  await readInbox(ach, new Map());
  expect([await statusOf(first.key), await statusOf(last.key)]).toEqual(["returned", "returned"]);
  expect(readdirSync(join(folder, "inbox"))).not.toContain("5.txt");
});
