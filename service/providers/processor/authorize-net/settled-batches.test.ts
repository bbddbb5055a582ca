import { describe, expect, test } from "vitest";
import { maxBatchCalls } from "../kit/settled-batches.ts";
import {
  exampleQuery,
  fetchWith,
  testSettledBatches,
} from "../testing/settled-batches-conformance.ts";
import { authorizeNetConnector } from "./authorize-net-connector.ts";
import { listed, marked, requestOf, row } from "./testing/authorize-net-responses.ts";

const connector = authorizeNetConnector(
  { apiLoginId: "shop", transactionKey: "secret-key-1", currency: "USD" },
  { chargeDeadlineMs: 1, lookUpDeadlineMs: 1 },
);
const ok = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };

const batch = (overrides: object = {}) => ({
  batchId: "10198093",
  settlementTimeUTC: "2026-11-24T23:30:11Z",
  settlementTimeLocal: "2026-11-24T15:30:11",
  settlementState: "settledSuccessfully",
  paymentMethod: "creditCard",
  marketType: "eCommerce",
  product: "Card Not Present",
  statistics: [
    { accountType: "Visa", chargeAmount: 49.99, chargeCount: 1, refundAmount: 0, refundCount: 0 },
    { accountType: "MasterCard", chargeAmount: "30.01", refundAmount: "25.00" },
  ],
  ...overrides,
});
const batches = (...batchList: readonly object[]) => marked({ batchList, messages: ok });
const charge = row({ transactionStatus: "settledSuccessfully" });
const other = row({
  transId: "40012590",
  transactionStatus: "settledSuccessfully",
  invoiceNumber: "b".repeat(20),
  settleAmount: "30.01",
});
const refund = row({
  transId: "40012589",
  transactionStatus: "refundSettledSuccessfully",
  invoiceNumber: "c".repeat(20),
  settleAmount: 25,
});
const good = [batches(batch()), listed(refund, charge, other)];

testSettledBatches("authorize-net", connector, good);

const found = (...responses: string[]) => fetchWith(connector, responses).outcome;

describe("batches of Authorize.Net", () => {
  test("are asked for with their statistics, and read row by row", () => {
    const { calls, outcome } = fetchWith(connector, good);
    expect(calls.map(requestOf)).toEqual([
      {
        request: "getSettledBatchListRequest",
        includeStatistics: "true",
        firstSettlementDate: "2026-11-20T00:00:00Z",
        lastSettlementDate: "2026-11-27T00:00:00Z",
      },
      expect.objectContaining({ request: "getTransactionListRequest", batchId: "10198093" }),
    ]);
    expect(outcome).toEqual({
      type: "found",
      problem: null,
      batches: [
        {
          id: "10198093",
          currency: "USD",
          settledAt: "2026-11-24T23:30:11.000Z",
          netMinor: 5500,
          rows: [
            expect.objectContaining({ reference: "40012589", type: "refund", grossMinor: -2500 }),
            expect.objectContaining({ reference: "40012590", type: "charge", grossMinor: 3001 }),
            expect.objectContaining({
              type: "charge",
              grossMinor: 4999,
              at: "2026-11-20T06:48:37.000Z",
            }),
          ],
        },
      ],
    });
  });

  test("have the total of the statistics, so that a missing row shows", () => {
    const missing = found(batches(batch()), listed(charge, refund));
    expect(missing).toMatchObject({ batches: [{ netMinor: 5500, rows: [{}, {}] }] });
  });

  test("can be negative, and have chargebacks that the statistics do not count", () => {
    const back = (transactionStatus: string, settleAmount: number) =>
      row({ transId: `4${transactionStatus.length}`, transactionStatus, settleAmount });
    const outcome = found(
      batches(batch({ statistics: [{ chargeAmount: 0, refundAmount: 25 }] })),
      listed(refund, back("chargeback", 100.5), back("chargebackReversal", 20)),
    );
    expect(outcome).toMatchObject({
      problem: null,
      batches: [{ netMinor: -2500 - 10_050 + 2000 }],
    });
    expect(outcome.type === "found" && outcome.batches[0]?.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "dispute", grossMinor: -10_050 }),
        expect.objectContaining({ type: "dispute_reversal", grossMinor: 2000 }),
      ]),
    );
  });

  test("leave out declines, voids, errors and zero settlements, and keep the vendor's name for an unknown kind", () => {
    const withoutMoney = ["declined", "voided", "settlementError", "generalError"].map(
      (transactionStatus, index) =>
        row({ transId: `${index}`, transactionStatus, settleAmount: 0 }),
    );
    const outcome = found(
      batches(batch({ statistics: undefined })),
      listed(
        ...withoutMoney,
        charge,
        row({ transId: "41", transactionStatus: "returnedItem" }),
        row({ transId: "42", transactionStatus: "settledSuccessfully", settleAmount: 0 }),
      ),
    );
    expect(outcome).toMatchObject({
      batches: [{ rows: [{ type: "returnedItem" }, { type: "charge" }] }],
    });
  });

  test.each([
    ["is still open", { settlementState: "pendingSettlement" }],
    ["failed", { settlementState: "settlementError" }],
    ["is of bank accounts", { paymentMethod: "eCheck" }],
  ])("are left out where one %s", (_, overrides) => {
    const { calls, outcome } = fetchWith(connector, [batches(batch(overrides))]);
    expect([calls.length, outcome]).toEqual([1, { type: "found", batches: [], problem: null }]);
  });

  test.each([
    ["a row that has not settled", listed(row()), "not_settled_yet"],
    ["a row without a time", listed({ ...charge, submitTimeUTC: undefined }), "malformed"],
    ["a row with a third of a cent", listed({ ...charge, settleAmount: 49.993 }), "malformed"],
    [
      "a list that is shorter than it says",
      marked({ transactions: [charge], totalNumInResultSet: 2, messages: ok }),
      "list_cut_off",
    ],
  ])("wait for another run if they have %s, and the others are read", (_, page, problem) => {
    const outcome = found(
      batches(batch(), batch({ batchId: "2", statistics: undefined })),
      page,
      listed(other),
    );
    expect(outcome).toMatchObject({ problem, batches: [{ id: "2", netMinor: 3001 }] });
  });

  test("are read page by page, up to a limit of pages", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      transId: `5${index}`,
      transactionStatus: "settledSuccessfully",
      settleAmount: 1,
      submitTimeUTC: "2026-11-20T06:48:37Z",
    }));
    const full = marked({ transactions: many, messages: ok });
    const paged = found(batches(batch({ statistics: undefined })), full, full, listed());
    expect(paged).toMatchObject({ problem: "list_cut_off", batches: [] });
    const whole = marked({ transactions: [charge], totalNumInResultSet: 1001, messages: ok });
    expect(found(batches(batch({ statistics: undefined })), full, whole)).toMatchObject({
      problem: null,
      batches: [{ netMinor: 104_999 }],
    });
    const endless = fetchWith(connector, [
      batches(batch()),
      ...Array.from({ length: maxBatchCalls }, () => full),
    ]);
    expect(endless.calls).toHaveLength(maxBatchCalls);
    expect(endless.outcome).toEqual({ type: "found", batches: [], problem: "too_long" });
  });

  test("are read in the order of ids, and a batch that lists a transaction twice is read again later", () => {
    const page = (from: number, count: number, total = 1_002) =>
      marked({
        transactions: Array.from({ length: count }, (_, index) =>
          row({
            transId: `${from + index}`,
            transactionStatus: "settledSuccessfully",
            settleAmount: 1,
          }),
        ),
        totalNumInResultSet: total,
        messages: ok,
      });
    const list = batches(batch({ statistics: undefined }));
    const { calls, outcome } = fetchWith(connector, [list, page(5_000, 1_000), page(6_000, 2)]);
    expect(outcome).toMatchObject({ problem: null, batches: [{ netMinor: 100_200 }] });
    expect(calls.slice(1).map(requestOf)).toEqual(
      ["1", "2"].map((offset) =>
        expect.objectContaining({
          sorting: { orderBy: "id", orderDescending: false },
          paging: { limit: "1000", offset },
        }),
      ),
    );
    // The total may be the page's number of transactions.
    expect(found(list, page(5_000, 1_000, 1_000), page(6_000, 2, 2))).toEqual(outcome);
    // A transaction of the same amount is missing, so the totals agree.
    expect(found(list, page(5_000, 1_000), page(5_999, 2))).toMatchObject({
      problem: "list_cut_off",
      batches: [],
    });
  });

  test("leave the calls to the others if they need too many pages", () => {
    const huge = marked({
      transactions: [charge],
      totalNumInResultSet: 500_000,
      messages: ok,
    });
    const { calls, outcome } = fetchWith(connector, [
      batches(batch(), batch({ batchId: "2", statistics: undefined })),
      huge,
      listed(other),
    ]);
    expect(calls).toHaveLength(3);
    expect(outcome).toMatchObject({ problem: "too_long", batches: [{ id: "2" }] });
  });

  test("have a minute for each page", () => {
    const first = connector.settledBatches?.(exampleQuery).next().value;
    expect(first).toMatchObject({ deadlineMs: 60_000 });
  });

  test("are empty if none has settled, and unknown without permission", () => {
    expect(found(marked({ messages: ok }))).toEqual({ type: "found", batches: [], problem: null });
    const refused = marked({
      messages: { resultCode: "Error", message: [{ code: "E00011", text: "Access denied." }] },
    });
    expect(found(refused)).toMatchObject({ type: "unknown" });
  });
});
