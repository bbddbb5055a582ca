/** Outcomes of Stripe's responses to charges and look-ups. */
import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { answered, chargeKey, drive, exampleCharge } from "../testing/conformance.ts";
import { stripeConnector } from "./stripe-connector.ts";
import {
  approvedCharge,
  cardError,
  exampleChargeAtStripe,
  intentId,
  madeCard,
  newIntent,
  paidIntent,
} from "./testing/stripe-responses.ts";

const connector = stripeConnector(
  { secretKey: "sk_test_51QxSecretOfTheTests", webhookSecret: "whsec_SecretOfTheTests" },
  { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 10_000, filesUrl: "https://files.stripe.com" },
);
const order = { ...exampleCharge, reference: intentId };
const charge = (status: number, body: unknown) =>
  drive(connector.charge(order, chargeKey), [answered(200, madeCard), answered(status, body)])
    .outcome;
const lookUp = (body: unknown, status = 200) =>
  drive(connector.lookUp(chargeKey, order), [answered(status, body)]).outcome;
describe("a charge", () => {
  test("has the charge's id and facts if it is approved", () => {
    expect(charge(200, paidIntent)).toEqual({
      type: "approved",
      chargeId: exampleChargeAtStripe,
      facts: {
        networkTransactionId: "016153570198200",
        authorisationCode: "675725",
        avsResult: "match",
        cvcResult: "match",
      },
    });
  });

  test("has Stripe's reason, the network's codes and the checks if it is declined", () => {
    const error = cardError({
      decline_code: "insufficient_funds",
      network_decline_code: "51",
      network_advice_code: "02",
      payment_method: {
        card: { checks: { address_postal_code_check: "fail", cvc_check: "pass" } },
      },
    });
    expect(charge(402, error)).toEqual({
      type: "declined",
      chargeId: exampleChargeAtStripe,
      declineCode: "insufficient_funds",
      facts: {
        networkDeclineCode: "51",
        adviceCode: "02",
        avsResult: "no_match",
        cvcResult: "match",
        vendorCode: "insufficient_funds",
      },
    });
  });

  test.each([
    [{ decline_code: "do_not_honor" }, "do_not_honor"],
    [{ decline_code: "pickup_card" }, "pickup_card"],
    [{ decline_code: "transaction_not_allowed" }, "card_not_supported"],
    [{ decline_code: "revocation_of_all_authorizations" }, "do_not_try_again"],
    [{ code: "expired_card" }, "expired_card"],
    [{ code: "incorrect_cvc", decline_code: "incorrect_cvc" }, "incorrect_cvc"],
    [{ code: "payment_intent_authentication_failure" }, "authentication_failed"],
    [{ code: "authentication_required" }, "authentication_required"],
    [{}, "generic_decline"],
  ])("is declined if Stripe's response has %j, for the reason %s", (fields, declineCode) => {
    const outcome = charge(402, cardError(fields));
    expect(outcome).toMatchObject({ type: "declined", declineCode });
    expect(outcome).not.toHaveProperty("isUnknownCode");
  });

  test("is a generic decline if the code is unknown, and the code is reported as unknown", () => {
    expect(charge(402, cardError({ decline_code: "moon_phase" }))).toMatchObject({
      declineCode: "generic_decline",
      isUnknownCode: true,
      facts: { vendorCode: "moon_phase" },
    });
  });

  test("is declined with the payment intent's id if Stripe does not accept the card", () => {
    const error = { error: { type: "card_error", code: "incorrect_number" } };
    const { calls, outcome } = drive(connector.charge(order, chargeKey), [answered(402, error)]);
    expect(calls).toHaveLength(1);
    expect(outcome).toMatchObject({
      type: "declined",
      chargeId: intentId,
      declineCode: "incorrect_number",
    });
  });

  test.each([
    ["a card error", 402, cardError({}, { ...newIntent, id: "pi_other" })],
    ["a card error of a paid intent", 402, cardError({}, paidIntent)],
    ["a card error without an intent", 402, { error: { type: "card_error" } }],
    ["an intent of another key", 200, { ...paidIntent, metadata: {} }],
    ["an unconfirmed intent", 200, newIntent],
    ["a reused key", 400, { error: { type: "idempotency_error" } }],
    [
      "an intent in another state",
      400,
      { error: { type: "invalid_request_error", code: "payment_intent_unexpected_state" } },
    ],
    [
      "a refusal with a paid intent",
      400,
      { error: { type: "invalid_request_error", payment_intent: paidIntent } },
    ],
    ["too many requests", 429, { error: { type: "invalid_request_error", code: "rate_limit" } }],
    ["a key in use", 409, { error: { code: "idempotency_key_in_use" } }],
    ["a refusal that is not Stripe's JSON", 403, "<html>proxy</html>"],
  ])("has an unknown outcome after %s", (_, status, body) => {
    expect(charge(status, body).type).toBe("unknown");
  });

  test.each([400, 401, 403, 404])(
    "charges nothing if Stripe's JSON comes with status %i",
    (status) => {
      const error = { type: "invalid_request_error", code: "parameter_missing" };
      expect(charge(status, { error })).toEqual({ type: "rejected", reason: "parameter_missing" });
    },
  );

  test("is a mismatch if Stripe has a different amount or currency", () => {
    const mismatch = { type: "mismatch", chargeId: exampleChargeAtStripe, charged: true };
    const other = { ...approvedCharge, amount: 5000 };
    expect(charge(200, { ...paidIntent, amount: 5000 })).toEqual(mismatch);
    expect(charge(200, { ...paidIntent, amount_received: 1 })).toEqual(mismatch);
    expect(charge(200, { ...paidIntent, latest_charge: other })).toEqual(mismatch);
    expect(charge(200, { ...paidIntent, currency: "eur" })).toEqual(mismatch);
  });

  test("charges nothing without a stored payment intent, or if its card was never sent", () => {
    const cut = new OutgoingCallFailed("deadline", "unknown");
    expect(drive(connector.charge(order, chargeKey), [cut]).outcome).toEqual({ type: "unreached" });
    expect(drive(connector.charge(exampleCharge, chargeKey), [])).toEqual({
      calls: [],
      outcome: { type: "rejected", reason: "not_prepared" },
    });
  });
});

describe("a look-up", () => {
  test("reads the stored payment intent", () => {
    const { calls } = drive(connector.lookUp(chargeKey, order), [answered(200, paidIntent)]);
    expect(calls.map(({ method, path }) => [method, path])).toEqual([
      ["GET", `/v1/payment_intents/${intentId}?expand[]=latest_charge`],
    ]);
  });

  test.each([
    ["never confirmed", newIntent, { type: "not_found" }],
    [
      "waiting to be confirmed",
      { ...newIntent, status: "requires_confirmation" },
      { type: "not_found" },
    ],
    [
      "declined",
      {
        ...newIntent,
        latest_charge: { ...approvedCharge, payment_method_details: null },
        last_payment_error: {
          type: "card_error",
          code: "card_declined",
          decline_code: "lost_card",
        },
      },
      { type: "declined", chargeId: exampleChargeAtStripe, declineCode: "lost_card" },
    ],
    ["processing", { ...newIntent, status: "processing" }, { type: "pending", chargeId: intentId }],
    [
      "canceled",
      { ...newIntent, status: "canceled" },
      { type: "declined", chargeId: intentId, declineCode: "processing_error" },
    ],
    [
      "waiting for the customer",
      { ...newIntent, status: "requires_action" },
      { type: "declined", declineCode: "authentication_required" },
    ],
    [
      "fully refunded",
      { ...paidIntent, latest_charge: { ...approvedCharge, refunded: true } },
      { type: "reversed", chargeId: exampleChargeAtStripe },
    ],
    ["in a new status", { ...newIntent, status: "requires_patience" }, { type: "unknown" }],
    ["another one", { ...paidIntent, id: "pi_other" }, { type: "unknown" }],
    ["paid without a charge", { ...paidIntent, latest_charge: null }, { type: "unknown" }],
    [
      "paid with a charge that is not expanded",
      { ...paidIntent, latest_charge: "ch_1" },
      { type: "unknown" },
    ],
  ])("understands a payment intent that is %s", (_, body, outcome) => {
    expect(lookUp(body)).toMatchObject(outcome);
  });

  test("is unknown after a 404, because the payment intent existed", () => {
    const missing = { error: { type: "invalid_request_error", code: "resource_missing" } };
    expect(lookUp(missing, 404).type).toBe("unknown");
  });
});
