import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { TaxDocument, TaxedSale } from "../tax-vendor.ts";
import { avataxConnector } from "./avatax-connector.ts";
import { avataxSettings } from "./avatax-settings.ts";

const settings = avataxSettings.parse({
  accountId: "2000123456",
  licenseKey: "A1B2C3D4E5F60718",
  companyCode: "DEFAULT",
  companyCodes: { op_other: "OTHER" },
  taxCode: "PS081282",
});
const connector = avataxConnector(settings);
const sale: TaxedSale = {
  operatorId: "op_1",
  externalCustomerId: "ada",
  baseMinor: 10_000,
  currency: "USD",
  place: { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501-1234" },
  onDate: "2026-11-26",
};
const document: TaxDocument = {
  ...sale,
  code: "pay_1",
  kind: "sale",
  taxMinor: 827,
  taxDate: "2026-11-26",
  reference: "pay_1",
};
const refund: TaxDocument = {
  ...document,
  code: "ref_1",
  kind: "return",
  baseMinor: 2_500,
  taxMinor: 207,
  onDate: "2026-12-01",
};
const parsed = (body: string | undefined) => JSON.parse(body ?? "null");
const stored = (over: object = {}) => ({
  code: "pay_1",
  type: "SalesInvoice",
  status: "Committed",
  totalAmount: 100,
  totalTax: 8.27,
  ...over,
});
const missing = answered(404, { error: { code: "EntityNotFoundError", details: [] } });

describe("a quote", () => {
  const part = (jurisName: string, jurisType: string, rate: number, tax: number) => ({
    jurisName,
    jurisType,
    rate,
    tax,
    taxable: 100,
  });
  const quoted = (body: object) => drive(connector.quote(sale), [answered(201, body)]);
  const good = {
    totalAmount: 100,
    totalTax: 8.27,
    summary: [part("NEVADA", "State", 0.0685, 6.85), part("RENO", "City", 0.0142, 1.42)],
  };

  test("asks for the tax of an order at the customer's address, and stores nothing", () => {
    const { calls } = quoted(good);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/api/v2/transactions/create",
      deadlineMs: 3_000,
      headers: { authorization: "Basic MjAwMDEyMzQ1NjpBMUIyQzNENEU1RjYwNzE4" },
    });
    expect(parsed(calls[0]?.body)).toEqual({
      type: "SalesOrder",
      companyCode: "DEFAULT",
      date: "2026-11-26",
      customerCode: "ada",
      currencyCode: "USD",
      addresses: {
        singleLocation: {
          line1: "1 Main St",
          city: "Reno",
          region: "NV",
          postalCode: "89501-1234",
          country: "US",
        },
      },
      lines: [{ number: "1", quantity: 1, taxCode: "PS081282", amount: 100 }],
    });
  });

  test("has the tax by jurisdiction, which adds up", () => {
    expect(quoted(good).outcome).toEqual({
      taxMinor: 827,
      ratePpm: 82_700,
      parts: [
        { jurisdiction: "NEVADA", level: "state", ratePpm: 68_500, taxMinor: 685 },
        { jurisdiction: "RENO", level: "city", ratePpm: 14_200, taxMinor: 142 },
      ],
    });
    const uneven = {
      ...good,
      summary: [part("NEVADA", "State", 0.0685, 6.851), part("RENO", "City", 0.0142, 1.411)],
    };
    const { outcome } = quoted(uneven);
    expect("parts" in outcome && outcome.parts.map(({ taxMinor }) => taxMinor)).toEqual([686, 141]);
  });

  test("may be zero, and has no combined rate where only a part is taxable", () => {
    expect(quoted({ totalAmount: 100, totalTax: 0, summary: [] }).outcome).toEqual({
      taxMinor: 0,
      ratePpm: null,
      parts: [],
    });
    const half = {
      totalAmount: 100,
      totalTax: 3.43,
      summary: [{ ...part("NEVADA", "State", 0.0685, 3.43), taxable: 50 }],
    };
    expect(quoted(half).outcome).toMatchObject({ taxMinor: 343, ratePpm: null });
  });

  test.each([
    ["another amount", { ...good, totalAmount: 99.99 }, "other_amount"],
    ["another currency", { ...good, currencyCode: "EUR" }, "other_amount"],
    ["a negative tax", { ...good, totalTax: -8.27 }, "other_tax"],
    ["more tax than the price", { ...good, totalTax: 100.01 }, "other_tax"],
    ["a tax below the cent", { ...good, totalTax: 8.275 }, "other_tax"],
    ["no tax", { totalAmount: 100 }, "malformed"],
  ])("is not believed if it has %s", (_, body, problem) => {
    expect(quoted(body).outcome).toEqual({ problem });
  });

  test.each([
    ["no response", new OutgoingCallFailed("deadline", "unknown"), "deadline"],
    ["a page", answered(200, "<html>"), "malformed"],
    [
      "a refusal",
      answered(400, { error: { code: "GetTaxError", details: [{ code: "InvalidAddress" }] } }),
      "InvalidAddress",
    ],
    ["an outage", answered(503, ""), "status_503"],
    ["a code that is not a code", answered(400, { error: { code: "<script>" } }), "status_400"],
  ])("is missing after %s", (_, response, problem) => {
    expect(drive(connector.quote(sale), [response]).outcome).toEqual({ problem });
  });
});

describe("a document", () => {
  test("has the tax that was collected with the sale, under our code", () => {
    const { calls, outcome } = drive(connector.commit(document, false), [answered(201, stored())]);
    expect(outcome).toEqual({ type: "committed" });
    expect(parsed(calls[0]?.body)).toMatchObject({
      type: "SalesInvoice",
      code: "pay_1",
      commit: true,
      referenceCode: "pay_1",
      lines: [
        {
          amount: 100,
          taxOverride: { type: "TaxAmount", taxAmount: 8.27, taxDate: "2026-11-26" },
        },
      ],
    });
  });

  test("is negative for a refund, on the refund's day, at the sale's rates", () => {
    const answer = stored({
      code: "ref_1",
      type: "ReturnInvoice",
      totalAmount: -25,
      totalTax: -2.07,
    });
    const { calls, outcome } = drive(connector.commit(refund, false), [answered(201, answer)]);
    expect(outcome).toEqual({ type: "committed" });
    expect(parsed(calls[0]?.body)).toMatchObject({
      type: "ReturnInvoice",
      code: "ref_1",
      date: "2026-12-01",
      lines: [{ amount: -25, taxOverride: { taxAmount: -2.07, taxDate: "2026-11-26" } }],
    });
  });

  test("has no negative zero for a refund without tax", () => {
    const answer = stored({ code: "ref_1", type: "ReturnInvoice", totalAmount: -25, totalTax: 0 });
    const untaxed = { ...refund, taxMinor: 0 };
    const { calls, outcome } = drive(connector.commit(untaxed, false), [answered(201, answer)]);
    expect(outcome).toEqual({ type: "committed" });
    expect(calls[0]?.body).toContain('"taxAmount":0,');
  });

  test("belongs to the company of its operator", () => {
    const other = { ...document, operatorId: "op_other" };
    const { calls } = drive(connector.commit(other, true), [answered(200, stored())]);
    expect(calls[0]?.path).toBe(
      "/api/v2/companies/OTHER/transactions/pay_1?documentType=SalesInvoice",
    );
  });

  test("is looked up if it may exist, and only sent if it does not", () => {
    const known = drive(connector.commit(document, true), [answered(200, stored())]);
    expect([known.calls.length, known.outcome]).toEqual([1, { type: "committed" }]);
    const absent = drive(connector.commit(document, true), [missing, answered(201, stored())]);
    expect(absent.calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
    expect(absent.outcome).toEqual({ type: "committed" });
  });

  test.each([
    ["an unreachable service", new OutgoingCallFailed("unreachable", "no"), "unreachable"],
    ["a 404 of something else", answered(404, "<html>"), "status_404"],
    ["an outage", answered(500, { error: { code: "ServerException" } }), "ServerException"],
    ["a page", answered(200, "<html>"), "malformed"],
  ])("is not sent when the look-up ends with %s", (_, response, problem) => {
    const { calls, outcome } = drive(connector.commit(document, true), [response]);
    expect([calls.length, outcome]).toEqual([1, { type: "unknown", problem }]);
  });

  test("is committed if it is only saved", () => {
    const { calls, outcome } = drive(connector.commit(document, true), [
      answered(200, stored({ status: "Saved" })),
      answered(200, stored()),
    ]);
    expect(outcome).toEqual({ type: "committed" });
    expect(calls[1]).toMatchObject({
      path: "/api/v2/companies/DEFAULT/transactions/pay_1/commit?documentType=SalesInvoice",
      body: '{"commit":true}',
    });
  });

  test.each([
    ["another tax", stored({ totalTax: 8.28 }), "other_amounts"],
    ["another amount", stored({ totalAmount: 1_000 }), "other_amounts"],
    ["another currency", stored({ currencyCode: "EUR" }), "other_amounts"],
    ["another code", stored({ code: "pay_2" }), "other_document"],
    ["another type", stored({ type: "ReturnInvoice" }), "other_document"],
    ["a void", stored({ status: "Cancelled" }), "voided_at_avatax"],
    ["a status that nobody knows", stored({ status: "Shiny" }), "other_status"],
  ])("never counts as committed if it has %s", (_, body, problem) => {
    const { outcome } = drive(connector.commit(document, false), [answered(201, body)]);
    expect(outcome).toEqual({ type: "unknown", problem });
  });

  test("is unknown if AvaTax already has its code: the next try looks it up", () => {
    const conflict = answered(400, { error: { code: "DocumentCodeConflict" } });
    const { outcome } = drive(connector.commit(document, false), [conflict]);
    expect(outcome).toEqual({ type: "unknown", problem: "DocumentCodeConflict" });
  });
});

describe("a withdrawal", () => {
  test("voids the document", () => {
    const { calls, outcome } = drive(connector.withdraw(document), [
      answered(200, stored()),
      answered(200, stored({ status: "Cancelled" })),
    ]);
    expect(outcome).toEqual({ type: "voided" });
    expect(calls[1]).toMatchObject({
      path: "/api/v2/companies/DEFAULT/transactions/pay_1/void?documentType=SalesInvoice",
      body: '{"code":"DocVoided"}',
    });
  });

  test("sends nothing if there is no such document, or it is void", () => {
    expect(drive(connector.withdraw(document), [missing]).outcome).toEqual({ type: "absent" });
    const cancelled = answered(200, stored({ status: "Cancelled" }));
    expect(drive(connector.withdraw(document), [cancelled]).outcome).toEqual({ type: "voided" });
  });

  test("is unknown until AvaTax says that it is void", () => {
    const locked = answered(400, { error: { code: "CannotModifyLockedTransaction" } });
    expect(drive(connector.withdraw(document), [answered(200, stored()), locked]).outcome).toEqual({
      type: "unknown",
      problem: "CannotModifyLockedTransaction",
    });
    const still = answered(200, stored());
    expect(drive(connector.withdraw(document), [still, still]).outcome).toEqual({
      type: "unknown",
      problem: "not_voided",
    });
  });
});

test("a long customer id keeps the same code, within AvaTax's limit", () => {
  const long = { ...sale, externalCustomerId: "c".repeat(128) };
  const codes = [1, 2].map(() => {
    const { calls } = drive(connector.quote(long), [answered(503, "")]);
    return parsed(calls[0]?.body).customerCode as string;
  });
  expect(codes[0]).toBe(codes[1]);
  expect(codes[0]?.length).toBe(40);
});
