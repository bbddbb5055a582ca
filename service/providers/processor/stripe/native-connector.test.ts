/** Stripe's own 3-D Secure, as the connector asks for it, reads it and ends it. */
import { describe, expect, test } from "vitest";
import { answered, chargeKey, drive, exampleCharge } from "../testing/conformance.ts";
import { stripeConnector } from "./stripe-connector.ts";
import {
  approvedCharge,
  canceledIntent,
  challengedIntent,
  challengeUrl,
  intentId,
  madeCard,
  newIntent,
  paidIntent,
} from "./testing/stripe-responses.ts";

const settings = {
  secretKey: "sk_test_51QxSecretOfTheTests",
  webhookSecret: "whsec_SecretOfTheTests",
};
const deadlines = {
  chargeDeadlineMs: 30_000,
  lookUpDeadlineMs: 10_000,
  filesUrl: "https://files.stripe.com",
};
const native = stripeConnector({ ...settings, threeDSecure: "native" }, deadlines);
const external = stripeConnector(settings, deadlines);

describe("Stripe’s own 3-D Secure", () => {
  const returnUrl = "https://pay.example/v1/three-ds/challenge-return/1";
  const confirmationOf = (mandateChallenge: boolean) => {
    const exchange = native.charge(
      { ...exampleCharge, reference: intentId, native: { returnUrl, mandateChallenge } },
      chargeKey,
    );
    const { calls } = drive(exchange, [answered(200, madeCard), answered(200, challengedIntent)]);
    return Object.fromEntries(new URLSearchParams(calls[1]?.body));
  };
  const lookUp = (intent: object) =>
    drive(native.lookUp(chargeKey, { ...exampleCharge, reference: intentId }), [
      answered(200, intent),
    ]).outcome;

  test("is asked for with each confirmation, which sends no proof of ours", () => {
    expect(confirmationOf(false)).toEqual({
      payment_method: madeCard.id,
      return_url: returnUrl,
      "payment_method_options[card][request_three_d_secure]": "any",
      "expand[]": "latest_charge",
    });
    expect(confirmationOf(true)).toMatchObject({
      "payment_method_options[card][request_three_d_secure]": "challenge",
    });
  });

  test.each([
    ["authenticated", "Y"],
    ["attempt_acknowledged", "A"],
    ["exempted", "I"],
    ["processing_error", "U"],
    ["failed", "N"],
  ])("found %s, which is %s", (result, transStatus) => {
    const three_d_secure = {
      result,
      authentication_flow: "challenge",
      version: "2.2.0",
      electronic_commerce_indicator: "05",
      transaction_id: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
    };
    const { card } = approvedCharge.payment_method_details;
    const charge = {
      ...approvedCharge,
      payment_method_details: { card: { ...card, three_d_secure } },
    };
    expect(lookUp({ ...paidIntent, latest_charge: charge })).toMatchObject({
      type: "approved",
      authentication: {
        transStatus,
        challenged: true,
        version: "2.2.0",
        eci: "05",
        dsTransId: three_d_secure.transaction_id,
      },
    });
  });

  test.each([{ result: "not_supported" }, { result: "of_tomorrow" }, {}, null])(
    "did not take place if it says %j",
    (three_d_secure) => {
      const charge = {
        ...approvedCharge,
        payment_method_details: { card: { three_d_secure } },
      };
      const outcome = lookUp({ ...paidIntent, latest_charge: charge });
      expect(outcome).toMatchObject({ type: "approved" });
      expect(outcome).not.toHaveProperty("authentication");
    },
  );

  test.each([
    "http://hooks.stripe.com/redirect",
    "javascript:alert(1)",
    "https://user:secret@hooks.stripe.com/",
    "",
    null,
  ])("with the page %j has none to show, and never charges", (url) => {
    const next_action = { type: "redirect_to_url", redirect_to_url: { url } };
    expect(lookUp({ ...challengedIntent, next_action })).toMatchObject({
      type: "declined",
      declineCode: "authentication_required",
    });
  });

  test("has no page to show if it needs Stripe’s script", () => {
    const next_action = { type: "use_stripe_sdk", redirect_to_url: { url: challengeUrl } };
    expect(lookUp({ ...challengedIntent, next_action })).toMatchObject({ type: "declined" });
  });

  test.each([
    ["requested_by_customer", "authentication_canceled"],
    ["abandoned", "authentication_timed_out"],
    ["duplicate", "processing_error"],
    [null, "processing_error"],
  ])("was canceled as %s and is declined: %s", (cancellation_reason, declineCode) => {
    expect(lookUp({ ...canceledIntent, cancellation_reason })).toMatchObject({
      type: "declined",
      declineCode,
    });
  });

  test("is ended without a key, under which Stripe would repeat an error, and then looked up", () => {
    const expected = { ...exampleCharge, reference: intentId };
    const run = (why: "canceled" | "timed_out") =>
      drive(native.endChallenge?.(chargeKey, expected, why) ?? expect.fail(), [
        answered(200, canceledIntent),
        answered(200, canceledIntent),
      ]).calls;
    const [cancel, look] = run("timed_out");
    expect(cancel).toMatchObject({
      method: "POST",
      path: `/v1/payment_intents/${intentId}/cancel`,
      body: "cancellation_reason=abandoned",
    });
    expect(cancel?.headers).not.toHaveProperty("idempotency-key");
    expect(look?.method).toBe("GET");
    expect(run("canceled")[0]).toMatchObject({ body: "cancellation_reason=requested_by_customer" });
  });

  const failedIntent = {
    ...newIntent,
    last_payment_error: { type: "card_error", code: "payment_intent_authentication_failure" },
  };
  const end = (stripe: typeof native, status: number, found: object) =>
    drive(
      stripe.endChallenge?.(chargeKey, { ...exampleCharge, reference: intentId }, "timed_out") ??
        expect.fail(),
      [answered(status, {}), answered(200, found)],
    ).outcome;

  test("is over after a failure only once the payment intent is canceled, with the earlier reason", () => {
    for (const open of [failedIntent, newIntent, { ...challengedIntent, next_action: null }]) {
      expect(end(native, 500, open)).toEqual({ type: "unknown", reason: "not_canceled" });
    }
    expect(end(native, 200, { ...failedIntent, status: "canceled" })).toMatchObject({
      type: "declined",
      declineCode: "authentication_failed",
    });
  });

  test("can be ended by an account that takes our results if it is open from earlier settings", () => {
    expect(end(external, 200, { ...canceledIntent, cancellation_reason: "abandoned" })).toEqual(
      expect.objectContaining({ type: "declined", declineCode: "authentication_timed_out" }),
    );
  });

  test.each([
    ["4242", "approved"],
    ["1881", "mismatch"],
  ])("charged the card that ends with %s, where 4242 is expected: %s", (last4, type) => {
    const { card } = approvedCharge.payment_method_details;
    const charge = { ...approvedCharge, payment_method_details: { card: { ...card, last4 } } };
    const expected = { ...exampleCharge, reference: intentId, last4: "4242" };
    const { outcome } = drive(native.lookUp(chargeKey, expected), [
      answered(200, { ...paidIntent, latest_charge: charge }),
    ]);
    expect(outcome.type).toBe(type);
  });
});
