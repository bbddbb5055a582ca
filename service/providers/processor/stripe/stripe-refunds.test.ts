/** What Stripe's responses to refunds and reversals mean. */
import { describe, expect, test } from "vitest";
import { answered, chargeKey, drive, exampleRefund, refundKey } from "../testing/conformance.ts";
import { stripeConnector } from "./stripe-connector.ts";
import { page, refundOf } from "./testing/stripe-responses.ts";

const connector = stripeConnector(
  { secretKey: "sk_test_51QxSecretOfTheTests", webhookSecret: "whsec_SecretOfTheTests" },
  { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 10_000, filesUrl: "https://files.stripe.com" },
);
describe("a refund", () => {
  const refund = (status: number, body: unknown) =>
    drive(connector.refund(exampleRefund, refundKey), [answered(status, body)]).outcome;

  test("names its charge, and never blocks the card at Stripe", () => {
    const formOf = (reason: string) => {
      const exchange = connector.refund({ ...exampleRefund, reason }, refundKey);
      const [call] = drive(exchange, [answered(200, refundOf())]).calls;
      expect(call?.headers["idempotency-key"]).toBe(refundKey);
      return Object.fromEntries(new URLSearchParams(call?.body));
    };
    expect(formOf("requested_by_customer")).toEqual({
      charge: exampleRefund.chargeId,
      amount: "2500",
      reason: "requested_by_customer",
      "metadata[tessera_key]": refundKey,
    });
    expect(formOf("fraudulent")).not.toHaveProperty("reason");
  });

  test.each([
    [{}, { type: "success", kind: "refund", arn: "74770046330000000000018" }],
    [
      { destination_details: { card: { type: "reversal", reference_type: null } } },
      { type: "success", kind: "void", arn: null },
    ],
    [{ status: "pending" }, { type: "pending", arn: null }],
    [{ status: "requires_action" }, { type: "pending" }],
    [
      { status: "failed", failure_reason: "expired_or_canceled_card" },
      { type: "failed", failureCode: "card_closed" },
    ],
    [
      { status: "failed", failure_reason: "lost_or_stolen_card" },
      { type: "failed", failureCode: "card_closed" },
    ],
    [{ status: "failed" }, { type: "failed", failureCode: "refund_failed" }],
    [{ status: "canceled" }, { type: "failed", failureCode: "refund_failed" }],
    [{ status: "lost" }, { type: "unknown" }],
    [{ amount: 1 }, { type: "mismatch" }],
    [{ charge: "ch_other" }, { type: "mismatch" }],
    [{ metadata: {} }, { type: "unknown" }],
  ])("has the outcome that Stripe's fields mean: %j", (fields, outcome) => {
    expect(refund(200, refundOf(fields))).toMatchObject(outcome);
  });

  test.each([
    [
      400,
      { type: "invalid_request_error", code: "charge_already_refunded" },
      "refund_exceeds_charge",
    ],
    [400, { type: "invalid_request_error", code: "charge_disputed" }, "charge_disputed"],
    [404, { type: "invalid_request_error", code: "resource_missing" }, "charge_not_refundable"],
  ])("is refused if the status is %i with %j", (status, error, code) => {
    expect(refund(status, { error })).toEqual({ type: "rejected", code });
  });

  test.each([401, 403])("says that Stripe refused our key if the status is %i", (status) => {
    const error = { type: "invalid_request_error" };
    expect(refund(status, { error }).type).toBe("credentials_refused");
  });

  test.each([
    [400, { type: "idempotency_error" }],
    [409, { type: "invalid_request_error", code: "idempotency_key_in_use" }],
    [429, { type: "invalid_request_error", code: "lock_timeout" }],
    [500, { type: "api_error" }],
  ])("has an unknown outcome if the status is %i with %j", (status, error) => {
    expect(refund(status, { error }).type).toBe("unknown");
  });

  test("is found among the refunds of its charge, on any page", () => {
    const other = refundOf({ id: "re_other", metadata: { tessera_key: "ref_other" } });
    const { calls, outcome } = drive(connector.lookUpRefund(refundKey, exampleRefund), [
      answered(200, { ...page(other), has_more: true }),
      answered(200, page(refundOf())),
    ]);
    expect(calls[1]?.path).toContain("starting_after=re_other");
    expect(outcome).toMatchObject({ type: "success", refundId: "re_3QxExample0001" });
  });

  test("is not found only if all refunds were read", () => {
    const find = (...responses: Parameters<typeof drive>[1]) =>
      drive(connector.lookUpRefund(refundKey, exampleRefund), responses).outcome;
    expect(find(answered(200, page()))).toEqual({ type: "not_found" });
    const more = answered(200, { ...page(refundOf({ metadata: {} })), has_more: true });
    expect(find(more, more, more).type).toBe("unknown");
    expect(find(answered(200, page(refundOf(), refundOf({ id: "re_2" })))).type).toBe("unknown");
  });
});

describe("a reversal", () => {
  const key = `${chargeKey}-reversal`;
  const own = (fields: object) => refundOf({ metadata: { tessera_key: key }, ...fields });
  const reverse = (...responses: Parameters<typeof drive>[1]) =>
    drive(connector.reverse(exampleRefund.chargeId, key, "late success"), responses);

  test("returns everything that is left, once", () => {
    const { calls, outcome } = reverse(answered(200, page()), answered(200, own({})));
    expect(outcome).toEqual({ type: "reversed", reversalId: "re_3QxExample0001" });
    expect(calls[1]?.headers["idempotency-key"]).toBe(key);
    expect(Object.fromEntries(new URLSearchParams(calls[1]?.body))).toEqual({
      charge: exampleRefund.chargeId,
      "metadata[tessera_key]": key,
    });
  });

  test("is not made again if it was made before", () => {
    const made = reverse(answered(200, page(own({}))));
    expect([made.calls.length, made.outcome.type]).toEqual([1, "reversed"]);
    const pending = reverse(answered(200, page(own({ status: "pending" }))));
    expect([pending.calls.length, pending.outcome.type]).toEqual([1, "pending"]);
  });

  test("is made under a new key if it failed, because a repeat gets the first response", () => {
    const { calls } = reverse(
      answered(200, page(own({ status: "failed" }))),
      answered(200, own({})),
    );
    expect(calls[1]?.headers["idempotency-key"]).toBe(`${key}-2`);
  });

  test("has nothing left to do if the charge was refunded at Stripe", () => {
    const error = { type: "invalid_request_error", code: "charge_already_refunded" };
    expect(reverse(answered(200, page()), answered(400, { error })).outcome).toEqual({
      type: "reversed",
      reversalId: exampleRefund.chargeId,
    });
  });

  test.each([
    [400, "charge_disputed"],
    [404, "resource_missing"],
    [500, "charge_already_refunded"],
  ])("has an unknown outcome if the status is %i and the code is %s", (status, code) => {
    const error = { type: "invalid_request_error", code };
    const { outcome } = reverse(answered(200, page()), answered(status, { error }));
    expect(outcome.type).toBe("unknown");
  });
});
