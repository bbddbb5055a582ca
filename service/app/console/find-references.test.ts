import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FindResult } from "#contract/console/find";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { settlementCsv } from "../../reporting/settlement/testing/example-files.ts";
import {
  addCharges,
  addDispute,
  addRefund,
  breaksOf,
  importFile,
} from "../../reporting/settlement/testing/settlement-world.ts";
import { pagesRead } from "../../testing/pages-read.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let viewer: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPayoutWorld();
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const find = async (text: string, by = viewer): Promise<FindResult[]> =>
  (await by.browser.ok("GET", `/find?q=${encodeURIComponent(text)}`)).found;
const pagesOf = (found: readonly FindResult[]) => found.map(({ kind, pageId }) => [kind, pageId]);

/** Each text must find the page, but not for another operator's staff. */
async function expectPage(page: [string, string], ...texts: string[]): Promise<void> {
  for (const text of texts) {
    expect(pagesOf(await find(text)), text).toEqual([page]);
    expect(await find(text, otherStaff), text).toEqual([]);
  }
}

test("finds a payout by its processor's id", async () => {
  const { disbursementIntentId } = await world.approved();
  const { provider, payout_id: payoutId } = await world.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select(["provider", "payout_id"])
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .executeTakeFirstOrThrow();
  expect([provider, payoutId]).toEqual([expect.any(String), expect.any(String)]);
  await expectPage(["payout", disbursementIntentId], payoutId ?? "");
});

test("finds payouts and refunds by the trace number of their ACH credit", async () => {
  const { operatorId } = world.operator;
  const { disbursementIntentId } = await world.approved();
  const { disbursement_id: disbursementId } = await world.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select("disbursement_id")
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .executeTakeFirstOrThrow();
  const [paymentId = ""] = await addCharges(world, operatorId, [
    { chargeId: "c-1", totalMinor: 5_000 },
  ]);
  const refundId = await addRefund(world, operatorId, {
    paymentId,
    providerRefundId: null,
    amountMinor: 700,
  });
  const at = new Date(world.clock.nowMs());
  for (const [source, key, trace] of [
    ["disbursement", disbursementId ?? "", "110000000000001"],
    ["refund", refundId, "110000000000002"],
  ] as const) {
    await world.service.deps.database.kysely
      .insertInto("ach_entries")
      .values({
        ach_entry_id: `ace_${trace}`,
        operator_id: operatorId,
        entry_key: key,
        source,
        debit_key: null,
        direction: "credit",
        is_reversal: false,
        account_type: "checking",
        details_sealed: "",
        amount_minor: 700,
        company_name: "TEST",
        status: "filed",
        told_status: "filed",
        ach_file_id: null,
        batch_number: null,
        trace_number: trace,
        effective_date: null,
        settles_on: null,
        return_code: null,
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
  await expectPage(["payout", disbursementIntentId], "110000000000001");
  const [refund] = await find("110000000000002");
  expect(refund).toMatchObject({ kind: "refund", id: refundId, amount: 7 });
});

test("finds batches by their key and the payout's reference, and breaks by their id", async () => {
  const unknown = { row_type: "charge", processor_reference: "c-9", gross_minor: 1_000 } as const;
  await importFile(world, settlementCsv("B-2026-11-24", [unknown]));
  const batch = await world.service.deps.database.kysely
    .selectFrom("settlement_batches")
    .select("settlement_batch_id")
    .where("batch_key", "=", "B-2026-11-24")
    .executeTakeFirstOrThrow();
  const id = batch.settlement_batch_id;
  await expectPage(["settlement_batch", id], "B-2026-11-24", "B-2026", "po_B-2026-11-24", id);
  expect((await find("B-2026"))[0]).toMatchObject({ label: "B-2026-11-24", amount: 10 });
  const [missing] = await breaksOf(world);
  await expectPage(["settlement_break", missing?.id ?? ""], missing?.id ?? "");
});

/** Adds a refund with an ARN, and a dispute with a bank's reference. */
async function addReferences(serial: string, arn: string, bankReference: string) {
  const { operatorId } = world.operator;
  const { kysely } = world.service.deps.database;
  const [paymentId = ""] = await addCharges(world, operatorId, [
    { chargeId: `c-${serial}`, totalMinor: 5_000 },
  ]);
  const refundId = await addRefund(world, operatorId, {
    paymentId,
    providerRefundId: `r-${serial}`,
    amountMinor: 700,
  });
  const disputeId = await addDispute(world, operatorId, {
    paymentId,
    providerDisputeId: `d-${serial}`,
    amountMinor: 900,
    feeMinor: null,
  });
  const { payment_intent_id: paymentIntentId } = await kysely
    .updateTable("refunds")
    .set({ reference_type: "arn", reference_value: arn })
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .returning("payment_intent_id")
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("disputes")
    .set({ bank_reference: bankReference })
    .where("operator_id", "=", operatorId)
    .where("dispute_id", "=", disputeId)
    .execute();
  return { paymentIntentId, refundId, disputeId };
}

test("finds a refund by its complete ARN and a dispute by the bank's complete reference", async () => {
  const arn = "74123456789012345678901";
  const { paymentIntentId, disputeId } = await addReferences("arn", arn, "BANK 2026/0317");
  await expectPage(["refund", paymentIntentId], arn, "7412 3456 7890 1234 5678 901");
  await expectPage(["dispute", disputeId], "BANK 2026/0317");
  for (const text of [arn.slice(0, -1), "BANK 2026", "BANK2026/0317"]) {
    expect(await find(text), text).toEqual([]);
  }
});

test("finds the rows of a processor's report by their ARN: the batch, and what they matched", async () => {
  const { operatorId } = world.operator;
  const { kysely } = world.service.deps.database;
  const [paymentId = ""] = await addCharges(world, operatorId, [
    { chargeId: "c-row", totalMinor: 5_000 },
  ]);
  await addRefund(world, operatorId, {
    paymentId,
    providerRefundId: "r-row",
    amountMinor: 700,
  });
  const [charged, refunded, unmatched] = ["4", "5", "6"].map((digit) => digit.repeat(23));
  await importFile(
    world,
    settlementCsv("B-arn", [
      { row_type: "charge", processor_reference: "c-row", gross_minor: 5_000, arn: charged ?? "" },
      {
        row_type: "refund",
        processor_reference: "r-row",
        original_reference: "c-row",
        gross_minor: -700,
        arn: refunded ?? "",
      },
      { row_type: "charge", processor_reference: "c-?", gross_minor: 900, arn: unmatched ?? "" },
    ]),
  );
  const { settlement_batch_id: batchId } = await kysely
    .selectFrom("settlement_batches")
    .select("settlement_batch_id")
    .where("batch_key", "=", "B-arn")
    .executeTakeFirstOrThrow();
  const { payment_intent_id: intentId } = await kysely
    .selectFrom("payments")
    .select("payment_intent_id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const batch = ["settlement_batch", batchId];
  const withSpaces = (charged ?? "").replace(/(.{4})/g, "$1 ");
  for (const [text = "", pages] of [
    [charged, [["payment", intentId], batch]],
    [withSpaces, [["payment", intentId], batch]],
    [refunded, [["refund", intentId], batch]],
    [unmatched, [batch]],
    [charged?.slice(0, -1), []],
  ] as const) {
    expect(pagesOf(await find(text)), text).toEqual(pages);
    expect(await find(text, otherStaff), text).toEqual([]);
  }
});

test("finds references among many rows without reading all of them", async () => {
  const { operatorId } = world.operator;
  const { database } = world.service.deps;
  const many = await addReferences("many", "many-arn", "many-letter");
  await sql`insert into refunds
    select (jsonb_populate_record(r, jsonb_build_object('refund_id', 'ref_' || n,
      'external_refund_id', 'many-' || n, 'provider_refund_id', 'many-' || n,
      'reference_value', 'arn-' || n))).*
    from refunds r, generate_series(1, 10000) n
    where r.operator_id = ${operatorId} and r.refund_id = ${many.refundId}`.execute(
    database.kysely,
  );
  await sql`insert into disputes
    select (jsonb_populate_record(d, jsonb_build_object('dispute_id', 'dsp_' || n,
      'provider_dispute_id', 'many-' || n, 'bank_reference', 'letter-' || n))).*
    from disputes d, generate_series(1, 10000) n
    where d.operator_id = ${operatorId} and d.dispute_id = ${many.disputeId}`.execute(
    database.kysely,
  );
  await sql`insert into settlement_lines
    select (jsonb_populate_record(l, jsonb_build_object('row_no', n, 'arn', 'row-' || n))).*
    from settlement_lines l, generate_series(100, 10000) n
    where l.operator_id = ${operatorId} and l.arn = ${"6".repeat(23)}`.execute(database.kysely);
  const { settlement_batch_id: batchId } = await database.kysely
    .selectFrom("settlement_lines")
    .select("settlement_batch_id")
    .where("arn", "=", "row-5000")
    .executeTakeFirstOrThrow();
  await sql`vacuum analyze settlement_lines`.execute(database.kysely);
  await sql`vacuum analyze refunds`.execute(database.kysely);
  await sql`vacuum analyze disputes`.execute(database.kysely);
  for (const [text, page] of [
    ["arn-5000", ["refund", many.paymentIntentId]],
    ["letter-5000", ["dispute", "dsp_5000"]],
    ["row-5000", ["settlement_batch", batchId]],
  ] as const) {
    let found: FindResult[] = [];
    const pages = await pagesRead(database, async () => {
      found = await find(text);
    });
    expect(pagesOf(found)).toEqual([page]);
    expect(pages, text).toBeLessThan(150);
  }
});
