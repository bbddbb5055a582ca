import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeSettlementCsv } from "#contract/connectors/settlement-csv";
import { adyenReport, csvRows, settlementCsv, stripeReport } from "../testing/example-files.ts";
import { batchesOf, linesOf, refusalOf } from "../testing/read-content.ts";

const charge = {
  row_type: "charge" as const,
  processor_reference: "ch_1",
  merchant_reference: "pay_1-1",
  gross_minor: 5248,
  fee_minor: 182,
};
const refund = {
  row_type: "refund" as const,
  processor_reference: "re_1",
  original_reference: "ch_1",
  gross_minor: -2000,
};
const csv = settlementCsv("b1", [charge, refund]);

describe("the settlement CSV", () => {
  test("is read with its sums", () => {
    expect(batchesOf(csv)).toMatchObject([
      {
        kind: "processor",
        batchKey: "b1",
        grossMinor: 3248,
        feeMinor: 182,
        netMinor: 3066,
        payoutReference: "po_b1",
        valueDate: "2026-11-24",
        rowCount: 3,
        byFee: { commission: 182 },
        byType: { charge: { count: 1, grossMinor: 5248 }, refund: { count: 1, grossMinor: -2000 } },
      },
    ]);
    expect(linesOf(csv)[1]).toMatchObject({
      rowNo: 2,
      lineNo: 3,
      type: "refund",
      originalReference: "ch_1",
      netMinor: -2000,
    });
  });

  test("may have several batches, an own column, quotes and a byte order mark", () => {
    const [header = "", ...rest] = csv.split("\r\n");
    const more = writeSettlementCsv(csvRows("b2", [{ ...charge, reason_code: 'a "b", c' }]));
    const text = [`${header},store`, ...rest.slice(0, -1), ...more.split("\r\n").slice(1, -1)];
    const content = `\uFEFF${text.map((line, index) => (index === 0 ? line : `${line},"New York"`)).join("\n")}`;
    const lines = linesOf(content);

    expect(batchesOf(content).map(({ batchKey }) => batchKey)).toEqual(["b1", "b2"]);
    expect(lines.at(-2)).toMatchObject({
      batchNo: 2,
      reasonCode: 'a "b", c',
      extra: { store: "New York" },
    });
  });

  test.each<[string, (text: string) => string, string]>([
    ["a wrong sum", (text) => text.replaceAll("3066", "3067"), "batch_total_wrong at 4"],
    ["a wrong net", (text) => text.replace("5066", "5067"), "net_wrong at 2"],
    ["a gap in the rows", (text) => text.replace("b1,2,", "b1,3,"), "row_number_gap at 3"],
    ["an unknown type", (text) => text.replace(",refund,", ",rebate,"), "row_type_unknown at 3"],
    [
      "a cut file",
      (text) => text.split("\r\n").slice(0, 3).join("\r\n"),
      "payout_row_missing at 3",
    ],
    ["another header", (text) => text.replace("arn", "rrn"), "header_unexpected at 1"],
    ["too few cells", (text) => text.replace("b1,2,refund", "b1,2"), "field_count_wrong at 3"],
    ["a fraction", (text) => text.replace("5248", "52.48"), "field_invalid at 2"],
    ["a huge amount", (text) => text.replace("5248", "9007199254740993"), "field_invalid at 2"],
    [
      "a positive refund",
      (text) => text.replace("-2000,0,,-2000", "2000,0,,2000"),
      "field_invalid at 3",
    ],
    [
      "a second currency",
      (text) => text.replace("Z,USD,-2000", "Z,EUR,-2000"),
      "currency_mixed at 3",
    ],
    [
      "an impossible day",
      (text) => text.replace("2026-11-24,,", "2026-02-30,,"),
      "field_invalid at 2",
    ],
    ["an open quote", (text) => text.replace("pay_1-1", '"pay_1-1'), "csv_malformed at 2"],
    ["no rows", (text) => text.split("\r\n")[0] ?? "", "file_empty at 1"],
    [
      "the same batch twice",
      (text) => text + text.split("\r\n").slice(1).join("\r\n"),
      "batch_repeated at 5",
    ],
    ["a long line", (text) => text.replace("pay_1-1", "x".repeat(70_000)), "line_too_long at 2"],
    [
      "many columns",
      (text) => `${text.split("\r\n")[0] ?? ""}${",x".repeat(500)}\r\n`,
      "too_many_fields at 1",
    ],
  ])("is refused for %s", (_what, change, expected) => {
    expect(refusalOf(change(csv))).toBe(expected);
  });

  test("any rows that add up are accepted, in pieces of any size, and sums are exact", () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 });
    const rows = fc.array(fc.tuple(amount, fc.integer({ min: -500, max: 500 }), fc.boolean()), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 50 }), (given, size) => {
        const content = settlementCsv(
          "b",
          given.map(([gross, fee, isCharge], index) => ({
            row_type: isCharge ? ("charge" as const) : ("refund" as const),
            processor_reference: `r${index}`,
            gross_minor: isCharge ? gross : -gross,
            fee_minor: fee,
          })),
        );
        const net = given.reduce((sum, [gross, fee, is]) => sum + (is ? gross : -gross) - fee, 0);
        expect(batchesOf(content, size)).toMatchObject([
          { netMinor: net, rowCount: given.length + 1 },
        ]);
      }),
      { numRuns: 50 },
    );
  });

  test("a changed digit anywhere in the amounts is noticed", () => {
    for (let at = 0; at < csv.length; at += 1) {
      const digit = csv[at] ?? "";
      const cell = csv.slice(0, at).split("\r\n").at(-1)?.split(",").length ?? 0;
      if (!/\d/.test(digit) || at < csv.indexOf("\r\n") || ![9, 10, 12].includes(cell)) continue;
      const other = digit === "9" ? "8" : String(Number(digit) + 1);
      expect(refusalOf(csv.slice(0, at) + other + csv.slice(at + 1)), `at ${at}`).not.toBe(
        "accepted",
      );
    }
  });
});

describe("Stripe's report", () => {
  test("is read by payout, in minor units, without customers", () => {
    expect(batchesOf(stripeReport)).toMatchObject([
      {
        batchKey: "po_1A",
        netMinor: 366,
        feeMinor: 1882,
        byFee: { commission: 382, dispute: 1500 },
      },
      { batchKey: "po_1B", netMinor: 941 },
    ]);
    const lines = linesOf(stripeReport);
    expect(lines.map(({ type }) => type)).toEqual([
      "charge",
      "charge",
      "refund",
      "dispute",
      "fee",
      "payout",
    ]);
    expect(lines[2]).toMatchObject({ processorReference: "re_1", originalReference: "ch_1" });
    expect(lines[4]).toMatchObject({ grossMinor: 0, feeMinor: 200, netMinor: -200 });
    expect(JSON.stringify(lines)).not.toContain("ada@example.com");
  });

  test.each<[string, string, string, string]>([
    ["an unknown category", ",refund,", ",surprise,", "row_type_unknown at 4"],
    ["a wrong payout", "-3.66,0.00,-3.66", "-3.67,0.00,-3.67", "batch_total_wrong at 2"],
    ["a wrong net", "50.66", "50.65", "net_wrong at 2"],
    ["a missing column", "reporting_category", "category", "header_unexpected at 1"],
    ["three decimals", "52.48", "52.481", "field_invalid at 2"],
  ])("is refused for %s", (_what, from, to, expected) => {
    expect(refusalOf(stripeReport.replace(from, to))).toBe(expected);
  });
});

describe("Adyen's report", () => {
  test("takes the sign from the column, and splits fees", () => {
    expect(batchesOf(adyenReport)).toMatchObject([
      {
        batchKey: "AcmeUS:42:USD",
        netMinor: 1550,
        byFee: { markup: 30, scheme: 18, interchange: 100, other: 150 },
        payoutReference: "TX88A",
        valueDate: "2026-11-24",
      },
    ]);
    const lines = linesOf(adyenReport);
    expect(lines[0]).toMatchObject({
      type: "charge",
      processorReference: "8816A",
      grossMinor: 5248,
    });
    expect(lines[1]).toMatchObject({
      type: "refund",
      processorReference: "8816R",
      originalReference: "8816A",
      grossMinor: -2000,
    });
    expect(lines[2]).toMatchObject({ type: "dispute", grossMinor: -1000 });
  });

  test("states both amounts of a row that was converted", () => {
    const converted = adyenReport.replace("USD,,52.48,1,USD,,51.00", "EUR,,48.00,1.1,USD,,51.00");
    expect(linesOf(converted)[0]).toMatchObject({
      currency: "USD",
      netMinor: 5100,
      converted: { currency: "EUR", minor: 4800, rate: "1.1" },
    });
  });

  test.each<[string, string, string, string]>([
    ["an unknown type", ",Settled,", ",Sett1ed,", "row_type_unknown at 2"],
    ["a wrong payout", "15.50", "15.51", "batch_total_wrong at 2"],
    ["wrong fees", "0.30,0.18", "0.30,0.19", "net_wrong at 2"],
  ])("is refused for %s", (_what, from, to, expected) => {
    expect(refusalOf(adyenReport.replace(from, to))).toBe(expected);
  });
});
