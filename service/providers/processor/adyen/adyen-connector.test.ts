import { describe, expect, it, test } from "vitest";
import type { OutcomeNotice } from "../kit/notices.ts";
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
import { adyenConnector } from "./adyen-connector.ts";
import {
  chargePsp,
  eventOf,
  noticeOf,
  refundEvent,
  refundPsp,
  settings,
} from "./testing/adyen-responses.ts";

const context = {
  chargeDeadlineMs: 30_000,
  lookUpDeadlineMs: 10_000,
  notificationUrl: "https://pay.example.com/v1/processor-notices/main",
};
const connector = adyenConnector(settings, context);

function noticesOf(
  ...events: readonly Readonly<Record<string, unknown>>[]
): readonly OutcomeNotice[] {
  if (events.length === 0) return [];
  const content = connector.readNotice?.(noticeOf(events));
  if (content?.type !== "valid") throw new Error(`not valid: ${content?.type}`);
  return content.outcomes ?? [];
}

const payment = {
  pspReference: chargePsp,
  resultCode: "Authorised",
  merchantReference: chargeKey,
  amount: { currency: "USD", value: 4999 },
};
const accepted = {
  merchantAccount: settings.merchantAccount,
  paymentPspReference: exampleChargeId,
  pspReference: refundPsp,
  status: "received",
};
const refunded = {
  ...accepted,
  paymentPspReference: chargePsp,
  reference: refundKey,
  amount: { currency: "USD", value: 2500 },
};
const refund = { ...exampleRefund, chargeId: chargePsp };

testConformance("adyen", {
  connector,
  secrets: [settings.apiKey, settings.hmacKey],
  good: {
    charge: [{ status: 200, body: payment }],
    lookUp: [],
    refund: [{ status: 201, body: { ...refunded, paymentPspReference: exampleChargeId } }],
    lookUpRefund: [],
    reverse: [{ status: 201, body: { ...accepted, reference: `${chargeKey}-reversal` } }],
  },
  notices: noticesOf(
    eventOf(),
    refundEvent({ originalReference: exampleChargeId.replace(/[^A-Za-z0-9]/g, "") }),
  ).map((notice) =>
    notice.event === "REFUND" ? { ...notice, chargeId: exampleChargeId } : notice,
  ),
  noticeOf: (about, forged) =>
    noticeOf(
      [about === "charge" ? eventOf() : refundEvent()],
      forged ? { key: "A1".repeat(32) } : {},
    ),
});

const chargeWith = (status: number, body: object) =>
  drive(connector.charge(exampleCharge, chargeKey), [answered(status, body)]).outcome;

describe("the response to a payment", () => {
  test("has the checks and codes of the network", () => {
    const additionalData = {
      networkTxReference: "016153570198200",
      authCode: "675725",
      avsResult: "7 Both postal code and address match",
      cvcResult: "1 Matches",
      refusalReasonRaw: "AUTHORISED",
    };
    expect(chargeWith(200, { ...payment, additionalData })).toEqual({
      type: "approved",
      chargeId: chargePsp,
      facts: {
        networkTransactionId: "016153570198200",
        authorisationCode: "675725",
        avsResult: "match",
        cvcResult: "match",
      },
    });
  });

  test("has the reason for a refusal, even one that only the issuer's code explains", () => {
    const refusal = {
      ...payment,
      resultCode: "Refused",
      refusalReasonCode: "12",
      additionalData: { refusalReasonRaw: "51 : Insufficient funds", merchantAdviceCode: "24" },
    };
    expect(chargeWith(200, refusal)).toEqual({
      type: "declined",
      chargeId: chargePsp,
      declineCode: "insufficient_funds",
      facts: { networkDeclineCode: "51", adviceCode: "24", vendorCode: "12" },
    });
    expect(chargeWith(200, { ...refusal, refusalReasonCode: "999" })).toMatchObject({
      declineCode: "generic_decline",
      isUnknownCode: true,
    });
  });

  it.each([
    ["Received", "pending"],
    ["Pending", "pending"],
    ["PartiallyAuthorised", "mismatch"],
    ["RedirectShopper", "declined"],
    ["ChallengeShopper", "declined"],
    ["AuthenticationFinished", "unknown"],
  ])("with %s is %s", (resultCode, type) => {
    expect(chargeWith(200, { ...payment, resultCode })).toMatchObject({ type });
  });

  it.each([
    [400, "702", "rejected"],
    [401, "000", "rejected"],
    [403, "901", "rejected"],
    [422, "101", "rejected"],
    [422, "704", "unknown"],
    [409, "704", "unknown"],
    [500, "905", "unknown"],
  ])("with status %i and error %s is %s", (status, errorCode, type) => {
    expect(chargeWith(status, { status, errorCode, message: "…" })).toMatchObject({ type });
  });

  test("is not trusted if it is about another payment or a different amount", () => {
    expect(chargeWith(200, { ...payment, merchantReference: "pay_other-1" }).type).toBe("unknown");
    const other = { currency: "USD", value: 4998 };
    expect(chargeWith(200, { ...payment, amount: other })).toMatchObject({ type: "mismatch" });
    const { amount: _, ...without } = payment;
    expect(chargeWith(200, without).type).toBe("unknown");
  });
});

describe("a look-up", () => {
  const lookUp = (...events: readonly Readonly<Record<string, unknown>>[]) =>
    drive(connector.lookUp(chargeKey, exampleCharge, noticesOf(...events)), []).outcome;
  const refusal = eventOf({
    success: "false",
    pspReference: "R".repeat(16),
    reason: "CVC Declined",
  });
  const reversal = (fields: object = {}) =>
    eventOf({
      eventCode: "CANCEL_OR_REFUND",
      pspReference: "C".repeat(16),
      originalReference: chargePsp,
      merchantReference: `${chargeKey}-reversal`,
      ...fields,
    });

  test("trusts a notice of success, and keeps none of its card data", () => {
    const event = eventOf({
      reason: "675725:1111:03/2030",
      additionalData: { authCode: "675725", expiryDate: "03/2030", cardSummary: "1111" },
    });
    expect(lookUp(event)).toEqual({
      type: "approved",
      chargeId: chargePsp,
      facts: { authorisationCode: "675725" },
    });
    expect(JSON.stringify(noticesOf(event))).not.toMatch(/1111|2030/);
  });

  test("reads the reason for a refusal", () => {
    expect(lookUp(refusal)).toEqual({
      type: "declined",
      chargeId: "R".repeat(16),
      declineCode: "incorrect_cvc",
      facts: { vendorCode: "24" },
    });
    expect(lookUp(eventOf({ success: "false", reason: "Something new" }))).toMatchObject({
      declineCode: "generic_decline",
      isUnknownCode: true,
    });
  });

  test("prefers a success to a refusal, in any order", () => {
    expect(lookUp(refusal, eventOf()).type).toBe("approved");
    expect(lookUp(eventOf(), refusal).type).toBe("approved");
  });

  test("does not take another key's notice, or silence, as a response", () => {
    expect(lookUp(eventOf({ merchantReference: "pay_other-1" }))).toMatchObject({
      type: "unknown",
    });
    expect(lookUp()).toEqual({ type: "unknown", reason: "no_notice_yet" });
  });

  test("leaves two charges under one key to staff", () => {
    expect(lookUp(eventOf(), eventOf({ pspReference: "X".repeat(16) }))).toEqual({
      type: "unknown",
      reason: "several_charges",
    });
  });

  test("finds a reversal, and ignores failed reversals and those of other charges", () => {
    expect(lookUp(eventOf(), reversal()).type).toBe("reversed");
    expect(lookUp(reversal(), eventOf()).type).toBe("reversed");
    expect(lookUp(eventOf(), reversal({ success: "false" })).type).toBe("approved");
    expect(lookUp(eventOf(), reversal({ originalReference: "X".repeat(16) })).type).toBe(
      "approved",
    );
  });

  test("finds a reversal whose refund came back: the customer is charged again", () => {
    const back = (eventCode: string) => reversal({ eventCode });
    expect(lookUp(eventOf(), reversal(), back("REFUND_FAILED")).type).toBe("approved");
    expect(lookUp(back("REFUNDED_REVERSED"), reversal(), eventOf()).type).toBe("approved");
    const second = reversal({ pspReference: "E".repeat(16) });
    expect(lookUp(eventOf(), reversal(), back("REFUND_FAILED"), second).type).toBe("reversed");
  });

  test.each([
    ["CAPTURE_FAILED", { pspReference: "F".repeat(16), originalReference: chargePsp }],
    ["EXPIRE", { originalReference: chargePsp, pspReference: "F".repeat(16) }],
    // The payment's own reference, and no other.
    ["EXPIRE", {}],
  ])("finds a decline after %s", (eventCode, fields) => {
    expect(lookUp(eventOf(), eventOf({ eventCode, ...fields }))).toMatchObject({
      type: "declined",
      declineCode: "processing_error",
    });
  });

  test("finds a refund that was accepted, failed, or returned by the bank", () => {
    const find = (...events: readonly Readonly<Record<string, unknown>>[]) =>
      drive(connector.lookUpRefund(refundKey, refund, noticesOf(...events)), []).outcome;
    const done = refundEvent({ additionalData: { arn: "74123456789012345678901" } });
    expect(find(done)).toEqual({
      type: "success",
      refundId: refundPsp,
      kind: "refund",
      arn: "74123456789012345678901",
    });
    expect(find(refundEvent({ success: "false" }))).toMatchObject({ failureCode: "refund_failed" });
    const returned = refundEvent({ eventCode: "REFUNDED_REVERSED", pspReference: "B".repeat(16) });
    expect(find(done, returned)).toMatchObject({
      type: "failed",
      failureCode: "returned_by_bank",
    });
    expect(find(refundEvent({ originalReference: "X".repeat(16) })).type).toBe("mismatch");
    expect(find()).toEqual({ type: "not_found" });
  });
});

describe("a reversal", () => {
  const key = `${chargeKey}-reversal`;
  const failed = (pspReference: string) =>
    eventOf({
      eventCode: "CANCEL_OR_REFUND",
      success: "false",
      pspReference,
      originalReference: chargePsp,
      merchantReference: key,
    });
  const reverse = (notices: readonly OutcomeNotice[]) =>
    drive(connector.reverse(chargePsp, key, "late success", notices), [answered(201, accepted)]);

  test("is pending until a notice says that it happened", () => {
    const { calls, outcome } = reverse([]);
    expect(outcome).toEqual({ type: "pending" });
    expect(calls[0]).toMatchObject({
      path: `/payments/${chargePsp}/reversals`,
      headers: { "idempotency-key": key },
    });
    const done = { ...failed("D".repeat(16)), success: "true" };
    expect(reverse(noticesOf(done))).toMatchObject({
      calls: [],
      outcome: { type: "reversed", reversalId: "D".repeat(16) },
    });
  });

  test("is requested under a new key if it failed, because a repeat has the first response", () => {
    const one = noticesOf(failed("A".repeat(16)));
    expect(reverse(one).calls[0]?.headers["idempotency-key"]).toBe(`${key}-2`);
    const two = noticesOf(failed("A".repeat(16)), failed("B".repeat(16)), failed("B".repeat(16)));
    expect(reverse(two).calls[0]?.headers["idempotency-key"]).toBe(`${key}-3`);
    const done = { ...failed("A".repeat(16)), success: "true" };
    const returned = noticesOf(done, { ...done, eventCode: "REFUND_FAILED" });
    expect(reverse(returned)).toMatchObject({
      calls: [{ headers: { "idempotency-key": `${key}-2` } }],
      outcome: { type: "pending" },
    });
  });
});

test("a refused refund is final, refused credentials are not, and a request in progress is looked up", () => {
  const send = (status: number, errorCode: string) =>
    drive(connector.refund(refund, refundKey), [answered(status, { status, errorCode })]).outcome;
  expect(send(422, "137")).toEqual({ type: "rejected", code: "error_137" });
  expect(send(403, "010")).toMatchObject({ type: "credentials_refused" });
  expect(send(422, "704").type).toBe("unknown");
  const other = { ...refunded, amount: { currency: "USD", value: 2499 } };
  expect(drive(connector.refund(refund, refundKey), [answered(201, other)]).outcome.type).toBe(
    "mismatch",
  );
});
