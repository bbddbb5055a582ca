import { describe, expect, it } from "vitest";
import { type SettlementCsvRow, writeSettlementCsv } from "./settlement-csv.ts";

const row: SettlementCsvRow = {
  batch_id: "b_20261126",
  row_no: 1,
  row_type: "charge",
  processor_reference: "ch_1",
  original_reference: "",
  merchant_reference: "pay_1-1",
  occurred_at: "2026-11-24T10:00:00Z",
  currency: "USD",
  gross_minor: 5248,
  fee_minor: 182,
  fee_kind: "commission",
  net_minor: 5066,
  value_date: "2026-11-27",
  arn: "",
  reason_code: "",
};

describe("the settlement CSV", () => {
  it("has the header that processors write and the reader expects", () => {
    expect(writeSettlementCsv([])).toBe(
      "batch_id,row_no,row_type,processor_reference,original_reference,merchant_reference," +
        "occurred_at,currency,gross_minor,fee_minor,fee_kind,net_minor,value_date,arn,reason_code\r\n",
    );
  });

  it("writes a row, and quotes what would break it", () => {
    const lines = writeSettlementCsv([row, { ...row, reason_code: 'a "b", c' }]).split("\r\n");

    expect(lines[1]).toBe(
      "b_20261126,1,charge,ch_1,,pay_1-1,2026-11-24T10:00:00Z,USD,5248,182,commission,5066,2026-11-27,,",
    );
    expect(lines[2]).toContain(',"a ""b"", c"');
  });
});
