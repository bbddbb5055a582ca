const file = {
  settlementFileId: "sfl_22uhw8DfMvF3YQLH8E5PZevH",
  source: "alpha",
  format: "csv",
  name: "alpha-2026-03-10.csv",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  sizeBytes: 18_240,
  state: "processed",
  duplicate: false,
  rowCount: 112,
  rowsDone: 112,
  matchedCount: 109,
  breakCount: 1,
  refusal: null,
  createdAt: "2026-03-10T12:23:37.000Z",
  processedAt: "2026-03-10T12:23:41.000Z",
};
const received = {
  ...file,
  state: "pending",
  rowsDone: 0,
  matchedCount: 0,
  breakCount: 0,
  processedAt: null,
};
const settlementBreak = {
  settlementBreakId: "sbk_22uhw8DfMvF3YQLH8E5PZevH",
  class: "amount_mismatch",
  state: "open",
  source: "alpha",
  currency: "USD",
  amount: 0.01,
  subject: { type: "payment", id: "pay_22uhw8DfMvF3YQLH8E5PZevH" },
  processorReference: "ch_8816",
  openedAt: "2026-03-10T12:23:41.000Z",
  closedAt: null,
};

export const settlementExamples: Readonly<Record<string, unknown>> = {
  importSettlementFile: received,
  listSettlementFiles: { data: [file], page: 1, size: 20, total: 1 },
  getSettlementFile: file,
  listSettlementBreaks: { data: [settlementBreak], page: 1, size: 20, total: 1 },
};
