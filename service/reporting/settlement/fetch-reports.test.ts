import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import {
  createVendorWorld,
  sandboxCard,
  type VendorWorld,
} from "../../providers/processor/testing/vendor-world.ts";
import { createTestService } from "../../testing/create-test-service.ts";
import { csvOf, fetchReports } from "./fetch-reports.ts";
import { openReader } from "./readers/open-reader.ts";
import { FileRefused } from "./readers/settlement-items.ts";

const batch = {
  id: "b-1",
  currency: "USD",
  settledAt: "2026-11-25T23:59:59.000Z",
  netMinor: 2999,
  rows: [
    {
      type: "charge",
      reference: "c-1",
      original: "",
      merchant: "k",
      at: "2026-11-25T10:00:00Z",
      grossMinor: 4999,
    },
    {
      type: "refund",
      reference: "r-1",
      original: "c-0",
      merchant: "",
      at: "2026-11-25T11:00:00Z",
      grossMinor: -2000,
    },
  ],
};

function refusalOf(given: typeof batch): string | undefined {
  const reader = openReader("csv");
  try {
    reader.push(csvOf(given));
    reader.end();
    return undefined;
  } catch (error) {
    if (error instanceof FileRefused) return error.code;
    throw error;
  }
}

test("a fetch ends after the current batch when the service shuts down", async () => {
  const t = await createTestService();
  const [named] = t.service.deps.config.processors;
  Object.assign(named ?? {}, { settlementOperator: t.operator.operatorId });
  const stopping = new AbortController();
  const first = {
    ...batch,
    get rows() {
      stopping.abort();
      return batch.rows;
    },
  };
  const found = { type: "found", batches: [first, { ...batch, id: "b-2" }], problem: null };
  const [processor] = t.service.settlement.payments.processors.all;
  Object.assign(processor ?? {}, { settledBatches: async () => found });
  expect(await fetchReports(t.service.settlement, stopping.signal)).toBe(1);
  await t.close();
});

describe("a fetched batch as a settlement CSV", () => {
  test("is read back with its rows, its total and the next banking day", () => {
    const reader = openReader("csv");
    const items = [...reader.push(csvOf(batch)), ...reader.end()];
    expect(items.map(({ line }) => line && [line.type, line.netMinor, line.feeMinor])).toEqual([
      ["charge", 4999, 0],
      ["refund", -2000, 0],
      ["payout", 2999, 0],
      undefined,
    ]);
    expect(items.at(-1)?.batch).toMatchObject({
      batchKey: "b-1",
      payoutReference: "b-1",
      netMinor: 2999,
      // Thanksgiving is not a banking day.
      valueDate: "2026-11-27",
    });
  });

  test("is read even if another system's reference has line breaks, control characters or 100,000 characters", () => {
    for (const merchant of ["order\n7", "\u0000", "x".repeat(100_000)]) {
      const rows = batch.rows.map((row) => ({ ...row, merchant }));
      expect(refusalOf({ ...batch, rows })).toBeUndefined();
    }
  });

  test.each([
    ["batch_total_wrong", { ...batch, netMinor: 3000 }],
    ["batch_total_wrong", { ...batch, rows: batch.rows.slice(1) }],
    [
      "row_type_unknown",
      { ...batch, rows: batch.rows.map((row) => ({ ...row, type: "returnedItem" })) },
    ],
    ["field_invalid", { ...batch, rows: batch.rows.map((row) => ({ ...row, type: "charge" })) }],
    [
      "field_invalid",
      { ...batch, rows: batch.rows.map((row) => ({ ...row, reference: "c\u0000" })) },
    ],
  ])("is refused with %s", (code, wrong) => {
    expect(refusalOf(wrong)).toBe(code);
  });
});

const entry = {
  name: "anet",
  type: "authorize-net",
  url: "/vendors/authorize-net",
  apiLoginId: "tessera",
  transactionKey: sandboxCredentials.authorizeNet,
  currency: "USD",
};

const nmi = {
  name: "gateway",
  type: "nmi",
  url: "/vendors/nmi",
  securityKey: sandboxCredentials.nmi,
};

describe("a processor whose batches are fetched", () => {
  let world: VendorWorld;
  beforeAll(async () => {
    world = await createVendorWorld([entry, nmi]);
  });
  afterAll(() => world.close());

  const files = (source = "anet") =>
    world.service.deps.database.kysely
      .selectFrom("settlement_files")
      .select(["source", "state", "row_count", "uploaded_by", "operator_id"])
      .where("source", "=", source)
      .orderBy("settlement_file_id")
      .execute();
  const lines = (currency = "USD") =>
    world.service.deps.database.kysely
      .selectFrom("settlement_lines")
      .select(["row_type", "gross_minor", "state", "matched_type"])
      .where("currency", "=", currency)
      .orderBy("row_type")
      .execute();
  const run = async () => {
    await world.runJob("fetch_settlement_reports");
    await world.runJob("import_settlement_files");
  };
  const pay = async (currency = "USD") => {
    const intent = await world.createIntent({ amount: 50, currency });
    await world.pay(intent, { card: sandboxCard("visa") });
    return intent;
  };

  test("a payment and its refund are matched once, after their day has ended", async () => {
    world.clock.set(Date.parse("2026-11-24T12:00:00Z"));
    const { paymentIntentId } = await pay();
    world.clock.advance(60 * 60_000);
    const path = `/v1/payment-intents/${paymentIntentId}/refunds`;
    await world.call("POST", path, { body: { externalRefundId: "part", amount: 20 } });
    await runRefunds(world);
    await run();
    expect(await files()).toEqual([]);

    world.clock.advance(24 * 60 * 60_000);
    await run();
    await run();
    expect(await files()).toEqual([
      {
        source: "anet",
        state: "processed",
        row_count: 3,
        uploaded_by: { kind: "service" },
        operator_id: world.operator.operatorId,
      },
    ]);
    const matched = await lines();
    expect(matched).toHaveLength(3);
    expect(matched).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row_type: "charge", state: "matched", matched_type: "payment" }),
        expect.objectContaining({ row_type: "refund", state: "matched", matched_type: "refund" }),
        expect.objectContaining({ row_type: "payout", gross_minor: 3000 }),
      ]),
    );
  });

  test("if a gateway lists no batches, they are made from its transactions an hour after they closed", async () => {
    const { paymentIntentId } = await pay("CAD");
    world.clock.advance(15 * 60_000);
    const path = `/v1/payment-intents/${paymentIntentId}/refunds`;
    await world.call("POST", path, { body: { externalRefundId: "part-2", amount: 20 } });
    await runRefunds(world);
    world.clock.advance(15 * 60_000);
    await run();
    expect(await files("gateway")).toEqual([]);
    world.clock.advance(3 * 60 * 60_000);
    await run();
    await run();
    const found = await files("gateway");
    expect(found.every(({ state }) => state === "processed")).toBe(true);
    // The rows are in one batch, or in two if a full hour is between them.
    expect(found.reduce((sum, { row_count: count }) => sum + count, 0)).toBe(2 + found.length);
    const matched = (await lines("CAD")).filter((line) => line.row_type !== "payout");
    expect(matched).toEqual([
      { row_type: "charge", gross_minor: 5000, state: "matched", matched_type: "payment" },
      { row_type: "refund", gross_minor: -2000, state: "matched", matched_type: "refund" },
    ]);
  });

  test("a vendor that does not respond changes nothing, and the next run reads the batch", async () => {
    await pay();
    world.clock.advance(25 * 60 * 60_000);
    await world.fault("authorize-net", "settlement_report", "error_without_charging");
    await run();
    expect(await files()).toHaveLength(1);
    await run();
    expect(await files()).toHaveLength(2);
  });

  test("an exception at one processor does not stop the others", async () => {
    const faulty = world.service.payments.processors.byName("anet");
    if (!faulty) throw new Error("no processor");
    const fetchOwn = faulty.settledBatches;
    const before = (await files("gateway")).length;
    await pay("CAD");
    world.clock.advance(4 * 60 * 60_000);
    Object.assign(faulty, { settledBatches: () => Promise.reject(new Error("a fault")) });
    await run();
    Object.assign(faulty, { settledBatches: fetchOwn });
    expect(await files("gateway")).toHaveLength(before + 1);
  });

  test("after an interruption of more than a month, batches are fetched as far back as vendors list them", async () => {
    const processor = world.service.payments.processors.byName("anet");
    if (!processor) throw new Error("no processor");
    const fetchOwn = processor.settledBatches;
    const days: number[] = [];
    Object.assign(processor, {
      settledBatches: async ({ sinceMs, untilMs }: { sinceMs: number; untilMs: number }) => {
        days.push((untilMs - sinceMs) / (24 * 60 * 60_000));
        return { type: "found", batches: [], problem: null };
      },
    });
    world.clock.advance(40 * 24 * 60 * 60_000);
    await run();
    Object.assign(processor, { settledBatches: fetchOwn });
    expect(days).toEqual([31]);
  });

  test("with several operators, only the one that the setting names gets the reports", async () => {
    await pay();
    world.clock.advance(25 * 60 * 60_000);
    const { operatorId } = await world.createOperator();
    await run();
    expect(await files()).toHaveLength(2);

    const [named] = world.service.deps.config.processors;
    Object.assign(named ?? {}, { settlementOperator: "op_nobody" });
    await run();
    expect(await files()).toHaveLength(2);
    Object.assign(named ?? {}, { settlementOperator: operatorId });
    await run();
    const found = await files();
    expect(new Set(found.slice(2).map((file) => file.operator_id))).toEqual(new Set([operatorId]));
  });
});
