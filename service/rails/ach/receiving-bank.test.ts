/** Both ends of the rail: the sandbox's bank checks our files with its own reader. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAchFile } from "../../../sandbox/receiving-bank/check-ach-file.ts";
import { ReceivingBank } from "../../../sandbox/receiving-bank/receiving-bank.ts";
import { type AchEntry, writeAchFile } from "../../providers/nacha/index.ts";
import { type AchWorld, createAchWorld, mondayMorning } from "./testing/ach-world.ts";

let world: AchWorld;
let bank: ReceivingBank;
beforeAll(async () => {
  world = await createAchWorld();
  bank = new ReceivingBank(world.service.deps.config.ach.folder);
});
afterAll(() => world.close());

const anyEntry = fc.record({
  direction: fc.constantFrom("credit" as const, "debit" as const),
  accountType: fc.constantFrom("checking" as const, "savings" as const),
  routingNumber: fc.constantFrom("110000000", "021000021", "325272021"),
  accountNumber: fc.stringMatching(/^[0-9A-Za-z]{4,17}$/),
  amountMinor: fc.integer({ min: 1, max: 9_999_999_999 }),
  individualName: fc.string({ minLength: 1, unit: "grapheme" }),
});

test("the bank accepts every file that can be written", () => {
  const origination = {
    odfiRoutingNumber: "120000003",
    odfiName: "ODFI",
    companyId: "1",
    originName: "Us",
  };
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 30 }), (given) => {
      let trace = 0;
      const batchOf = (direction: AchEntry["direction"]) => {
        const entries = given
          .filter((each) => each.direction === direction)
          .map((each) => {
            trace += 1;
            const traceNumber = `12000000${String(trace).padStart(7, "0")}`;
            return { ...each, individualId: "id", traceNumber };
          });
        if (entries.length === 0) return [];
        const isDebit = direction === "debit";
        return {
          companyName: "Lucky",
          standardEntryClass: isDebit ? ("WEB" as const) : ("PPD" as const),
          entryDescription: isDebit ? "PURCHASE" : "PAYOUT",
          effectiveEntryDate: "2026-11-24",
          entries,
        };
      };
      const text = writeAchFile({
        origination,
        createdOn: { date: "2026-11-23", time: "17:00" },
        idModifier: "A",
        batches: [batchOf("credit"), batchOf("debit")].flat(),
      });
      const { problems, entries } = checkAchFile(text);
      expect(problems).toEqual([]);
      expect(entries.map(({ amountMinor }) => amountMinor).sort()).toEqual(
        given.map(({ amountMinor }) => amountMinor).sort(),
      );
    }),
    { numRuns: 60 },
  );
});

test("a payout to a closed account comes back; another is returned after it settled", async () => {
  world.setTime(mondayMorning);
  const closed = await world.order({ accountNumber: "000111111113" });
  const posted = await world.order({ accountNumber: "12345" });
  await world.service.deps.ach.closeFile();
  await bank.collect();
  expect(bank.files[0]?.problems).toEqual([]);
  await world.runJobs();
  world.setTime("2026-12-01T15:00:00Z");
  await world.runJobs();
  const of = (key: string) => world.reported.findLast(({ entryKey }) => entryKey === key);
  expect(of(closed)).toMatchObject({ status: "returned", returnCode: "R02" });
  expect(of(posted)).toMatchObject({ status: "settled", returnCode: null });

  const entry = bank.files[0]?.entries.find(({ accountNumber }) => accountNumber === "12345");
  expect(await bank.returnEntry(entry?.traceNumber ?? "", "R23")).toBe(true);
  await world.runJobs();
  expect(of(posted)).toMatchObject({ status: "returned", returnCode: "R23" });
});

test("a name without Latin letters is replaced, and does not block the shared file", async () => {
  world.setTime("2026-12-02T15:00:00Z");
  for (const holderName of ["王小明", `${"王".repeat(30)} Ada  Wáng`, "🎉"]) {
    await world.order({ holderName });
  }
  await world.service.deps.ach.closeFile();
  await bank.collect();
  expect(bank.files.flatMap(({ problems }) => problems)).toEqual([]);
  const names = bank.files.flatMap(({ entries }) => entries.map((entry) => entry.individualName));
  expect(names.filter((name) => name !== "Ada Winner").sort()).toEqual([
    "ACCOUNT HOLDER",
    "ACCOUNT HOLDER",
    "Ada Wang",
  ]);
});
