import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { readBreak } from "./review/read-breaks.ts";
import { balancesOf } from "./testing/balances.ts";
import { adyenReport, bai2, settlementCsv } from "./testing/example-files.ts";
import { addCharges, addDispute, breaksOf, importFile, send } from "./testing/settlement-world.ts";
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
