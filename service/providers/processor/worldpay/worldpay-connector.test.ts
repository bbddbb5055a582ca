import { describe, expect, test } from "vitest";
import {
  answered,
  chargeKey,
  drive,
  exampleCharge,
  exampleChargeId,
  exampleRefund,
  refundKey,
  testConformance,
} from "../testing/conformance.ts";
import { noticeOf } from "./testing/worldpay-notices.ts";
import { worldpayConnector } from "./worldpay-connector.ts";

const settings = {
  username: "shop",
  password: "s3cret-of-the-shop",
  eventSecret: "event-s3cret-of-the-shop",
  entity: "default",
};
const connector = worldpayConnector(settings, {
  chargeDeadlineMs: 30_000,
  lookUpDeadlineMs: 9_000,
});

const value = { amount: 4999, currency: "USD" };
const commandId = "cmd0-IiS92BsJR8VaJ10V_420";
const host = "https://access.worldpay.com";
const charged = [
  { eventName: "authorizationRequested", commandId },
  { eventName: "authorizationSucceeded", commandId, outcome: "authorized" },
  { eventName: "settlementRequested", type: "fullSettlement" },
  { eventName: "settlementRequestSubmitted" },
];
const refunded = [
  {
    eventName: "refundRequested",
    type: "partialRefund",
    refundReference: refundKey,
    value: { amount: 2500, currency: "USD" },
    commandId: "cmdB2-xT9aS05DvGfa_1Grtc0",
  },
  { eventName: "refundRequestSubmitted", commandId: "cmdB2-xT9aS05DvGfa_1Grtc0" },
];

function payment(events: readonly object[], overrides: object = {}) {
  return {
    paymentId: exampleChargeId,
    transactionReference: chargeKey,
    value,
    events,
    _links: {
      self: { href: `/paymentQueries/payments/${exampleChargeId}` },
      "cardPayments:partialRefund": {
        href: `${host}/payments/settlements/refunds/partials/eyJrIjoi`,
      },
      "cardPayments:reverse": { href: `${host}/payments/authorizations/reversals/eyJrIjoi%3D` },
    },
    ...overrides,
  };
}
const found = (...payments: object[]) => ({ _embedded: { payments } });
const sentForSettlement = {
  outcome: "sentForSettlement",
  paymentId: exampleChargeId,
  transactionReference: chargeKey,
  schemeReference: "060720116005060",
  riskFactors: [{ risk: "notChecked", type: "cvc" }],
};

testConformance("Worldpay", {
  connector,
  secrets: [settings.password, settings.eventSecret],
  good: {
    charge: [{ status: 202, body: sentForSettlement }],
    lookUp: [
      { status: 200, body: found(payment(charged)) },
      { status: 200, body: payment(charged) },
    ],
    refund: [
      { status: 200, body: payment(charged) },
      { status: 202, body: { outcome: "sentForPartialRefund" } },
    ],
    lookUpRefund: [{ status: 200, body: payment([...charged, ...refunded]) }],
    reverse: [
      { status: 200, body: payment(charged) },
      { status: 202, body: { outcome: "sentForReversal" } },
    ],
  },
  noticeOf: (about, forged) =>
    noticeOf(
      about === "charge" ? {} : { type: "sentForRefund", reference: refundKey },
      forged ? "of-another-shop" : settings.eventSecret,
    ),
});

const charge = (status: number, body: unknown) =>
  drive(connector.charge(exampleCharge, chargeKey), [answered(status, body)]).outcome;
const lookUp = (events: readonly object[], overrides: object = {}) => {
  const body = payment(events, overrides);
  const responses = [answered(200, found(body)), answered(200, body)];
  return drive(connector.lookUp(chargeKey, exampleCharge), responses).outcome;
};

describe("the charge request", () => {
  test("has the card, the proof of authentication and the settlement, and no null", () => {
    const exchange = connector.charge(
      { ...exampleCharge, credentialOnFile: "stored", descriptor: "Ada's Shop & Co" },
      chargeKey,
    );
    const [call] = drive(exchange, [answered(202, sentForSettlement)]).calls;
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${btoa("shop:s3cret-of-the-shop")}`,
      "wp-api-version": "2024-06-01",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual({
      transactionReference: chargeKey,
      merchant: { entity: "default" },
      channel: "ecom",
      instruction: {
        method: "card",
        settlement: { auto: true },
        paymentInstrument: {
          type: "plain",
          cardNumber: "4242424242424242",
          expiryDate: { month: 12, year: 2030 },
          cvc: "737",
          cardHolderName: "Ada Lovelace",
        },
        narrative: { line1: "Ada s Shop Co" },
        value,
        threeDS: {
          type: "external",
          version: "2.2.0",
          eci: "05",
          authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
          dsTransactionId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
        },
        customerAgreement: { type: "cardOnFile", storedCardUsage: "first" },
      },
    });
  });
});

describe("the response to a charge", () => {
  const refused = (refusalCode: string) => ({
    outcome: "refused",
    paymentId: exampleChargeId,
    transactionReference: chargeKey,
    refusalCode,
  });
  test.each([
    ["5", "do_not_honor"],
    ["05", "do_not_honor"],
    ["51", "insufficient_funds"],
    ["1A", "authentication_required"],
  ])("refusal code %s is %s", (code, declineCode) => {
    expect(charge(201, refused(code))).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode,
      facts: { networkDeclineCode: code },
    });
  });

  test.each([
    [
      "canceled because of its CVC",
      { outcome: "sentForCancellation", riskFactors: [{ type: "cvc", risk: "notMatched" }] },
      { type: "declined", declineCode: "incorrect_cvc" },
    ],
    [
      "canceled because of its address",
      { outcome: "sentForCancellation", riskFactors: [{ type: "avs", risk: "notMatched" }] },
      { type: "declined", declineCode: "incorrect_postal_code" },
    ],
    [
      "refused by the risk check, without an id",
      { outcome: "fraudHighRisk", paymentId: undefined },
      { type: "declined", declineCode: "fraudulent", chargeId: chargeKey },
    ],
    ["authorised but not yet sent for settlement", { outcome: "authorized" }, { type: "pending" }],
    [
      "of a part of the amount",
      { amounts: { totalAuthorized: 4000, currency: "USD" } },
      { type: "mismatch", charged: true },
    ],
    [
      "stopped by the account's own 3-D Secure",
      { outcome: "3dsDeviceDataRequired" },
      { type: "rejected" },
    ],
    ["of an unknown kind", { outcome: "sentForWonder" }, { type: "unknown" }],
    ["for another reference", { transactionReference: "pay_other-1" }, { type: "unknown" }],
    ["without an id", { paymentId: undefined }, { type: "unknown" }],
  ])("%s", (_, overrides, outcome) => {
    expect(charge(202, { ...sentForSettlement, ...overrides })).toMatchObject(outcome);
  });

  test.each([400, 401, 403, 404, 406, 415])("status %i charged nothing", (status) => {
    expect(charge(status, { errorName: "fieldHasInvalidValue", message: "no" })).toEqual({
      type: "rejected",
      reason: "fieldHasInvalidValue",
    });
  });

  test("a duplicate reference may be our own first request, so it is looked up", () => {
    const duplicate = { errorName: "transactionReferenceIsADuplicate", message: "no" };
    expect(charge(400, duplicate)).toMatchObject({ type: "unknown" });
  });

  test("an amount beyond 32 bits is never sent", () => {
    const exchange = connector.charge({ ...exampleCharge, amountMinor: 2_147_483_648 }, chargeKey);
    expect(drive(exchange, [])).toEqual({
      calls: [],
      outcome: { type: "rejected", reason: "amount_too_large" },
    });
  });
});

describe("a look-up", () => {
  test.each([
    ["only requested", charged.slice(0, 1), { type: "pending" }],
    ["authorised but not sent for settlement", charged.slice(0, 2), { type: "pending" }],
    [
      "a sale",
      [{ eventName: "saleRequested" }, { eventName: "saleSucceeded" }],
      { type: "approved" },
    ],
    [
      "refused",
      [{ eventName: "authorizationRefused", code: "51" }],
      { type: "declined", declineCode: "insufficient_funds" },
    ],
    [
      "timed out",
      [{ eventName: "authorizationTimedOut" }],
      { type: "declined", declineCode: "processing_error" },
    ],
    [
      "canceled",
      [...charged.slice(0, 2), { eventName: "cancellationRequestSubmitted" }],
      { type: "reversed" },
    ],
    ["refunded: still a charge", [...charged, ...refunded], { type: "approved" }],
    [
      "without settlement",
      [...charged.slice(0, 3), { eventName: "settlementRequestSubmissionFailed" }],
      { type: "declined" },
    ],
    [
      "sent for settlement again after it failed",
      [
        ...charged.slice(0, 3),
        { eventName: "settlementRequestSubmissionFailed" },
        { eventName: "settlementRequestSubmitted" },
      ],
      { type: "approved" },
    ],
    [
      "a sale that timed out first",
      [{ eventName: "saleTimedOut" }, { eventName: "saleSucceeded" }],
      { type: "approved" },
    ],
    [
      "authorised after a first refusal",
      [{ eventName: "authorizationRefused", code: "51" }, ...charged],
      { type: "approved" },
    ],
  ])("finds a payment that is %s", (_, events, outcome) => {
    expect(lookUp(events)).toMatchObject({ chargeId: exampleChargeId, ...outcome });
  });

  test("finds nothing, or more than one payment", () => {
    const ask = (body: object) =>
      drive(connector.lookUp(chargeKey, exampleCharge), [answered(200, body)]).outcome;
    expect(ask(found())).toEqual({ type: "not_found" });
    expect(ask(found(payment([], { transactionReference: "other" })))).toEqual({
      type: "not_found",
    });
    const twice = found(payment(charged), payment(charged, { paymentId: "payOther" }));
    expect(ask(twice)).toEqual({ type: "unknown", reason: "several_charges" });
  });
});

describe("a reversal", () => {
  const reverse = (events: readonly object[], links?: object) =>
    drive(connector.reverse(exampleChargeId, "key", "late success"), [
      answered(200, payment(events, links ? { _links: links } : {})),
      answered(202, {}),
    ]);

  test("is requested once; while it is in progress, it is only looked up", () => {
    expect(reverse(charged).calls.map(({ path }) => path)).toEqual([
      `/paymentQueries/payments/${exampleChargeId}`,
      "/payments/authorizations/reversals/eyJrIjoi%3D",
    ]);
    const onItsWay = reverse([...charged, { eventName: "reversalRequested" }]);
    expect(onItsWay.calls).toHaveLength(1);
    expect(onItsWay.outcome).toEqual({ type: "pending" });
    const done = [
      ...charged,
      { eventName: "reversalRequested" },
      { eventName: "reversalRequestSubmitted" },
    ];
    expect(reverse(done).outcome).toMatchObject({ type: "reversed" });
  });

  test("goes to our host, whatever host a link names", () => {
    const links = { "cardPayments:reverse": { href: "https://evil.example/steal/all" } };
    expect(reverse(charged, links)).toMatchObject({
      calls: [{}],
      outcome: { type: "unknown", reason: "not_reversible" },
    });
  });
});

describe("a refund", () => {
  const refund = (...responses: Parameters<typeof answered>[]) =>
    drive(
      connector.refund(exampleRefund, refundKey),
      responses.map((response) => answered(...response)),
    );

  test("is not sent again if Worldpay has it already", () => {
    const { calls, outcome } = refund([200, payment([...charged, ...refunded])]);
    expect(calls).toHaveLength(1);
    expect(outcome).toMatchObject({ type: "success", refundId: refundKey });
  });

  test("has our reference, by which it is found", () => {
    const { calls } = refund([200, payment(charged)], [202, {}]);
    expect(JSON.parse(calls[1]?.body ?? "")).toEqual({
      value: { amount: 2500, currency: "USD" },
      reference: refundKey,
    });
  });

  test.each([
    [
      "is refused",
      [400, { errorName: "refundAmountExceedsPayment", message: "no" }],
      { type: "rejected", code: "refundAmountExceedsPayment" },
    ],
    ["is refused for our credentials", [401, {}], { type: "credentials_refused" }],
    ["has an unknown end", [500, {}], { type: "unknown" }],
  ] as const)("%s", (_, response, outcome) => {
    expect(refund([200, payment(charged)], [...response]).outcome).toMatchObject(outcome);
  });

  test("is never sent again once an event names it, even if its request is no longer listed", () => {
    const [, submitted] = refunded;
    const left = { ...submitted, refundReference: refundKey };
    const { calls, outcome } = refund([200, payment([...charged, left])], [202, {}]);
    expect(calls).toHaveLength(1);
    expect(outcome).toMatchObject({ type: "mismatch", refundId: refundKey });
  });

  test("has failed if it failed at the bank", () => {
    const events = [
      ...charged,
      refunded[0] ?? {},
      { eventName: "refundRequestSubmissionFailed", commandId: "cmdB2-xT9aS05DvGfa_1Grtc0" },
    ];
    const exchange = connector.lookUpRefund(refundKey, exampleRefund);
    expect(drive(exchange, [answered(200, payment(events))]).outcome).toMatchObject({
      type: "failed",
    });
  });
});
