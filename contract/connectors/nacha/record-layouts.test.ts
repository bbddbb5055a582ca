import { describe, expect, test } from "vitest";
import {
  type Field,
  type RecordKind,
  readRecord,
  recordLayouts,
  writeRecord,
} from "./record-layouts.ts";

describe.each(Object.keys(recordLayouts) as RecordKind[])("%s", (kind) => {
  test("has fields from position 1 to 94 without a gap", () => {
    let next = 1;
    for (const { start, length, fixed } of recordLayouts[kind] as readonly Field[]) {
      expect(start).toBe(next);
      if (fixed !== undefined) expect(fixed).toHaveLength(length);
      next += length;
    }
    expect(next).toBe(95);
  });
});

const entry = {
  transactionCode: 22,
  receivingDfi: "02100002",
  checkDigit: 1,
  accountNumber: "000123456789",
  amount: 12_345,
  individualId: "dis_1",
  individualName: "Zoë Ångström-Featherstonehaugh",
  addendaIndicator: 0,
  traceNumber: "121042880000001",
};

test("an entry has the layout of the Nacha rules", () => {
  expect(writeRecord("entryDetail", entry)).toBe(
    "622021000021000123456789     0000012345dis_1          Zoe Angstrom-Featherst  0121042880000001",
  );
});

test("a written record reads back the same", () => {
  const line = writeRecord("entryDetail", entry);
  expect(readRecord("entryDetail", line)).toMatchObject({
    transactionCode: "22",
    accountNumber: "000123456789",
    amount: "0000012345",
    individualName: "Zoe Angstrom-Featherst",
    discretionaryData: "",
  });
});

test("a number that does not fit its field is refused, never truncated", () => {
  expect(() => writeRecord("entryDetail", { ...entry, amount: 10_000_000_000 })).toThrow(
    "entryDetail.amount must be at most 10 digits",
  );
  expect(() => writeRecord("entryDetail", { ...entry, amount: -1 })).toThrow("digits");
});

test.each([
  ["too short", "6", "1 characters"],
  ["of another type", "5".padEnd(94, "0"), "recordType"],
  ["with letters in a number", `6${"x".repeat(93)}`, "transactionCode"],
])("a line %s is refused", (_, line, message) => {
  expect(() => readRecord("entryDetail", line)).toThrow(message);
});
