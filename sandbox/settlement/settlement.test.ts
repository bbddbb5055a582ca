import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBankingDays, bankTime, isBankingDay } from "#contract/banking-calendar";
import { settlementCsvColumns } from "#contract/connectors/settlement-csv";
import { northbank, processors, quayside } from "../processors/processor-profile.ts";
import type { CollectedFile } from "../receiving-bank/receiving-bank.ts";
import {
  type AccountEvents,
  accountCurrencies,
  type StatementFault,
  statementFaults,
  statementOf,
} from "./bank-statement.ts";
import { type Batch, batchesOf } from "./batches.ts";
import type { Movement } from "./movements.ts";
import { type ReportFault, reportFaults, withFault } from "./report-faults.ts";
import { writeReport } from "./write-report.ts";
import { statementFormats, writeStatements } from "./write-statement.ts";

const startMs = Date.UTC(2026, 10, 2, 12);
const dayMs = 86_400_000;
const today = "2027-03-01";

const movements = fc
  .array(
    fc.record({
      type: fc.constantFrom("charge", "charge", "refund", "refund_failure", "dispute"),
      afterMs: fc.nat(60 * dayMs),
      minor: fc.integer({ min: 1, max: 5_000_000 }),
      currency: fc.constantFrom("USD", "USD", "EUR", "JPY"),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ type, afterMs, minor, currency }, index): Movement => {
      const isIn = type === "charge" || type === "refund_failure";
      return {
        type: type as Movement["type"],
        reference: `ref_${index}`,
        original: type === "charge" ? "" : "ch_1",
        merchant: `key_${index}`,
        atMs: startMs + afterMs,
        currency,
        grossMinor: isIn ? minor : -minor,
        arn: "",
        reason: "",
      };
    }),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe("batches of random books", () => {
  test("add up, contain every movement once, and close and pay on banking days", () => {
    fc.assert(
      fc.property(movements, fc.constantFrom(...processors), (all, processor) => {
        const batches = batchesOf(processor, all, today);
        for (const { rows, netMinor, date, valueDate } of batches) {
          expect(isBankingDay(date)).toBe(true);
          expect(valueDate).toBe(addBankingDays(date, 2));
          expect(rows.map(({ row_no }) => row_no)).toEqual(rows.map((_, index) => index + 1));
          for (const row of rows) {
            expect(row.net_minor).toBe(row.gross_minor - row.fee_minor);
            const { interchange, scheme, markup } = row.fees;
            if (row.row_type === "charge")
              expect(interchange + scheme + markup).toBe(row.fee_minor);
          }
          const payout = rows.at(-1);
          expect(payout?.row_type).toBe("payout");
          expect(payout?.net_minor).toBe(netMinor);
          expect(sum(rows.slice(0, -1).map(({ net_minor }) => net_minor))).toBe(netMinor);
        }
        const references = batches.flatMap(({ rows }) =>
          rows.map((row) => row.processor_reference).filter((each) => each.startsWith("ref_")),
        );
        expect(references.sort()).toEqual(all.map(({ reference }) => reference).sort());
        // The reserve is released in full.
        const reserve = batches.flatMap(({ rows }) =>
          rows.filter(({ reason_code }) => reason_code.startsWith("reserve_")),
        );
        expect(sum(reserve.map(({ net_minor }) => net_minor))).toBe(0);
      }),
    );
  });

  test("a closed day's batch never changes when later days follow", () => {
    fc.assert(
      fc.property(movements, fc.nat(50), (all, day) => {
        const until = bankTime(startMs + day * dayMs).date;
        const early = batchesOf(
          quayside,
          all.filter(({ atMs }) => bankTime(atMs).date < until),
          until,
        );
        expect(batchesOf(quayside, all, today).slice(0, early.length)).toEqual(early);
      }),
    );
  });

  test("each format states the same net amounts", () => {
    fc.assert(
      fc.property(movements, (all) => {
        const batches = batchesOf(northbank, all, today).filter(
          ({ currency }) => currency === "USD",
        );
        if (batches.length === 0) return;
        const total = sum(batches.map(({ netMinor }) => netMinor));
        const cents = (text: string) => Math.round(Number(text || 0) * 100);
        const csv = rowsOf(writeReport("csv", batches));
        expect(Object.keys(csv[0] ?? {})).toEqual([...settlementCsvColumns]);
        const paid = csv.filter((row) => row["row_type"] === "payout");
        expect(sum(paid.map((row) => Number(row["net_minor"])))).toBe(total);
        const stripe = rowsOf(writeReport("stripe", batches));
        const own = stripe.filter((row) => row["reporting_category"] !== "payout");
        expect(sum(own.map((row) => cents(row["net"] ?? "")))).toBe(total);
        for (const row of own)
          expect(cents(row["gross"] ?? "") - cents(row["fee"] ?? "")).toBe(cents(row["net"] ?? ""));
        const adyen = rowsOf(writeReport("adyen", batches));
        const net = (row: Record<string, string>) =>
          cents(row["Net Credit (NC)"] ?? "") - cents(row["Net Debit (NC)"] ?? "");
        const [payouts, others] = [
          adyen.filter((row) => row["Type"] === "MerchantPayout"),
          adyen.filter((row) => row["Type"] !== "MerchantPayout"),
        ];
        expect(sum(others.map(net))).toBe(total);
        // `-total` would be -0 where fees take everything.
        expect(sum(payouts.map(net))).toBe(0 - total);
      }),
    );
  });
});

function rowsOf(text: string): Record<string, string>[] {
  return parse(text, { columns: true }) as Record<string, string>[];
}

const charge = (reference: string, at: string, grossMinor = 4_999): Movement => ({
  type: "charge",
  reference,
  original: "",
  merchant: `key_${reference}`,
  atMs: Date.parse(at),
  currency: "USD",
  grossMinor,
  arn: "",
  reason: "",
});

test("Saturday's and Sunday's sales, and a holiday's, are in the next banking day's batch", () => {
  const batches = batchesOf(
    northbank,
    [
      charge("thanksgiving", "2026-11-26T17:00:00Z"),
      charge("friday", "2026-11-27T17:00:00Z"),
      charge("saturday", "2026-11-28T17:00:00Z"),
      charge("monday", "2026-11-30T17:00:00Z"),
    ],
    "2026-12-01",
  );
  const held = batches.map(({ date, valueDate, rows }) => [
    date,
    valueDate,
    ...rows.slice(0, -1).map((row) => row.processor_reference),
  ]);
  expect(held).toEqual([
    ["2026-11-27", "2026-12-01", "thanksgiving", "friday"],
    ["2026-11-30", "2026-12-02", "saturday", "monday"],
  ]);
});

test("a batch with more refunds than charges is negative: the processor collects it", () => {
  const refund = { ...charge("re_1", "2026-11-27T18:00:00Z", -9_000), type: "refund" as const };
  const [batch] = batchesOf(
    northbank,
    [charge("ch_1", "2026-11-27T17:00:00Z", 1_000), refund],
    "2026-12-01",
  );
  expect(batch?.netMinor).toBeLessThan(0);
});

describe("faults of a report", () => {
  const [batch] = batchesOf(
    northbank,
    [charge("ch_1", "2026-11-27T17:00:00Z"), charge("ch_2", "2026-11-27T17:30:00Z")],
    "2026-12-01",
  ) as [Batch];
  const references = ({ rows }: Batch) =>
    rows.filter((row) => row.row_type === "charge").map((row) => row.processor_reference);

  test("each changes the batch as its name says", () => {
    const faulty = (fault: ReportFault) => withFault(batch, fault);
    expect(references(faulty("missing_row"))).toEqual(["ch_2"]);
    expect(references(faulty("doubled_row"))).toEqual(["ch_1", "ch_1", "ch_2"]);
    expect(references(faulty("unknown_charge"))).toEqual(["ch_1", "ch_2", "unknown_1"]);
    expect(faulty("wrong_fee").rows[0]?.fee_minor).toBe((batch.rows[0]?.fee_minor ?? 0) + 100);
    expect(faulty("changed_reissue")).toMatchObject({ id: batch.id });
    expect(faulty("changed_reissue").rows[0]?.gross_minor).toBe(5_000);
    expect(faulty("late_file")).toEqual(batch);
    expect(withFault(batch, undefined)).toBe(batch);
  });

  test("only the wrong total does not add up", () => {
    for (const fault of Object.keys(reportFaults) as ReportFault[]) {
      const { rows } = withFault(batch, fault);
      const stated = rows.at(-1)?.net_minor ?? 0;
      const isCorrectTotal = sum(rows.slice(0, -1).map(({ net_minor }) => net_minor)) === stated;
      expect(isCorrectTotal, fault).toBe(fault !== "wrong_total");
      expect(rows.map(({ row_no }) => row_no)).toEqual(rows.map((_, index) => index + 1));
    }
  });
});

const achFile: CollectedFile = {
  name: "ACH-1",
  created: "261127",
  idModifier: "A",
  odfi: "120000003",
  problems: [],
  entries: [
    { direction: "debit", amountMinor: 7_000, traceNumber: "1" },
    { direction: "debit", amountMinor: 3_000, traceNumber: "2" },
    { direction: "credit", amountMinor: 2_500, traceNumber: "3" },
  ].map((entry) => ({
    ...entry,
    direction: entry.direction as "debit" | "credit",
    transactionCode: "27",
    routingNumber: "110000000",
    accountNumber: "1",
    individualId: "",
    individualName: "ADA",
    companyName: "SHOP",
    companyId: "1",
    standardEntryClass: "PPD",
    entryDescription: "PURCHASE",
    effectiveDate: "261130",
  })),
  returned: new Map([["2", "R01"]]),
  returnedOn: new Map([["2", "2026-12-01"]]),
};

describe("bank statements", () => {
  const events: AccountEvents = {
    batches: batchesOf(
      quayside,
      [charge("ch_1", "2026-11-27T17:00:00Z"), charge("ch_2", "2026-11-30T17:00:00Z")],
      today,
    ),
    files: [achFile],
  };
  const on = (date: string, fault?: StatementFault) => statementOf(events, "USD", date, fault);

  test("have ACH settlements, returns, payouts and the monthly fee on their days", () => {
    expect(on("2026-11-30").lines.map(({ code, amountMinor }) => [code, amountMinor])).toEqual([
      ["166", 10_000],
      ["466", -2_500],
    ]);
    const first = on("2026-12-01").lines.map(({ code }) => code);
    expect(first).toEqual(["142", "557", "698"]);
    expect(on("2026-12-01").lines[0]?.text).toContain("QSPO20261127USD");
  });

  test("each day opens with the closing balance of the previous day, in sequence", () => {
    let before = on("2026-11-27");
    expect(before.sequence).toBe(1);
    for (let day = "2026-11-30"; day < "2026-12-31"; day = addBankingDays(day, 1)) {
      const statement = on(day);
      expect(statement.openingMinor).toBe(before.closingMinor);
      expect(statement.sequence).toBe(before.sequence + 1);
      before = statement;
    }
  });

  test("BAI2's control totals and counts agree, except with the fault that breaks them", () => {
    const text = writeStatements("bai2", [on("2026-12-01")]);
    expect(controlsAgree(text)).toBe(true);
    expect(controlsAgree(writeStatements("bai2", [on("2026-12-01")], true))).toBe(false);
    const days = ["2026-11-27", "2026-11-30", "2026-12-02"].map((day) => on(day));
    expect(controlsAgree(writeStatements("bai2", days))).toBe(true);
  });

  test("every fault but the broken total still balances", () => {
    for (const fault of Object.keys(statementFaults) as StatementFault[]) {
      const { openingMinor, closingMinor, lines } = on("2026-12-01", fault);
      expect(openingMinor + sum(lines.map(({ amountMinor }) => amountMinor))).toBe(closingMinor);
    }
    expect(on("2026-12-01", "sequence_gap").sequence).toBe(on("2026-12-01").sequence + 1);
    expect(on("2026-12-01", "payout_without_reference").lines[0]?.text).toBe("QUAYSIDE SETTLEMENT");
    expect(on("2026-12-01", "unknown_line").lines.at(-1)?.code).toBe("169");
  });

  test("each format names the lines and both balances", () => {
    for (const format of Object.keys(statementFormats) as (keyof typeof statementFormats)[]) {
      const text = writeStatements(format, [on("2026-12-01")]);
      expect(text).toContain("ACH RETURN R01 2");
      expect(text).toContain("QSPO20261127USD");
    }
    expect(writeStatements("mt940", [on("2026-11-30")])).toContain(":60F:C261130USD1000000,00");
  });

  test("payouts in other currencies are on separate accounts", () => {
    const yen = { ...charge("ch_3", "2026-11-27T17:00:00Z"), currency: "JPY" };
    const batches = batchesOf(northbank, [yen], today);
    expect(accountCurrencies({ batches, files: [] })).toEqual(["USD", "JPY"]);
    const { lines } = statementOf({ batches, files: [] }, "JPY", "2026-12-01");
    expect(lines.map(({ amountMinor }) => amountMinor)).toEqual([batches[0]?.netMinor]);
  });
});

/** The sums must be as BAI2's specification says. */
function controlsAgree(text: string): boolean {
  const records = text
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/\/$/, "").split(","));
  let [account, group, file] = [0, 0, 0];
  let [inAccount, inGroup, groups] = [0, 0, 0];
  for (const [index, [code = "", ...fields]] of records.entries()) {
    inAccount += 1;
    inGroup += 1;
    if (code === "02") inGroup = 1;
    if (code === "03") {
      inAccount = 1;
      account = Number(fields[3]) + Number(fields[7]);
    }
    if (code === "16") account += Number(fields[1]);
    if (code === "49") {
      if (Number(fields[0]) !== account || Number(fields[1]) !== inAccount) return false;
      group = account;
    }
    if (code === "98") {
      if (Number(fields[0]) !== group || Number(fields[2]) !== inGroup) return false;
      file += group;
      groups += 1;
    }
    if (code === "99") {
      return (
        Number(fields[0]) === file &&
        Number(fields[1]) === groups &&
        Number(fields[2]) === index + 1
      );
    }
  }
  return false;
}
