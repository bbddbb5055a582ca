import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BreakAction } from "#contract/console/reconciliation";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { actOnBreak } from "./break-actions.ts";
import { readBreak } from "./review/read-breaks.ts";
import { balancesOf } from "./testing/balances.ts";
import { adyenReport, bai2, settlementCsv } from "./testing/example-files.ts";
import {
  addCharges,
  addDispute,
  addStaffRows,
  breaksOf,
  importFile,
  send,
} from "./testing/settlement-world.ts";
import { wrongCounts } from "./testing/wrong-counts.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
});
afterAll(() => t.close());
afterEach(async () => expect(await wrongCounts(t)).toEqual([]));

let operatorId: string;
const use = async (settings = {}) => {
  const operator = await t.createOperator(settings);
  ({ operatorId } = operator);
  t.operator.operatorId = operator.operatorId;
  t.operator.secretKey = operator.secretKey;
};
beforeEach(() => use());

const charge = (reference: string, gross: number, fee: number) => ({
  row_type: "charge" as const,
  processor_reference: reference,
  gross_minor: gross,
  fee_minor: fee,
});

describe("expected fees", () => {
  const processorFees = { alpha: { USD: { charge: { partsPerMillion: 29_000, fixedMinor: 30 } } } };

  test("open a break for each row with a different fee; the row still matches", async () => {
    await use({ processorFees });
    const [, second] = await addCharges(t, operatorId, [
      { chargeId: "a-1", totalMinor: 5248 },
      { chargeId: "a-2", totalMinor: 1000 },
    ]);
    const file = await importFile(
      t,
      settlementCsv("b1", [charge("a-1", 5248, 182), charge("a-2", 1000, 159)]),
    );
    expect(file).toMatchObject({ matchedCount: 2, breakCount: 1 });
    expect(await breaksOf(t)).toMatchObject([
      { class: "fee_mismatch", subject: second, amountMinor: 100 },
    ]);
    expect(await balancesOf(t, operatorId)).not.toHaveProperty("suspense:alpha");
  });

  test("apply to their own processor only", async () => {
    await use({ processorFees });
    await addCharges(t, operatorId, [{ chargeId: "b-1", totalMinor: 1000, processor: "beta" }]);
    await importFile(t, settlementCsv("b1", [charge("b-1", 1000, 7)]), "processor=beta");
    expect(await breaksOf(t)).toEqual([]);
  });
});

describe("the fee of a dispute", () => {
  const disputed = async (feeMinor: number | null, reference: string) => {
    const [paymentId = ""] = await addCharges(t, operatorId, [
      { chargeId: `c-${reference}`, totalMinor: 5000 },
    ]);
    return addDispute(t, operatorId, {
      paymentId,
      providerDisputeId: reference,
      amountMinor: 5000,
      feeMinor,
    });
  };
  const row = (reference: string, fee: number) => ({
    row_type: "dispute" as const,
    processor_reference: reference,
    gross_minor: -5000,
    fee_minor: fee,
    fee_kind: fee === 0 ? "" : "dispute",
  });
  const feeOf = async (disputeId: string) =>
    (
      await t.service.deps.database.kysely
        .selectFrom("disputes")
        .select("fee_minor")
        .where("operator_id", "=", operatorId)
        .where("dispute_id", "=", disputeId)
        .executeTakeFirstOrThrow()
    ).fee_minor;
  const settled = {
    "dispute_receivable:alpha": 5000,
    "processing_fees:dispute": 1500,
    "processor_payout_in_transit:alpha": -6500,
  };

  test.each<[string, number | null]>([
    ["a fee that the notice reported", 1500],
    ["a fee that no notice reported", null],
  ])("%s leaves nothing in the receivable", async (_what, feeMinor) => {
    const disputeId = await disputed(feeMinor, `d-${feeMinor}`);
    await importFile(t, settlementCsv("b1", [row(`d-${feeMinor}`, 1500)]));
    expect(await balancesOf(t, operatorId)).toEqual(settled);
    expect(await feeOf(disputeId)).toBe(1500);
    expect(await breaksOf(t)).toEqual([]);
  });

  test("can have its own row, which settles it", async () => {
    await disputed(1500, "d-own");
    const fee = {
      row_type: "fee" as const,
      processor_reference: "fee-1",
      original_reference: "d-own",
      fee_minor: 1500,
      fee_kind: "dispute",
    };
    await importFile(t, settlementCsv("b1", [row("d-own", 0), fee]));
    expect(await balancesOf(t, operatorId)).toEqual(settled);
  });

  test("is an expense and a break if it differs from the notice", async () => {
    const disputeId = await disputed(1500, "d-more");
    await importFile(t, settlementCsv("b1", [row("d-more", 2000)]));
    expect(await balancesOf(t, operatorId)).toEqual({
      ...settled,
      "processing_fees:dispute": 2000,
      "processor_payout_in_transit:alpha": -7000,
    });
    expect(await feeOf(disputeId)).toBe(1500);
    expect(await breaksOf(t)).toMatchObject([{ class: "fee_mismatch", amountMinor: 500 }]);
  });

  test("leaves nothing in the receivable, also if a first row had only a part of it", async () => {
    const disputeId = await disputed(2000, "d-parts");
    await importFile(t, settlementCsv("b1", [row("d-parts", 1500)]));
    const rest = {
      row_type: "fee" as const,
      processor_reference: "d-parts",
      fee_minor: 500,
      fee_kind: "dispute",
    };
    await importFile(t, settlementCsv("b2", [rest]));
    expect(await balancesOf(t, operatorId)).toEqual({
      ...settled,
      "processing_fees:dispute": 2000,
      "processor_payout_in_transit:alpha": -7000,
    });
    expect(await feeOf(disputeId)).toBe(2000);
    expect(await breaksOf(t)).toMatchObject([
      { class: "fee_mismatch", amountMinor: 500 },
      { class: "fee_mismatch", amountMinor: 500 },
    ]);
  });

  test.each<[string, number | null]>([
    ["a notice that comes after its row states it", 1500],
    ["only its row states it", null],
  ])("is booked once if staff link the row, and %s", async (_what, feeMinor) => {
    await addStaffRows(t, operatorId, ["admin_1"]);
    await importFile(t, settlementCsv("b1", [row("d-unknown", 1500)]));
    const disputeId = await disputed(feeMinor, `d-linked-${feeMinor}`);
    const act = async (action: object) => {
      const [found] = await breaksOf(t);
      const request = {
        operatorId,
        settlementBreakId: found?.id ?? "",
        staffId: "admin_1",
      };
      const body = { version: found?.version ?? 0, text: "Same", ...action } as BreakAction;
      return actOnBreak(t.service.settlement, request, body);
    };
    const beforeLink = await balancesOf(t, operatorId);
    await act({ action: "link", ids: [disputeId] });
    expect(await balancesOf(t, operatorId)).toEqual(settled);
    expect(await feeOf(disputeId)).toBe(1500);
    await act({ action: "reopen" });
    expect(await balancesOf(t, operatorId)).toEqual(beforeLink);
    expect(await feeOf(disputeId)).toBe(feeMinor);
    await act({ action: "link", ids: [disputeId] });
    expect(await balancesOf(t, operatorId)).toEqual(settled);
  });
});

describe("a row that the processor converted", () => {
  const [header = ""] = adyenReport.split("\r\n");
  let serial = 0;
  const report = (gross: string, rate: string, net: string) =>
    [
      header,
      `Acme,AcmeUS,8816A${serial},pay_1,visa,2026-11-20 10:00:00,UTC,Settled,8816A-c,EUR,,${gross},${rate},USD,,${net},,0.80,,,visacredit,,42,`,
      `Acme,AcmeUS,,,,2026-11-24 00:00:00,UTC,MerchantPayout,TX88A,USD,,,1,USD,${net},,,,,,,,42,`,
      "",
    ].join("\r\n");
  const sold = () => {
    serial += 1;
    return addCharges(t, operatorId, [
      { chargeId: `8816A${serial}`, totalMinor: 4800, currency: "EUR" },
    ]);
  };

  test("matches by the transaction's own amount, and is posted in both currencies", async () => {
    const [paymentId] = await sold();
    const file = await importFile(t, report("48.00", "1.1000", "52.00"));
    expect(file).toMatchObject({ matchedCount: 1, breakCount: 0 });
    const { data } = (await t.call("GET", `/v1/ledger/postings?resourceId=${paymentId}`)).json();
    type Entry = { side: string; accountId: string; exactAmount: string };
    const entries = (data as { currency: string; entries: Entry[] }[]).flatMap((posting) =>
      posting.entries.map(
        ({ side, accountId, exactAmount }) =>
          `${posting.currency} ${side} ${accountId} ${exactAmount}`,
      ),
    );
    expect(entries.toSorted()).toEqual([
      "EUR credit processor_receivable:alpha 48.00",
      "EUR debit fx_position 48.00",
      "USD credit fx_position 52.80",
      "USD debit processing_fees:markup 0.80",
      "USD debit processor_payout_in_transit:alpha 52.00",
    ]);
  });

  test("has its fee as an expense, and the dispute has none in its own currency", async () => {
    const [paymentId = ""] = await sold();
    const providerDisputeId = `d-88${serial}`;
    const currency = "EUR";
    const given = { paymentId, providerDisputeId, amountMinor: 4800, feeMinor: null, currency };
    const disputeId = await addDispute(t, operatorId, given);
    const chargeback = [
      header,
      `Acme,AcmeUS,8816A${serial},pay_1,visa,2026-11-20 10:00:00,UTC,Chargeback,${providerDisputeId},EUR,48.00,,1.1000,USD,68.80,,,16.00,,,visacredit,,44,`,
      `Acme,AcmeUS,,,,2026-11-24 00:00:00,UTC,MerchantPayout,TX88C,USD,,,1,USD,,68.80,,,,,,,44,`,
      "",
    ].join("\r\n");
    expect(await importFile(t, chargeback)).toMatchObject({ matchedCount: 1, breakCount: 0 });
    const { data } = (await t.call("GET", `/v1/ledger/postings?resourceId=${disputeId}`)).json();
    expect(data).toHaveLength(1);
    const dispute = (await t.call("GET", `/v1/disputes/${disputeId}`)).json();
    expect(dispute).toMatchObject({ amount: 48, fee: null });
  });

  test.each([
    ["another amount", "47.99", "1.1000", "51.99", 1],
    ["an amount that the rate does not explain", "48.00", "1.1000", "51.00", 5180],
  ])("with %s is a break", async (_what, gross, rate, net, difference) => {
    await sold();
    await importFile(t, report(gross, rate, net));
    expect(await breaksOf(t)).toMatchObject([
      { class: "amount_mismatch", amountMinor: difference },
    ]);
    expect(await balancesOf(t, operatorId)).toHaveProperty("suspense:alpha");
  });
});

describe("the comparison of a break", () => {
  const fieldsOf = async (kind: string) => {
    const found = (await breaksOf(t)).find((each) => each.class === kind);
    const actor = { staffId: "admin_1", canWork: true, canWriteOff: true };
    const { fields } = await readBreak(t.service.settlement, operatorId, found?.id ?? "", actor);
    return Object.fromEntries(fields.map(({ name, ours, theirs }) => [name, [ours, theirs]]));
  };

  test("has both fees in the row's currency, also if the payment has another", async () => {
    const price = { charge: { partsPerMillion: 29_000, fixedMinor: 30 } };
    await use({ processorFees: { alpha: { USD: price } } });
    await addCharges(t, operatorId, [{ chargeId: "f-1", totalMinor: 4800, currency: "JPY" }]);
    const [header = ""] = adyenReport.split("\r\n");
    const report = [
      header,
      "Acme,AcmeUS,f-1,pay_1,visa,2026-11-20 10:00:00,UTC,Settled,f-1,JPY,,4800,0.0065,USD,,30.40,,0.80,,,visacredit,,43,",
      "Acme,AcmeUS,,,,2026-11-24 00:00:00,UTC,MerchantPayout,TX88B,USD,,,1,USD,30.40,,,,,,,,43,",
      "",
    ].join("\r\n");
    await importFile(t, report);
    expect(await fieldsOf("fee_mismatch")).toMatchObject({
      amount: [4800, 31.2],
      fee: [1.2, 0.8],
    });
  });

  test("has the balances of a statement in its currency", async () => {
    const day = (date: string, openingMinor: number) =>
      bai2({ date, openingMinor, entries: [] }).replaceAll("USD", "JPY");
    await importFile(t, day("261124", 100), "");
    expect((await send(t, day("261125", 5000), "")).statusCode).toBe(400);
    expect(await fieldsOf("sequence_gap")).toMatchObject({ opening: [null, 5000] });
  });
});
