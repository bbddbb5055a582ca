/** Sales tax from the quote to the refund, with the sandbox's AvaTax. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { PaymentIntent } from "#contract/api/payment-intents";
import type { ClientSession } from "#contract/client/session";
import { runRefunds } from "../testing/run-refunds.ts";
import { createTaxWorld, reno, type TaxWorld } from "../testing/tax-world.ts";

let world: TaxWorld;
beforeAll(async () => {
  world = await createTaxWorld();
});
afterEach(() => world.forgetFaults());
afterAll(() => world.close());

const taxed = {
  baseAmount: 100,
  processingFees: 0,
  salesTax: 8.27,
  total: 108.27,
  currency: "USD",
  salesTaxRate: 0.08265,
  salesTaxJurisdiction: "NV",
  salesTaxParts: [
    { jurisdiction: "Nevada", level: "state", rate: 0.0685, amount: 6.85 },
    { jurisdiction: "Reno, NV", level: "city", rate: 0.01415, amount: 1.42 },
  ],
};
const session = async ({ clientSecretKey }: { clientSecretKey: string }) =>
  (await world.callAsClient("GET", "/v1/client/session", clientSecretKey)).json() as ClientSession;
const waiting = () =>
  world.service.deps.database.kysely
    .selectFrom("tax_documents")
    .selectAll()
    .where("next_check_at", "is not", null)
    .execute();

describe("the price", () => {
  test("has the service's tax, by jurisdiction, from the quote to the payment", async () => {
    const { intent, paymentId } = await world.paidInReno();
    expect(intent.breakdown).toEqual(taxed);
    const paid = (await world.statusOf(intent)) as unknown as PaymentIntent;
    expect(paid.payments).toMatchObject([{ paymentId, breakdown: taxed }]);
  });

  test("is missing while the tax service does not respond, and nothing is charged", async () => {
    const intent = await world.intentInReno(100.5);
    world.clock.advance(61_000);
    const charges = world.parties.northbank.charges.size;
    for (const kind of ["error_without_charging", "garbled", "wrong_amount"]) {
      await world.fault("tax_quote", kind);
      const refused = await world.pay(intent, { total: intent.breakdown.total });
      expect([kind, refused.statusCode, refused.body.errorCode]).toEqual([
        kind,
        503,
        "service_unavailable",
      ]);
    }
    expect(world.parties.northbank.charges.size).toBe(charges);
    expect((await world.pay(intent, { total: intent.breakdown.total })).statusCode).toBe(201);
  });

  test("is remembered for a minute, for exactly this sale", async () => {
    const intent = await world.intentInReno(101.5);
    await world.fault("tax_quote", "error_without_charging", 1_000);
    expect((await session(intent)).breakdown).toEqual(intent.breakdown);
    await world.call("PUT", `/v1/customers/${intent.externalCustomerId}/data`, {
      body: { address: { ...reno, line1: "2 Main St" } },
    });
    // The intent is shown without tax, and only paying is refused.
    expect((await session(intent)).breakdown).toMatchObject({ salesTax: 0, total: 101.5 });
    const refused = await world.pay(intent, { total: 101.5 });
    expect([refused.statusCode, refused.body.errorCode]).toEqual([503, "service_unavailable"]);
  });

  test("is not requested for an expired intent, and its page is shown", async () => {
    const intent = await world.intentInReno(106.5);
    world.clock.advance(3 * 60 * 60_000);
    await world.fault("tax_quote", "error_without_charging");
    const shown = await session(intent);
    expect(shown).toMatchObject({ intent: { status: "expired" }, breakdown: { total: 106.5 } });
    // The fault is still there: the page has not asked.
    const next = await world.intentInReno(107.5);
    expect(next.breakdown).toMatchObject({ salesTax: 0 });
  });

  test("is shown while the tax service does not respond if a payment succeeded or is under way", async () => {
    const { intent } = await world.paidInReno(104.5);
    const open = await world.intentInReno(105.5);
    world.parties.northbank.next({ becomes: "pending" });
    await world.pay(open, { total: open.breakdown.total });
    world.clock.advance(61_000);
    await world.fault("tax_quote", "error_without_charging", 1_000);
    for (const each of [intent, open]) {
      expect((await session(each)).breakdown).toEqual(each.breakdown);
    }
  });

  test("is read for a list without a call to the tax service", async () => {
    world.clock.advance(61_000);
    const intent = await world.intentInReno(102);
    world.clock.advance(61_000);
    await world.fault("tax_quote", "error_without_charging");
    const { data } = (await world.call("GET", "/v1/payment-intents?size=1")).json();
    expect(data).toMatchObject([
      { paymentIntentId: intent.paymentIntentId, breakdown: { salesTax: 0, total: 102 } },
    ]);
    world.clock.advance(2 * 60 * 60_000);
    await world.runJob("payments.expire");
    // The fault is still there: neither the list nor the job has asked.
    const next = await world.intentInReno(103);
    expect(next.breakdown).toMatchObject({ salesTax: 0 });
  });
});

describe("a sale", () => {
  test("is reported once, with what the customer paid, after the money moved", async () => {
    const { paymentId } = await world.paidInReno();
    expect(await world.documents(paymentId)).toEqual([]);
    await world.report(3);
    expect(await world.documents(paymentId)).toMatchObject([
      {
        companyCode: "DEFAULT",
        type: "SalesInvoice",
        code: paymentId,
        status: "Committed",
        totalAmount: 100,
        totalTax: 8.27,
        region: "NV",
        postalCode: "89501",
        requests: 1,
      },
    ]);
  });

  test("is not reported if the card is declined", async () => {
    const intent = await world.intentInReno();
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    const { body } = await world.pay(intent, { total: intent.breakdown.total });
    expect(body.status).toBe("failed");
    await world.report(2);
    expect(await world.documents(body.paymentId)).toEqual([]);
  });

  test.each([
    ["silence", "dropped_after_charging", 1],
    ["an error", "error_after_charging", 1],
    ["an error before", "error_without_charging", 2],
    ["a page", "garbled", 1],
  ])("is looked up and reported once if its report ends with %s", async (_, kind, requests) => {
    const { paymentId } = await world.paidInReno();
    await world.fault("tax_commit", kind);
    await world.report();
    const [open] = await waiting();
    expect(open).toMatchObject({ code: paymentId, state: "due", tries: 1 });
    expect(open?.problem).toEqual(expect.any(String));
    await world.report(2);
    expect(await waiting()).toEqual([]);
    const documents = await world.documents(paymentId);
    expect(documents).toMatchObject([{ status: "Committed", totalTax: 8.27 }]);
    // The sandbox does not count a request that failed before it had an effect.
    expect(documents[0]?.requests).toBe(Math.min(requests, 1));
  });

  test("is reported when an outage ends, however long; payments and refunds continue", async () => {
    await world.fault("tax_commit", "error_without_charging", 1_000);
    await world.fault("tax_look_up", "error_without_charging", 1_000);
    const { intent, paymentId } = await world.paidInReno();
    const refundId = await world.refund(intent, 40);
    await world.report(12);
    expect(await world.documents(paymentId, refundId)).toEqual([]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(40);
    expect(await world.command("sales-tax", "list")).toMatchObject({
      text: expect.stringContaining(paymentId),
    });
    await world.forgetFaults();
    await world.command("sales-tax", "retry");
    await world.report();
    for (const code of [paymentId, refundId]) {
      expect(await world.documents(code)).toMatchObject([{ code, status: "Committed" }]);
    }
    expect(await world.command("sales-tax", "list")).toMatchObject({ text: "none" });
  });

  test("is tried after growing pauses if it cannot be decrypted, and does not delay the others", async () => {
    const { kysely } = world.service.deps.database;
    const damaged = (await world.paidInReno()).paymentId;
    await kysely
      .updateTable("payments")
      .set({ tax_address_sealed: "1.damaged" })
      .where("payment_id", "=", damaged)
      .execute();
    const { paymentId } = await world.paidInReno();
    await world.report();
    expect(await world.documents(paymentId)).toMatchObject([{ status: "Committed" }]);
    expect(await waiting()).toMatchObject([{ code: damaged, problem: "internal_error", tries: 1 }]);
    await world.report(2);
    expect(await waiting()).toMatchObject([{ code: damaged, tries: 2 }]);
    const failure = "a tax document could not be reported";
    expect(world.logLines.filter((line) => line.includes(failure))).toHaveLength(1);
    await kysely
      .updateTable("payments")
      .set({ tax_address_sealed: null })
      .where("payment_id", "=", damaged)
      .execute();
    await world.report(2);
    expect(await world.documents(damaged)).toMatchObject([{ status: "Committed" }]);
  });

  test("never counts as reported while the tax service has another amount", async () => {
    const { paymentId } = await world.paidInReno();
    await world.fault("tax_commit", "wrong_amount");
    await world.report();
    expect(await waiting()).toMatchObject([{ code: paymentId, problem: "other_amounts" }]);
    await world.report(2);
    expect(await waiting()).toEqual([]);
  });
});

describe("a refund", () => {
  test("is reported with its own part of the tax; the parts add up", async () => {
    const { intent, paymentId } = await world.paidInReno();
    const first = await world.refund(intent, 33.33);
    const second = await world.refund(intent);
    await world.report(2);
    const taxDocuments = await world.documents(paymentId, first, second);
    // They were reported at once, in any order.
    const documents = [paymentId, first, second].flatMap((code) =>
      taxDocuments.filter((taxDocument) => taxDocument.code === code),
    );
    expect(documents).toMatchObject([
      { type: "SalesInvoice", totalAmount: 100, totalTax: 8.27 },
      { type: "ReturnInvoice", code: first, totalAmount: -33.33, totalTax: -2.76, requests: 1 },
      { type: "ReturnInvoice", code: second, totalAmount: -66.67, totalTax: -5.51, requests: 1 },
    ]);
    const cents = documents.map(({ totalTax }) => Math.round(totalTax * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(0);
  });

  test("is not reported if it fails", async () => {
    const { intent } = await world.paidInReno();
    world.parties.northbank.refunds.next({ becomes: { failed: "refund_declined" } });
    const refundId = await world.refund(intent, 10);
    await runRefunds(world);
    await world.report(2);
    expect(await world.documents(refundId)).toEqual([]);
  });

  test("is reported without the customer's address after an erasure", async () => {
    const { intent, paymentId } = await world.paidInReno();
    await world.report();
    world.clock.advance(61 * 60_000);
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("payments")
      .set({ tax_address_sealed: null })
      .where("payment_id", "=", paymentId)
      .execute();
    const refundId = await world.refund(intent);
    await world.report();
    expect(await world.documents(refundId)).toMatchObject([
      { status: "Committed", region: "NV", postalCode: "89501" },
    ]);
  });
});

describe("a debit that comes back", () => {
  async function returned(before: () => Promise<unknown>) {
    const intent = await world.intentInReno();
    const account = { accountNumber: `7788${String(Math.random()).slice(2, 9)}` };
    const { body } = await world.payByDebit(intent, { account });
    await world.bankTakesFile();
    await world.windowPasses();
    await before();
    await world.sendBack(account.accountNumber, "R11");
    await world.bankTakesFile();
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    return body.paymentId;
  }

  test("takes the sale out of the reports", async () => {
    const paymentId = await returned(() => world.report());
    await world.fault("tax_void", "dropped_after_charging");
    await world.report(3);
    expect(await world.documents(paymentId)).toMatchObject([{ status: "Cancelled", requests: 1 }]);
    expect(await waiting()).toEqual([]);
  });

  test("leaves no document at all if its sale was not reported yet", async () => {
    const paymentId = await returned(async () => {});
    await world.report(2);
    expect(await world.documents(paymentId)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

test("with the table of rates as a substitute, an outage of the tax service does not stop payments", async () => {
  const other = await createTaxWorld({ whenUnavailable: "table", quoteTimeoutMs: 500 });
  try {
    await other.fault("tax_quote", "silent_without_charging", 2);
    const { intent, paymentId } = await other.paidInReno();
    expect(intent.breakdown).toMatchObject({ salesTax: 8.27, salesTaxJurisdiction: "Reno, NV" });
    await other.report();
    expect(await other.documents(paymentId)).toMatchObject([
      { status: "Committed", totalTax: 8.27 },
    ]);
  } finally {
    await other.close();
  }
});
