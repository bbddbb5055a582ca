import { describe, expect, test } from "vitest";
import { createPayoutProvider } from "../kit/payout-connector.ts";
import {
  answered,
  exampleOrder,
  examplePayout,
  payoutKey,
  scripted,
  testPayoutConformance,
} from "../testing/conformance.ts";
import { tesseraPayouts } from "./tessera-payouts.ts";

const url = "https://payouts.example/v1";
const key = "connector-key-91c7";
const create = (http: Parameters<typeof createPayoutProvider>[2]) =>
  createPayoutProvider(
    { name: "rails", url },
    tesseraPayouts(
      { key },
      { notificationUrl: "https://us.example/n", sendDeadlineMs: 15_000, lookUpDeadlineMs: 5_000 },
    ),
    http,
  );
const paid = { payoutId: "po_81", status: "paid", amountMinor: 4999, currency: "USD" };

testPayoutConformance("tessera", {
  create,
  secrets: [key],
  url,
  method: "bank",
  good: { send: [{ status: 200, body: paid }], lookUp: [{ status: 200, body: paid }] },
  outcomes: { send: "paid", lookUp: "paid" },
  refusals: [400, 401, 403, 422],
  aboutUs: [401, 403],
  open: [
    { status: 202, body: paid },
    { status: 207, body: paid },
    { status: 200, body: { ...paid, status: "almost" } },
  ],
});

describe("our own protocol", () => {
  test.each([
    [{ status: "paid", paidAt: "2026-11-26T16:00:00Z" }, "paid"],
    [{ status: "declined", reasonCode: "Account closed!" }, "declined"],
    [{ status: "failed", reasonCode: "account_closed" }, "failed"],
    [{ status: "returned", reasonCode: "ach_r03" }, "returned"],
    [{ status: "canceled" }, "canceled"],
    [{ status: "pending" }, "pending"],
  ])("%j is %s", async (change, type) => {
    const { http } = scripted([{ status: 200, body: { ...paid, ...change } }]);
    expect(await create(http).send(exampleOrder("bank"), payoutKey)).toMatchObject({ type });
  });

  test("reasons are snake_case", async () => {
    const body = { ...paid, status: "declined", reasonCode: "Account closed!" };
    const { http } = scripted([{ status: 200, body }]);
    expect(await create(http).lookUp(payoutKey, examplePayout)).toMatchObject({
      reasonCode: "account_closed_",
    });
  });

  test("a payout is only missing if the processor says so", async () => {
    const { statusCode, text } = answered(404, {
      error: { code: "payout_not_found", message: "" },
    });
    const missing = scripted([{ status: statusCode, body: text }]);
    expect(await create(missing.http).lookUp(payoutKey, examplePayout)).toEqual({
      type: "not_found",
    });
    const other = scripted([{ status: 404, body: {} }]);
    expect(await create(other.http).lookUp(payoutKey, examplePayout)).toMatchObject({
      type: "unknown",
    });
  });
});
