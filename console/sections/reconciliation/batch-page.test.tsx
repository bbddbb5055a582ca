// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { BatchLine, BatchPage } from "#contract/console/reconciliation";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import BatchPageView from "./batch-page.tsx";

signedInAs("viewer");

const page: BatchPage = {
  batch: {
    settlementBatchId: "sbt_1",
    settlementFileId: "sfl_1",
    source: "alpha",
    kind: "processor",
    batchKey: "B-7",
    currency: "USD",
    gross: 90,
    fees: 2,
    net: 88,
    valueDate: "2026-11-24",
    rowCount: 4,
    openCount: 1,
    isComplete: true,
    isPaid: false,
  },
  payoutReference: "PO-7",
  opening: null,
  closing: null,
  byType: [{ type: "charge", count: 2, gross: 100, net: 98 }],
  byFee: [{ kind: "commission", amount: 2 }],
  bankEntry: null,
};
const line = (rowNo: number, matched: BatchLine["matched"]): BatchLine => ({
  rowNo,
  lineNo: rowNo + 1,
  type: "charge",
  processorReference: `ch_${rowNo}`,
  merchantReference: "",
  currency: "USD",
  gross: 50,
  fee: 1,
  net: 49,
  occurredAt: null,
  state: matched ? "matched" : "open",
  matched,
  text: "",
});

it("shows a fee of zero without a sign", async () => {
  fakeService({
    "GET /reconciliation/batches/sbt_1": { ...page, byFee: [{ kind: "scheme", amount: 0 }] },
    "GET /reconciliation/batches/sbt_1/lines": { data: [], page: 1, size: 20, total: 0 },
  });
  render(<BatchPageView parts={{ id: "sbt_1" }} />);
  const path = await screen.findByTestId("batch-path");
  expect(screen.getByText("alpha · Nov 24, 2026")).toBeTruthy();
  expect(within(path).getByText("$0.00")).toBeTruthy();
});

it("links a batch to its postings, and each row to our record", async () => {
  const data = [
    line(1, { type: "payment", id: "pay_1" }),
    line(2, { type: "dispute", id: "dsp_1" }),
    line(3, { type: "refund", id: "ref_1" }),
    line(4, null),
  ];
  fakeService({
    "GET /reconciliation/batches/sbt_1": page,
    "GET /reconciliation/batches/sbt_1/lines": { data, page: 1, size: 20, total: 4 },
  });
  render(<BatchPageView parts={{ id: "sbt_1" }} />);
  const rows = within(await screen.findByTestId("lines"));
  await rows.findByText("pay_1");
  const hrefOf = (text: string) => rows.getByText(text).closest("a")?.getAttribute("href");
  expect(hrefOf("pay_1")).toBe("/console/payments?search=pay_1");
  expect(hrefOf("dsp_1")).toBe("/console/disputes/dsp_1");
  expect(hrefOf("ref_1")).toBeUndefined();
  expect(screen.getByTestId("postings-link").getAttribute("href")).toBe(
    "/console/ledger?resource=sbt_1",
  );
  expect(screen.getByTestId("batch-path").textContent).toContain("$88.00");
});
