import { describe, expect, test } from "vitest";
import { bai2, bigBai2, camtStatement, mt940Statement } from "../testing/example-files.ts";
import { batchesOf, linesOf, refusalOf } from "../testing/read-content.ts";

describe("BAI2", () => {
  test("reads entries with continuations and funds types", () => {
    expect(batchesOf(bigBai2)).toMatchObject([
      {
        kind: "bank",
        account: "0975312468",
        batchKey: "2026-11-24",
        openingMinor: 500_000,
        closingMinor: 520_000,
        netMinor: 20_000,
        rowCount: 3,
      },
    ]);
    expect(linesOf(bigBai2)).toMatchObject([
      { netMinor: 20_000, reasonCode: "165", text: "DEALER PAYMENTS PO_99 CONTINUED TEXT" },
      { netMinor: 10_000, processorReference: "BREF", text: "CREF WIRE IN, WITH COMMA" },
      { netMinor: -10_000, processorReference: "BR3" },
    ]);
  });

  const simple = bai2({
    date: "261124",
    openingMinor: 1000,
    entries: [
      ["142", 500, "R1", "IN"],
      ["698", 200, "R2", "FEE"],
    ],
  });
  test.each<[string, string, string, string]>([
    ["a wrong account total", "49,+3000", "49,+3001", "control_total_wrong at 6"],
    ["a wrong group total", "98,+3000", "98,+3001", "control_total_wrong at 7"],
    ["a wrong file total", "99,+3000", "99,+2999", "control_total_wrong at 8"],
    ["a wrong record count", ",4/", ",5/", "record_count_wrong at 6"],
    ["a wrong group count", "98,+3000,1,6", "98,+3000,2,6", "record_count_wrong at 7"],
    ["an interim report", "USD,2/", "USD,1/", "statement_interim at 2"],
    ["an unknown code", "16,142", "16,912", "bank_code_unknown at 4"],
    ["an unknown record", "16,142", "17,142", "record_unknown at 4"],
    ["a debit as a credit", "16,698", "16,298", "balance_wrong at 6"],
    ["a missing trailer", "99,+3000,1,8/", "", "file_cut_off at 8"],
    ["another version", "1,,,2/", "1,,,3/", "field_invalid at 1"],
  ])("is refused for %s", (_what, from, to, expected) => {
    expect(refusalOf(simple.replace(from, to))).toBe(expected);
  });
});

describe("camt.053", () => {
  test("reads booked entries, references and texts", () => {
    expect(batchesOf(camtStatement)).toMatchObject([
      {
        account: "DE89370400440532013000",
        batchKey: "STMT-77",
        sequence: 77,
        openingMinor: 100_000,
        closingMinor: 104_850,
        valueDate: "2026-11-24",
        currency: "EUR",
      },
    ]);
    expect(linesOf(camtStatement)).toMatchObject([
      { netMinor: 5000, processorReference: "BR-1", text: "PO-5511 Payout A & B" },
      { netMinor: -150, text: "Fee <monthly>" },
    ]);
  });

  const deep = `<Document>${"<a>".repeat(60)}`;
  test.each<[string, string, string]>([
    [
      "a document type",
      camtStatement.replace("<Document", "<!DOCTYPE x [<!ENTITY a 'b'>]><Document"),
      "xml_forbidden at 3",
    ],
    ["an unknown entity", camtStatement.replace("&amp;", "&boom;"), "xml_forbidden at 17"],
    ["deep nesting", deep, "too_deep at 1"],
    ["crossed tags", camtStatement.replace("</Ntry>", "</Nry>"), "xml_malformed at 18"],
    ["another document", camtStatement.replace("camt.053", "camt.054"), "format_unknown at 3"],
    ["a wrong closing balance", camtStatement.replace("1048.50", "1048.51"), "balance_wrong at 24"],
    [
      "a wrong count",
      camtStatement.replace("<NbOfNtries>2", "<NbOfNtries>3"),
      "record_count_wrong at 24",
    ],
    ["a wrong sum", camtStatement.replace("<Sum>51.50", "<Sum>51.49"), "control_total_wrong at 24"],
    [
      "another currency",
      camtStatement.replace('Ccy="EUR">50.00', 'Ccy="USD">50.00'),
      "currency_mixed at 12",
    ],
    ["a cut file", camtStatement.slice(0, 900), "file_cut_off at 14"],
  ])("is refused for %s", (_what, content, expected) => {
    expect(refusalOf(content)).toBe(expected);
  });
});

describe("MT940", () => {
  test("reads entries with their information", () => {
    expect(batchesOf(mt940Statement)).toMatchObject([
      {
        account: "12345678/0004567890",
        batchKey: "2026-11-23-77/1",
        sequence: 77,
        openingMinor: 100_000,
        closingMinor: 104_850,
      },
    ]);
    expect(linesOf(mt940Statement)).toMatchObject([
      {
        netMinor: 5000,
        processorReference: "BR-1",
        text: "PO-5511 PROCESSOR PAYOUT PO-5511 second line",
      },
      { netMinor: -150, processorReference: "BR-2", text: "Monthly fee" },
    ]);
  });

  test("a reversed credit is a debit", () => {
    const reversed = mt940Statement
      .replace("1124C50,00", "1124RC50,00")
      .replace("1048,50\n:64", "948,50\n:64");
    expect(linesOf(reversed)[0]).toMatchObject({ netMinor: -5000 });
  });

  test.each<[string, string, string, string]>([
    ["a wrong closing balance", "USD1048,50\n:64", "USD1048,51\n:64", "balance_wrong at 11"],
    ["no closing balance", ":62F:C261124USD1048,50\n", "", "file_cut_off at 12"],
    ["a malformed line", "C50,00NTRF", "X50,00NTRF", "field_invalid at 6"],
    ["an unknown field", ":64:", ":99:", "record_order at 12"],
  ])("is refused for %s", (_what, from, to, expected) => {
    expect(refusalOf(mt940Statement.replace(from, to))).toBe(expected);
  });
});
