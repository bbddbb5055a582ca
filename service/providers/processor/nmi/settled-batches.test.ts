import { describe, expect, test } from "vitest";
import type { SettledRow } from "../kit/settled-batches.ts";
import {
  exampleQuery,
  fetchWith,
  testSettledBatches,
} from "../testing/settled-batches-conformance.ts";
import { nmiConnector } from "./nmi-connector.ts";
import { formOf, listed } from "./testing/nmi-responses.ts";

const connectorWith = (settings: object = {}) =>
  nmiConnector(
    { securityKey: "key-of-the-shop", ...settings },
    { chargeDeadlineMs: 1, lookUpDeadlineMs: 1 },
  );
const connector = connectorWith();

interface Settled {
  readonly id: string;
  readonly actions: readonly (readonly [type: string, amount: string, date?: string])[];
  readonly settle?: string;
  readonly batch?: string;
  readonly date?: string;
  readonly success?: string;
  readonly currency?: string;
  readonly processor?: string;
  readonly type?: string;
  readonly original?: string;
}

function settled({ id, actions, ...more }: Settled): string {
  const { settle = actions[0]?.[1] ?? "", batch = "77", success = "1" } = more;
  const date = more.date ?? "20261124233011";
  const made = actions.map(
    ([type, amount, at = "20261124101500"]) =>
      `<action><amount>${amount}</amount><action_type>${type}</action_type><date>${at}</date><success>1</success><batch_id>0</batch_id><response_code>100</response_code></action>`,
  );
  return `<transaction><transaction_id>${id}</transaction_id><transaction_type>${more.type ?? "cc"}</transaction_type>
    <condition>complete</condition><order_id>order-${id}</order_id><processor_id>${more.processor ?? "ccprocessora"}</processor_id>
    <original_transaction_id>${more.original ?? ""}</original_transaction_id><currency>${more.currency ?? "USD"}</currency>
    ${made.join("")}<action><amount>${settle}</amount><action_type>settle</action_type><date>${date}</date><success>${success}</success><batch_id>${batch}</batch_id></action></transaction>`;
}

const charge = settled({ id: "1001", actions: [["sale", "49.99"]] });
const captured = settled({
  id: "1002",
  actions: [
    ["auth", "40.00"],
    ["capture", "30.01"],
  ],
  settle: "30.01",
});
const refund = settled({ id: "1003", actions: [["refund", "-25.00"]], original: "900" });

testSettledBatches("nmi", connector, [listed(charge, captured, refund)]);

const found = (...transactions: string[]) =>
  fetchWith(connector, [listed(...transactions)]).outcome;
const rowsOf = (...transactions: string[]): readonly SettledRow[] => {
  const outcome = found(...transactions);
  return outcome.type === "found" ? (outcome.batches[0]?.rows ?? []) : [];
};

describe("batches of NMI", () => {
  test("are built from the transactions' settlements", () => {
    const { calls, outcome } = fetchWith(connector, [listed(refund, charge, captured)]);
    expect(calls.map(formOf)).toEqual([
      {
        security_key: "key-of-the-shop",
        action_type: "settle",
        // A day and two hours earlier: the time zone is not documented.
        start_date: "20261118220000",
        result_limit: "200",
        page_number: "0",
      },
    ]);
    expect(outcome).toEqual({
      type: "found",
      problem: null,
      batches: [
        {
          id: "ccprocessora-77-USD",
          currency: "USD",
          settledAt: "2026-11-24T23:30:11.000Z",
          netMinor: 5500,
          rows: [
            {
              type: "charge",
              reference: "1001",
              original: "",
              merchant: "order-1001",
              at: "2026-11-24T10:15:00.000Z",
              grossMinor: 4999,
            },
            expect.objectContaining({ type: "charge", reference: "1002", grossMinor: 3001 }),
            expect.objectContaining({
              type: "refund",
              reference: "1003",
              original: "900",
              grossMinor: -2500,
            }),
          ],
        },
      ],
    });
  });

  test("have refunds with and without a sign, and of the charge's own transaction", () => {
    const unsigned = settled({ id: "1", actions: [["credit", "25.00"]] });
    expect(rowsOf(unsigned)).toMatchObject([{ type: "refund", grossMinor: -2500 }]);
    const both = settled({
      id: "2",
      actions: [
        ["sale", "49.99"],
        ["refund", "-49.99", "20261124120000"],
      ],
      settle: "-49.99",
    });
    expect(rowsOf(both)).toMatchObject([
      { type: "refund", original: "2", grossMinor: -4999, at: "2026-11-24T12:00:00.000Z" },
    ]);
    const negative = found(refund);
    expect(negative).toMatchObject({ batches: [{ netMinor: -2500 }] });
  });

  test("keep NMI's name for an unknown kind", () => {
    expect(rowsOf(settled({ id: "1", actions: [["levy", "1.00"]] }))).toMatchObject([
      { type: "levy", grossMinor: 100 },
    ]);
  });

  test("differ by processor, number and currency", () => {
    const outcome = found(
      charge,
      settled({ id: "2", actions: [["sale", "1.00"]], processor: "other" }),
      settled({ id: "3", actions: [["sale", "1.00"]], batch: "78" }),
      settled({ id: "4", actions: [["sale", "1.00"]], currency: "CAD" }),
      settled({ id: "5", actions: [["sale", "1.00"]], processor: "" }),
    );
    expect(outcome.type === "found" && outcome.batches.map(({ id }) => id)).toEqual([
      ...["ccprocessora-77-USD", "other-77-USD", "ccprocessora-78-USD", "ccprocessora-77-CAD"],
      "nmi-77-USD",
    ]);
    const one = fetchWith(connectorWith({ processorId: "other" }), [
      listed(charge, settled({ id: "2", actions: [["sale", "1.00"]], processor: "other" })),
    ]);
    expect(one.outcome).toMatchObject({ batches: [{ id: "other-77-USD", netMinor: 100 }] });
  });

  test.each([
    ["a settlement that failed", { success: "0" }],
    ["a settlement without a batch", { batch: "0" }],
    ["a check", { type: "ck" }],
    ["a settlement of nothing", { settle: "0.00" }],
    ["a batch that began before the time", { date: "20261120005900" }],
    ["a batch that may not have ended", { date: "20261126230100" }],
  ])("leave out %s", (_, overrides) => {
    expect(found(settled({ id: "1", actions: [["sale", "1.00"]], ...overrides }))).toEqual({
      type: "found",
      batches: [],
      problem: null,
    });
  });

  test.each([
    ["what is not an amount", { settle: "1.005" }],
    ["what is not a time", { date: "20261340000000" }],
  ])("are not read with %s, and the others are", (_, overrides) => {
    const bad = settled({ id: "1", actions: [["sale", "1.00"]], ...overrides });
    const other = settled({ id: "2", actions: [["sale", "1.00"]], batch: "78" });
    expect(found(bad, charge, other)).toMatchObject({
      type: "found",
      batches: [{ id: "ccprocessora-78-USD", netMinor: 100 }],
      problem: "malformed",
    });
    const known = { ...exampleQuery, known: new Set(["ccprocessora-77-USD"]) };
    expect(fetchWith(connector, [listed(bad, other)], known).outcome).toMatchObject({
      batches: [{ id: "ccprocessora-78-USD" }],
      problem: null,
    });
  });

  test("are not read with an invalid id", () => {
    const bad = settled({ id: "", actions: [["sale", "1.00"]] });
    expect(found(charge, bad)).toEqual({ type: "unknown", reason: "malformed" });
  });

  test("are read page by page, whether pages count from 0 or 1, and each transaction once", () => {
    const page = (from: number, count = 200) =>
      listed(
        ...Array.from({ length: count }, (_, index) =>
          settled({ id: `${from + index}`, actions: [["sale", "1.00"]] }),
        ),
      );
    for (const answers of [
      [page(5000), page(5200), page(5400, 7)],
      [page(5000), page(5000), page(5200), page(5400, 7)],
      // A transaction was added before these while pages were read.
      [page(5000), page(5199), page(5399, 8)],
    ]) {
      const { calls, outcome } = fetchWith(connector, answers);
      expect(calls).toHaveLength(answers.length);
      expect(outcome).toMatchObject({ batches: [{ netMinor: 40_700 }] });
    }
    // A gateway that ignores pages always sends the same.
    const endless = fetchWith(connector, [page(1), page(1), page(1), page(1)]);
    expect(endless.calls).toHaveLength(3);
    const cut = fetchWith(connector, [page(5000), "<nm_response>"]);
    expect(cut.outcome).toMatchObject({ type: "unknown" });
  });

  test("are unknown if the gateway responds with an error", () => {
    const refused =
      "<nm_response><error_response>Invalid Security Key</error_response></nm_response>";
    expect(fetchWith(connector, [refused], exampleQuery).outcome).toEqual({
      type: "unknown",
      reason: "malformed",
    });
  });
});
