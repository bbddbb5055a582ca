import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkAchFile } from "./check-ach-file.ts";
import { ReceivingBank } from "./receiving-bank.ts";

/** Written by hand from the rules: a credit that is posted, one to a closed account, and a debit. */
const good = `${[
  "101 12000000310000000012611231700A094101Sandbox ODFI           Tessera Sandbox                        ",
  "5220Lucky Bingo Hall                    1000000001PPDPAYOUT    261123261124   1120000000000001",
  "622110000000000123456789     0000250000dis_1          Ada Winner              0120000000000001",
  "622110000000000111111113     0000000100dis_2          Bob Loser               0120000000000002",
  `822000000200220000000000000000000000002501001000000001${" ".repeat(25)}120000000000001`,
  "5225Lucky Bingo Hall                    1000000001WEBPURCHASE  261123261124   1120000000000002",
  "627110000000000333333335     0000004999pay_1          Ada Winner            S 0120000000000003",
  `822500000100110000000000000049990000000000001000000001${" ".repeat(25)}120000000000002`,
  `9000002000001000000030033000000000000004999000000250100${" ".repeat(39)}`,
  "9".repeat(94),
]
  .map((line) => line.slice(0, 94))
  .join("\n")}\n`;

describe("a file", () => {
  test("is parsed if it follows the rules", () => {
    const { problems, entries } = checkAchFile(good);
    expect(problems).toEqual([]);
    expect(entries.map(({ direction, amountMinor }) => [direction, amountMinor])).toEqual([
      ["credit", 250_000],
      ["credit", 100],
      ["debit", 4_999],
    ]);
  });

  test.each<[string, string, string, string]>([
    ["a wrong amount", "0000250000", "0000250001", "line 5: has a wrong credit total"],
    ["a wrong bank", "622110000000", "622110000001", "line 3: has no valid routing number"],
    [
      "another class",
      "WEBPURCHASE",
      "WEBSALE    ",
      "line 6: a WEB debit for goods must say PURCHASE",
    ],
    ["a blank check digit", "622110000000", "62211000000 ", "line 3: has no valid routing number"],
    ["a decimal point", "0000250000", "002500.000", "line 3: has no amount"],
    [
      "a blank total",
      "0022000000000000000000000000250100",
      "0022000000            000000250100",
      "line 5: has a wrong debit total",
    ],
    ["no name", "Ada Winner            S", "                      S", "line 7: has no name"],
    [
      "decreasing trace numbers",
      "0120000000000002",
      "0120000000000000",
      "line 4: trace numbers do not increase",
    ],
    [
      "a past effective date",
      "261123261124",
      "261123261122",
      "line 2: has an effective date in the past",
    ],
    [
      "a debit in a credit batch",
      "622110000000000111",
      "627110000000000111",
      "line 4: has the entry class",
    ],
    ["a missing block", `${"9".repeat(94)}\n`, "", "the number of lines is not a multiple of ten"],
    ["a wrong service class", "5220Lucky", "5225Lucky", "line 5: the service class must be 220"],
  ])("with %s is refused", (_, before, after, problem) => {
    const text = good.replace(before, after);
    expect(text).not.toBe(good);
    expect(checkAchFile(text).problems.join("\n")).toContain(problem);
  });
});

describe("the bank", () => {
  let folder: string;
  let bank: ReceivingBank;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tessera-bank-"));
    mkdirSync(join(folder, "outbox"));
    bank = new ReceivingBank(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const upload = (name: string, text: string) => writeFileSync(join(folder, "outbox", name), text);
  const inbox = () => readdirSync(join(folder, "inbox"));
  const codesIn = (name: string) =>
    readFileSync(join(folder, "inbox", name), "latin1")
      .split("\n")
      .filter((line) => line.startsWith("7"))
      .map((line) => [line.slice(3, 6), line.slice(6, 21)]);

  test("posts valid entries and returns the others with their trace number", async () => {
    upload("F.txt", good);
    await bank.collect();
    expect(codesIn("RET-F.txt")).toEqual([
      ["R02", "120000000000002"],
      ["R10", "120000000000003"],
    ]);
    expect(readdirSync(join(folder, "outbox"))).toEqual([]);
    expect(readdirSync(join(folder, "collected"))).toEqual(["F.txt"]);
  });

  test("returns an entry later, once", async () => {
    upload("F.txt", good);
    await bank.collect();
    expect(await bank.returnEntry("120000000000001", "R23")).toBe(true);
    expect(await bank.returnEntry("120000000000001", "R23")).toBe(false);
    expect(await bank.returnEntry("120000000000009", "R23")).toBe(false);
    expect(inbox().sort()).toEqual(["F.txt.ack", "RET-F.txt", "RET-F.txt-120000000000001"]);
  });

  test("returns an entry once if two returns are ordered at the same time", async () => {
    upload("F.txt", good);
    await bank.collect();
    const both = ["R23", "R16"].map((code) => bank.returnEntry("120000000000001", code));
    expect(await Promise.all(both)).toEqual([true, false]);
    const file = readFileSync(join(folder, "inbox", "RET-F.txt-120000000000001"), "latin1");
    expect(file).toContain("799R23");
  });

  test("refuses the whole file if it breaks a rule, with the reason", async () => {
    upload("B.txt", good.replace("0000250000", "0000250001"));
    await bank.collect();
    expect(readdirSync(join(folder, "rejected"))).toEqual(["B.txt", "B.txt.problems"]);
    expect(await bank.returnEntry("120000000000001", "R01")).toBe(false);
  });
});
