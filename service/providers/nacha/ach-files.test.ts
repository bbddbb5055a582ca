import { describe, expect, test } from "vitest";
import { writeRecord } from "#contract/connectors/nacha/record-layouts";
import { readReturns } from "./read-returns.ts";
import { type AchBatch, type AchEntry, type AchFile, writeAchFile } from "./write-ach-file.ts";

const entry: AchEntry = {
  direction: "credit",
  accountType: "checking",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  amountMinor: 250_000,
  individualId: "dis_1",
  individualName: "Ada Winner",
  traceNumber: "011401530000001",
};
const payouts: AchBatch = {
  companyName: "Lucky Bingo Hall",
  standardEntryClass: "PPD",
  entryDescription: "PAYOUT",
  effectiveEntryDate: "2026-11-24",
  entries: [
    entry,
    { ...entry, accountType: "savings", amountMinor: 1, traceNumber: "011401530000002" },
  ],
};
const purchases: AchBatch = {
  ...payouts,
  standardEntryClass: "WEB",
  entryDescription: "PURCHASE",
  entries: [
    {
      ...entry,
      direction: "debit",
      routingNumber: "110000000",
      amountMinor: 4_999,
      traceNumber: "011401530000003",
    },
  ],
};
const file: AchFile = {
  origination: {
    odfiRoutingNumber: "011401533",
    odfiName: "Originating Bank",
    companyId: "1234567890",
    originName: "Tessera",
  },
  createdOn: { date: "2026-11-23", time: "17:00" },
  idModifier: "A",
  batches: [payouts, purchases],
};
const linesOf = (text: string) => text.trimEnd().split("\n");

describe("a written file", () => {
  test("has the record layout of the Nacha rules", () => {
    expect(linesOf(writeAchFile(file))).toEqual([
      "101 01140153312345678902611231700A094101Originating Bank       Tessera                        ",
      "5220Lucky Bingo Hall                    1234567890PPDPAYOUT    261123261124   1011401530000001",
      "622021000021000123456789     0000250000dis_1          Ada Winner              0011401530000001",
      "632021000021000123456789     0000000001dis_1          Ada Winner              0011401530000002",
      "82200000020004200004000000000000000000250001" +
        "1234567890" +
        " ".repeat(25) +
        "011401530000001",
      "5225Lucky Bingo Hall                    1234567890WEBPURCHASE  261123261124   1011401530000002",
      "627110000000000123456789     0000004999dis_1          Ada Winner            S 0011401530000003",
      "82250000010011000000000000004999000000000000" +
        "1234567890" +
        " ".repeat(25) +
        "011401530000002",
      `9000002000001000000030015200004000000004999000000250001${" ".repeat(39)}`,
      "9".repeat(94),
    ]);
  });

  test("has blocks of ten lines, counted in its control record", () => {
    const entries = Array.from({ length: 7 }, (_, index) => ({
      ...entry,
      traceNumber: `01140153000010${index}`,
    }));
    const lines = linesOf(writeAchFile({ ...file, batches: [{ ...payouts, entries }] }));
    expect(lines).toHaveLength(20);
    expect(lines[10]?.slice(7, 13)).toBe("000002");
    expect(lines.every((line) => line.length === 94)).toBe(true);
  });

  test.each<[string, Partial<AchEntry>]>([
    ["no money", { amountMinor: 0 }],
    ["half a cent", { amountMinor: 0.5 }],
    ["a wrong routing number", { routingNumber: "021000022" }],
    ["an account number that is too long", { accountNumber: "123456789012345678" }],
    ["another bank's trace", { traceNumber: "999999990000001" }],
  ])("is refused with %s", (_, wrong) => {
    const batches = [{ ...payouts, entries: [{ ...entry, ...wrong }] }];
    expect(() => writeAchFile({ ...file, batches })).toThrow();
  });

  test("is refused if trace numbers do not rise, a batch is empty or there is no batch", () => {
    const entries = [...payouts.entries].reverse();
    expect(() => writeAchFile({ ...file, batches: [{ ...payouts, entries }] })).toThrow("rise");
    expect(() => writeAchFile({ ...file, batches: [{ ...payouts, entries: [] }] })).toThrow();
    expect(() => writeAchFile({ ...file, batches: [] })).toThrow();
  });
});

describe("a file from the bank", () => {
  const dfi = "02100002";
  const header = linesOf(writeAchFile(file))[0] as string;
  const returned = (addenda: string, amount = 250_000) => [
    writeRecord("batchHeader", {
      serviceClassCode: "220",
      companyName: "Lucky Bingo Hall",
      batchNumber: 1,
      companyIdentification: "1234567890",
      standardEntryClassCode: "PPD",
      effectiveEntryDate: "261125",
      originatorStatusCode: "1",
      originatingDfi: dfi,
    }),
    writeRecord("entryDetail", {
      transactionCode: "21",
      receivingDfi: "01140153",
      checkDigit: "3",
      amount,
      accountNumber: "000123456789",
      individualId: "dis_1",
      individualName: "Ada",
      addendaIndicator: 1,
      traceNumber: "021000020000001",
    }),
    addenda,
    writeRecord("batchControl", {
      serviceClassCode: "220",
      entryCount: 2,
      entryHash: "01140153",
      totalDebit: 0,
      totalCredit: amount,
      companyIdentification: "1234567890",
      originatingDfi: dfi,
      batchNumber: 1,
    }),
    writeRecord("fileControl", {
      batchCount: 1,
      blockCount: 1,
      entryCount: 2,
      entryHash: "01140153",
      totalDebit: 0,
      totalCredit: amount,
    }),
  ];
  const r03 = writeRecord("returnAddenda", {
    returnReasonCode: "R03",
    originalTraceNumber: "011401530000001",
    originalReceivingDfi: dfi,
    traceNumber: "021000020000001",
  });
  const text = (lines: string[]) => [header, ...lines].join("\r\n");

  test("has the returned entry and the reason", () => {
    expect(readReturns(text(returned(r03)))).toEqual([
      { kind: "return", code: "R03", originalTraceNumber: "011401530000001", amountMinor: 250_000 },
    ]);
  });

  test("has the correction for the next entry", () => {
    const c01 = writeRecord("changeAddenda", {
      changeCode: "C01",
      originalTraceNumber: "011401530000001",
      correctedData: "1918171614",
      originalReceivingDfi: dfi,
      traceNumber: "021000020000001",
    });
    expect(readReturns(text(returned(c01)))).toEqual([
      {
        kind: "change",
        code: "C01",
        originalTraceNumber: "011401530000001",
        correctedData: "1918171614",
      },
    ]);
  });

  const whole = returned(r03);
  test.each<[string, string[], string]>([
    [
      "a sum that was changed",
      whole.with(1, (whole[1] as string).replace("250000", "250001")),
      "sum",
    ],
    ["an entry that is missing", whole.toSpliced(1, 1), "line 3: an addenda without an entry"],
    ["no end", whole.slice(0, -1), "ends before its control"],
    ["a batch that is not closed", whole.toSpliced(3, 1), "line 5: the last batch"],
    ["something after its end", [...whole, whole[0] as string], "only filling"],
    ["a line that is cut", whole.with(2, (whole[2] as string).slice(1)), "line 4"],
    ["an entry before its batch", whole.slice(1), "line 2: this record is outside a batch"],
    [
      "too few blocks",
      whole.with(4, (whole[4] as string).replace("9000001000001", "9000001000002")),
      "blocks",
    ],
  ])("is refused as a whole if it has %s", (_, lines, message) => {
    if (lines === whole) throw new Error("nothing was changed");
    expect(() => readReturns(text(lines))).toThrow(message);
  });
});
