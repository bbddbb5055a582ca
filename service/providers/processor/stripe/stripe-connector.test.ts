import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import {
  answered,
  type ConformanceCase,
  chargeKey,
  drive,
  exampleCharge,
  exampleCustomer,
  testConformance,
} from "../testing/conformance.ts";
import { stripeConnector } from "./stripe-connector.ts";
import {
  canceledIntent,
  challengedIntent,
  challengeUrl,
  intentId,
  madeCard,
  newIntent,
  page,
  paidIntent,
  refundOf,
} from "./testing/stripe-responses.ts";

const settings = {
  secretKey: "sk_test_51QxSecretOfTheTests",
  webhookSecret: "whsec_SecretOfTheTests",
  statementPrefix: "ACME",
};
const deadlines = {
  chargeDeadlineMs: 30_000,
  lookUpDeadlineMs: 10_000,
  filesUrl: "https://files.stripe.com",
};
const connector = stripeConnector(settings, deadlines);

const stripeCase: ConformanceCase = {
  connector,
  secrets: [settings.secretKey, settings.webhookSecret],
  prepared: { responses: [{ status: 200, body: newIntent }], reference: intentId },
  good: {
    charge: [
      { status: 200, body: madeCard },
      { status: 200, body: paidIntent },
    ],
    lookUp: [{ status: 200, body: paidIntent }],
    refund: [{ status: 200, body: refundOf() }],
    lookUpRefund: [{ status: 200, body: page(refundOf()) }],
    reverse: [
      { status: 200, body: page() },
      {
        status: 200,
        body: refundOf({ metadata: { tessera_key: `${chargeKey}-reversal` } }),
      },
    ],
  },
  noticeOf(about, forged) {
    const isCharge = about === "charge";
    const event = {
      id: `evt_${about}`,
      type: isCharge ? "payment_intent.succeeded" : "refund.updated",
      created: 1_760_000_000,
      data: { object: isCharge ? paidIntent : refundOf() },
    };
    const rawBody = Buffer.from(JSON.stringify(event));
    const hex = createHmac("sha256", forged ? "whsec_other" : settings.webhookSecret)
      .update("1760000000.")
      .update(rawBody)
      .digest("hex");
    const headers = { "stripe-signature": `t=1760000000,v1=${hex}` };
    return { rawBody, headers, nowMs: 1_760_000_000_000 };
  },
  noticesExpireAfterMs: 300_000,
};
testConformance("Stripe", stripeCase);

const native = stripeConnector({ ...settings, threeDSecure: "native" }, deadlines);
testConformance("Stripe with its own 3-D Secure", {
  ...stripeCase,
  connector: native,
  native: {
    challenge: {
      charge: [
        { status: 200, body: madeCard },
        { status: 200, body: challengedIntent },
      ],
      url: challengeUrl,
    },
    lookUp: [{ status: 200, body: challengedIntent }],
    ended: [
      { status: 200, body: canceledIntent },
      { status: 200, body: canceledIntent },
    ],
  },
});

const order = { ...exampleCharge, reference: intentId };
const formsOf = (request: Partial<ChargeRequest> = {}) => {
  const { calls } = drive(connector.charge({ ...order, ...request }, chargeKey), [
    answered(200, madeCard),
    answered(200, paidIntent),
  ]);
  return calls.map(({ body = "" }) => Object.fromEntries(new URLSearchParams(body)));
};

describe("the requests", () => {
  test("a payment intent is made first, without the card", () => {
    const { calls } = drive(connector.prepare?.(exampleCharge, chargeKey) ?? expect.fail(), [
      answered(200, newIntent),
    ]);
    const [{ method, path, headers, body = "" } = expect.fail(), ...others] = calls;
    expect([others, method, path]).toEqual([[], "POST", "/v1/payment_intents"]);
    expect(headers).toMatchObject({
      authorization: `Bearer ${settings.secretKey}`,
      "stripe-version": "2026-10-28.endive",
      "idempotency-key": `${chargeKey}-intent`,
    });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      amount: "4999",
      currency: "usd",
      "allowed_payment_method_types[]": "card",
      capture_method: "automatic",
      confirmation_method: "automatic",
      "metadata[tessera_key]": chargeKey,
      "metadata[tessera_payment]": exampleCharge.merchantReference,
      statement_descriptor_suffix: "DEMO SHOP",
    });
  });

  test("the card goes to a payment method, which the confirmation names with the 3-D Secure proof", () => {
    const { calls } = drive(connector.charge({ ...order, customer: exampleCustomer }, chargeKey), [
      answered(200, madeCard),
      answered(200, paidIntent),
    ]);
    expect(calls.map(({ path, headers }) => [path, headers["idempotency-key"]])).toEqual([
      ["/v1/payment_methods", `${chargeKey}-card`],
      [`/v1/payment_intents/${intentId}/confirm`, chargeKey],
    ]);
    const [card, confirmation] = formsOf({ customer: exampleCustomer });
    expect(card).toEqual({
      type: "card",
      "card[number]": "4242424242424242",
      "card[exp_month]": "12",
      "card[exp_year]": "2030",
      "card[cvc]": "737",
      "billing_details[name]": "Ada Lovelace",
      "billing_details[email]": "lena@example.com",
      "billing_details[phone]": "+12125550123",
      "billing_details[address][line1]": "1 Main St",
      "billing_details[address][line2]": "Apt 2",
      "billing_details[address][city]": "Albany",
      "billing_details[address][state]": "NY",
      "billing_details[address][postal_code]": "12207",
      "billing_details[address][country]": "US",
    });
    const proof = "payment_method_options[card][three_d_secure]";
    expect(confirmation).toEqual({
      payment_method: madeCard.id,
      error_on_requires_action: "true",
      "expand[]": "latest_charge",
      [`${proof}[version]`]: "2.2.0",
      [`${proof}[cryptogram]`]: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
      [`${proof}[transaction_id]`]: exampleCharge.threeDSecure?.dsTransId,
      [`${proof}[electronic_commerce_indicator]`]: "05",
      [`${proof}[ares_trans_status]`]: "Y",
    });
  });

  test("Stripe gets the status from before a challenge, and no proof without an authentication value", () => {
    const { threeDSecure = expect.fail() } = exampleCharge;
    const challenged = { ...threeDSecure, aresTransStatus: "C", challenged: true };
    const [, after = {}] = formsOf({ threeDSecure: challenged });
    expect(after["payment_method_options[card][three_d_secure][ares_trans_status]"]).toBe("C");
    const { authenticationValue: _, ...unproven } = threeDSecure;
    const [, without = {}] = formsOf({ threeDSecure: { ...unproven, transStatus: "U" } });
    expect(Object.keys(without).filter((name) => name.includes("three_d_secure"))).toEqual([]);
  });

  test("a card that is saved says so; a saved one needs no mark, because the customer is present", () => {
    const name = "payment_method_options[card][setup_future_usage]";
    expect(formsOf({ credentialOnFile: "stored" })[1]?.[name]).toBe("on_session");
    expect(formsOf({ credentialOnFile: "used" })[1]?.[name]).toBeUndefined();
  });

  test("the text on the statement fits behind the account's prefix, or is left out", () => {
    const suffixOf = (descriptor: string, own: object = {}) => {
      const exchange = stripeConnector({ ...settings, ...own }, deadlines).prepare?.(
        { ...exampleCharge, descriptor },
        chargeKey,
      );
      const [call] = drive(exchange ?? expect.fail(), [answered(200, newIntent)]).calls;
      return new URLSearchParams(call?.body).get("statement_descriptor_suffix");
    };
    expect(suffixOf("DEMO SHOP*ORDER <12345678>")).toBe("DEMO SHOP ORDER");
    expect(suffixOf("12345")).toBeNull();
    expect(suffixOf("DEMO SHOP", { statementPrefix: undefined })).toBeNull();
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (descriptor) => {
        const suffix = suffixOf(descriptor) ?? "A";
        expect(suffix).toMatch(/^(?=.*[A-Za-z])[^<>\\'"*]+$/);
        expect(suffix.length).toBeLessThanOrEqual(22 - "ACME* ".length);
      }),
    );
  });

  test.each([
    ["JPY", 500, true],
    ["USD", 4999, true],
    ["KWD", 1230, true],
    ["KWD", 1234, false],
    ["ISK", 500, false],
    ["UGX", 500, false],
    ["MGA", 500, false],
  ])("%s %d is taken as it is: %s", (currency, amountMinor, isTaken) => {
    const intent = { ...newIntent, currency: currency.toLowerCase(), amount: amountMinor };
    const exchange = connector.prepare?.({ ...exampleCharge, currency, amountMinor }, chargeKey);
    const { calls, outcome } = drive(exchange ?? expect.fail(), [answered(200, intent)]);
    expect(outcome.type).toBe(isTaken ? "prepared" : "rejected");
    expect(calls).toHaveLength(isTaken ? 1 : 0);
  });
});

describe("a preparation", () => {
  const prepare = (...responses: Parameters<typeof drive>[1]) =>
    drive(connector.prepare?.(exampleCharge, chargeKey) ?? expect.fail(), responses);

  test.each([409, 429, 500, 503])("is sent again once, with its key, after status %i", (status) => {
    const { calls, outcome } = prepare(answered(status, {}), answered(200, newIntent));
    expect(outcome).toEqual({ type: "prepared", reference: intentId });
    const [first = expect.fail(), second] = calls;
    expect(second).toEqual({ ...first, afterMs: 500 });
    expect(prepare(answered(status, {}), answered(status, {})).outcome.type).toBe("unreached");
  });

  test.each([
    ["another amount", { amount: 5000 }],
    ["another currency", { currency: "eur" }],
    ["another key", { metadata: { tessera_key: "pay_other-1" } }],
    ["a status in which it may have charged", { status: "succeeded" }],
  ])("with %s is not used", (_, other) => {
    expect(prepare(answered(200, { ...newIntent, ...other })).outcome.type).toBe("unreached");
  });

  test.each([
    [400, "invalid_request_error", "parameter_unknown", "parameter_unknown"],
    [401, "invalid_request_error", undefined, "invalid_request_error"],
    [403, "invalid_request_error", "platform_account_required", "platform_account_required"],
  ])("with status %i is refused", (status, type, code, reason) => {
    const response = answered(status, { error: { type, ...(code && { code }) } });
    expect(prepare(response).outcome).toEqual({ type: "rejected", reason });
  });
});

test("health needs a response that accepts our key", () => {
  const isHealthy = (status: number) =>
    drive(connector.isHealthy(), [answered(status, { data: [] })]).outcome;
  expect([isHealthy(200), isHealthy(401), isHealthy(503)]).toEqual([true, false, false]);
});

test("keys are repeated for less than the 24 hours that Stripe keeps them", () => {
  expect(cardCapabilities.stripe.repeatsForMs).toBeLessThan(24 * 60 * 60_000);
});
