import { closeSync, mkdirSync, openSync, symlinkSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFile } from "./make-file.ts";
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
beforeEach(async () => {
  const { kysely } = world.service.deps.database;
  await kysely.deleteFrom("ach_entries").execute();
  await kysely.deleteFrom("ach_files").execute();
  world.emptyOutbox();
  world.reported = [];
});

const find = (key: string) => world.service.deps.ach.find(world.operator.operatorId, key);
const newest = () => Object.values(world.outbox()).at(-1) ?? "";
const reportedFor = (key: string) =>
  world.reported.filter(({ entryKey }) => entryKey === key).map(({ status }) => status);

test("an order before the cut-off goes out that day and settles when it is not returned", async () => {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.runJobs();
  expect(await find(key)).toMatchObject({ status: "queued", effective_date: null });

  world.setTime("2026-11-23T22:00:00Z");
  await world.runJobs();
  expect(Object.keys(world.outbox())).toContain("ACH-20261123-A.txt");
  expect(entriesOf(newest())).toMatchObject([
    {
      transactionCode: "22",
      receivingDfi: "02100002",
      accountNumber: "000123456789",
      amount: "0000250000",
      individualName: "Ada Winner",
    },
  ]);
  // Tuesday. The two banking days for returns are Wednesday and Friday, around Thanksgiving.
  expect(await find(key)).toMatchObject({ effective_date: "2026-11-24", settles_on: "2026-11-30" });
  expect(reportedFor(key)).toEqual(["filed"]);

  world.setTime("2026-11-29T23:00:00Z");
  await world.runJobs();
  expect(reportedFor(key)).toEqual(["filed"]);
  world.setTime("2026-11-30T13:00:00Z");
  await world.runJobs();
  expect(reportedFor(key)).toEqual(["filed", "settled"]);
});

test("an order after the cut-off waits for the next banking day", async () => {
  world.setTime("2026-11-25T22:00:00Z");
  const key = await world.order();
  await world.runJobs();
  world.setTime("2026-11-26T22:30:00Z"); // Thanksgiving
  await world.runJobs();
  expect(await find(key)).toMatchObject({ status: "queued" });
  world.setTime("2026-11-27T22:00:00Z");
  await world.runJobs();
  expect(await find(key)).toMatchObject({ status: "filed", effective_date: "2026-11-30" });
});

test("credits, debits and each company have their own batches, with rising trace numbers", async () => {
  const laterBy = (ms: number) =>
    world.setTime(new Date(Date.parse(mondayMorning) + ms).toISOString());
  laterBy(0);
  const other = await world.createOperator();
  await world.order({ amountMinor: 1 });
  laterBy(1);
  await world.order({ direction: "debit", amountMinor: 20 });
  laterBy(2);
  await world.order({ operatorId: other.operatorId, companyName: "Other", amountMinor: 300 });
  laterBy(3);
  await world.order({ amountMinor: 4_000, accountType: "savings" });
  expect(await world.service.deps.ach.closeFile()).toBe(true);
  const lines = newest().split("\n");
  const headers = lines.filter((line) => line.startsWith("5"));
  expect(headers.map((line) => [line.slice(4, 20).trim(), line.slice(50, 63).trim()])).toEqual([
    ["Lucky Bingo Hall", "PPDPAYOUT"],
    ["Lucky Bingo Hall", "WEBPURCHASE"],
    ["Other", "PPDPAYOUT"],
  ]);
  const traces = entriesOf(newest()).map(({ traceNumber }) => traceNumber);
  expect(traces).toEqual([...traces].sort());
  expect(new Set(traces).size).toBe(4);
  const control = lines.find((line) => line.startsWith("9") && !line.startsWith("99")) ?? "";
  expect([control.slice(31, 43), control.slice(43, 55)]).toEqual(["000000000020", "000000004301"]);
});

test("entries that would exceed a file's maximum total go into the next file", async () => {
  world.setTime(mondayMorning);
  const amountMinor = 9_999_999_999;
  for (let count = 0; count < 101; count += 1) await world.order({ amountMinor });
  await world.service.deps.ach.closeFile();
  expect(entriesOf(newest())).toHaveLength(100);
  await world.service.deps.ach.closeFile();
  expect(entriesOf(newest())).toHaveLength(1);
});

test("an entry that nobody can decrypt stays in the queue, and the file has the others", async () => {
  world.setTime(mondayMorning);
  const { operatorId } = await world.createOperator();
  const damaged = await world.order({ operatorId });
  const key = await world.order();
  await world.service.deps.database.kysely
    .updateTable("ach_entries")
    .set({ details_sealed: "1.damaged" })
    .where("entry_key", "=", damaged)
    .execute();
  world.setTime("2026-11-23T22:00:00Z");
  await world.runJobs();
  expect(entriesOf(newest())).toHaveLength(1);
  expect(await find(key)).toMatchObject({ status: "filed" });
  const left = await world.service.deps.ach.find(operatorId, damaged);
  expect(left).toMatchObject({ status: "queued" });
  expect(world.logLines.join("\n")).toContain("ACH entries stay in the queue");
});

test("more entries than a file can have, which nobody can decrypt, hold no other entry", async () => {
  world.setTime(mondayMorning);
  const { kysely } = world.service.deps.database;
  const { operatorId } = await world.createOperator();
  const damaged = await world.order({ operatorId });
  const row = await kysely
    .updateTable("ach_entries")
    .set({ details_sealed: "1.damaged" })
    .where("entry_key", "=", damaged)
    .returningAll()
    .executeTakeFirstOrThrow();
  for (let from = 0; from < 5_000; from += 1_000) {
    const copies = Array.from({ length: 1_000 }, (_, at) => ({
      ...row,
      ach_entry_id: `${row.ach_entry_id}_${from + at}`,
      entry_key: `${damaged}_${from + at}`,
    }));
    await kysely.insertInto("ach_entries").values(copies).execute();
  }
  world.setTime("2026-11-23T15:00:01Z");
  const key = await world.order();
  world.setTime("2026-11-23T22:00:00Z");
  await world.runJobs();
  expect(await find(key)).toMatchObject({ status: "filed" });
});

test("a file that cannot be handed over is logged once an hour, and goes out once it can be", async () => {
  world.setTime(mondayMorning);
  await world.order();
  const { ach, config } = world.service.deps;
  const outbox = join(config.ach.folder, "outbox");
  mkdirSync(config.ach.folder, { recursive: true });
  // Nobody can create a file in there. The error names the temporary file, which differs each time.
  symlinkSync("/proc", outbox);
  await ach.closeFile().catch(() => undefined);
  for (let round = 0; round < 3; round += 1) {
    await world.runJob("ach.files").catch(() => undefined);
  }
  const problem = "an ACH file could not be handed over";
  expect(world.logLines.filter((line) => line.includes(problem))).toHaveLength(1);
  unlinkSync(outbox);
  await world.runJob("ach.files");
  expect(Object.keys(world.outbox())).toEqual(["ACH-20261123-A.txt"]);
});

test("a finished file is handed over on a day that has no other file left", async () => {
  world.setTime(mondayMorning);
  const { deps } = world.service;
  await world.order();
  const { origination } = deps.config.ach;
  if (origination) await makeFile(deps as never, origination, { everything: true, refunds: true });
  const made = await deps.database.kysely
    .selectFrom("ach_files")
    .selectAll()
    .executeTakeFirstOrThrow();
  const others = [..."BCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].map((modifier) => ({
    ...made,
    ach_file_id: `${made.ach_file_id}${modifier}`,
    id_modifier: modifier,
    status: "emptied" as const,
  }));
  await deps.database.kysely.insertInto("ach_files").values(others).execute();
  await world.order();
  await expect(deps.ach.closeFile()).rejects.toThrow("36 ACH files");
  expect(Object.keys(world.outbox())).toEqual(["ACH-20261123-A.txt"]);
});

test("a key orders once, and nothing goes out twice", async () => {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.order({ entryKey: key, amountMinor: 999 });
  await world.service.deps.ach.closeFile();
  expect(entriesOf(newest())).toHaveLength(1);
  await world.order({ entryKey: key });
  expect(await world.service.deps.ach.closeFile()).toBe(false);
  expect(await find(key)).toMatchObject({ amount_minor: 250_000 });
});

test("an order can be canceled only while it is queued", async () => {
  world.setTime(mondayMorning);
  const { ach } = world.service.deps;
  const { operatorId } = world.operator;
  const [waiting, unknownKey] = [await world.order(), "nothing"];
  expect(await ach.cancel(operatorId, waiting)).toBe(true);
  expect(await ach.cancel(operatorId, waiting)).toBe(false);
  expect(await ach.cancel(operatorId, unknownKey)).toBe(false);
  await world.runJobs();
  expect(reportedFor(waiting)).toEqual(["canceled"]);
  const filed = await world.order();
  await ach.closeFile();
  expect(await ach.cancel(operatorId, filed)).toBe(false);
});

test("a return moves its entry before and after settlement, once, whatever the file's name", async () => {
  world.setTime(mondayMorning);
  const early = await world.order({ amountMinor: 100 });
  const late = await world.order({ amountMinor: 200 });
  await world.service.deps.ach.closeFile();
  const [first, second] = entriesOf(newest());
  if (!first || !second) throw new Error("two entries were ordered");

  world.setTime("2026-11-25T14:00:00Z");
  world.receive("r1.ach", returnFileOf(first, "R03"));
  await world.runJobs();
  expect(await find(early)).toMatchObject({ status: "returned", return_code: "R03" });
  expect(world.inboxHas("done", "r1.ach")).toBe(true);

  world.setTime("2026-12-20T14:00:00Z");
  await world.runJobs();
  world.receive("r2.ach", returnFileOf(second, "R10"));
  await world.runJobs();
  expect(reportedFor(late)).toEqual(["filed", "settled", "returned"]);

  world.receive("r1-again.ach", returnFileOf(first, "R03"));
  await world.runJobs();
  expect(reportedFor(early)).toEqual(["returned"]);
});

test("an unreadable file is refused as a whole, and returns of unknown entries are counted", async () => {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.service.deps.ach.closeFile();
  const [entry] = entriesOf(newest());
  if (!entry) throw new Error("an entry was ordered");
  const good = returnFileOf(entry, "R01");
  world.receive("bad.ach", good.replace("0000250000", "0000250001"));
  world.receive("foreign.ach", returnFileOf({ ...entry, traceNumber: "999999999999999" }, "R01"));
  world.receive("amount.ach", returnFileOf({ ...entry, amount: "0000000001" }, "R01"));
  await world.runJobs();
  // Possibly incomplete, so refused only if it is the same in the next round.
  expect(world.inboxHas("refused", "bad.ach")).toBe(false);
  await world.runJobs();
  expect(world.inboxHas("refused", "bad.ach")).toBe(true);
  expect(await find(key)).toMatchObject({ status: "filed" });
  const read = await world.service.deps.database.kysely
    .selectFrom("ach_return_files")
    .select(["name", "unknown_count"])
    .where("name", "in", ["foreign.ach", "amount.ach"])
    .orderBy("name")
    .execute();
  expect(read).toEqual([
    { name: "amount.ach", unknown_count: 1 },
    { name: "foreign.ach", unknown_count: 1 },
  ]);
});

test("a file that is still being written is read once it is complete", async () => {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.service.deps.ach.closeFile();
  const [entry] = entriesOf(newest()) as [ReturnType<typeof entriesOf>[number]];
  const text = returnFileOf(entry, "R01");
  const inbox = join(world.service.deps.config.ach.folder, "inbox");
  mkdirSync(inbox, { recursive: true });
  const upload = openSync(join(inbox, "slow.ach"), "w");
  writeSync(upload, text.slice(0, 300));
  await world.runJobs();
  writeSync(upload, text.slice(300));
  closeSync(upload);
  await world.runJobs();
  expect(await find(key)).toMatchObject({ status: "returned", return_code: "R01" });
  expect(world.inboxHas("done", "slow.ach")).toBe(true);
});

test("an outcome that could not be reported is reported again", async () => {
  world.setTime(mondayMorning);
  const key = await world.order();
  await world.service.deps.ach.closeFile();
  world.failNext = new Error("the store was unavailable");
  await world.runJobs();
  expect(reportedFor(key)).toEqual([]);
  await world.runJobs();
  expect(reportedFor(key)).toEqual(["filed"]);
});

test("account numbers are sealed in the store, and never logged", async () => {
  world.setTime(mondayMorning);
  await world.order({ accountNumber: "99887766554433" });
  await world.service.deps.ach.closeFile();
  const tables = ["ach_entries", "ach_files"] as const;
  for (const table of tables) {
    const rows = await world.service.deps.database.kysely.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("99887766554433");
  }
  expect(world.logLines.join()).not.toContain("99887766554433");
});
