import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import {
  answered,
  chargeKey,
  drive,
  exampleCharge,
  exampleChargeId,
  exampleRefund,
  refundKey,
} from "../testing/conformance.ts";
import { nmiConnector } from "./nmi-connector.ts";
import {
  type Action,
  complete,
  formOf,
  listed,
  open,
  paid,
  refundOf,
  sale,
  transaction,
} from "./testing/nmi-responses.ts";

const settings = { securityKey: "6457Thfj624V5r7WUwc5v6a68Zsd6YEm" };
const connector = nmiConnector(settings, { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 9_000 });

const lookUp = (...transactions: readonly string[]) =>
  drive(connector.lookUp(chargeKey, exampleCharge), [answered(200, listed(...transactions))])
    .outcome;

describe("a look-up", () => {
  const one = (condition: string, actions: readonly Action[] = [sale]) =>
    lookUp(transaction(actions, { condition }));

  test("asks for our order", () => {
    const [call] = drive(connector.lookUp(chargeKey, exampleCharge), [
      answered(200, listed()),
    ]).calls;
    expect(call?.path).toBe("/api/query.php");
    expect(formOf(call?.body)).toEqual({
      security_key: settings.securityKey,
      order_id: chargeKey,
    });
  });

  test.each([
    ["pendingsettlement", { type: "approved" }],
    ["complete", { type: "approved" }],
    ["canceled", { type: "reversed" }],
    ["pending", { type: "pending" }],
    ["in_progress", { type: "unknown", reason: "condition_open" }],
    ["abandoned", { type: "unknown", reason: "condition_open" }],
    ["unknown", { type: "unknown", reason: "condition_open" }],
    ["", { type: "unknown", reason: "condition_open" }],
    ["paused", { type: "unknown", reason: "condition_open" }],
  ])("finds a transaction with the condition %j", (condition, outcome) => {
    expect(one(condition)).toMatchObject(outcome);
  });

  test.each([
    ["202", { declineCode: "insufficient_funds" }],
    ["262", { declineCode: "do_not_try_again" }],
    ["421", { declineCode: "issuer_unavailable" }],
    ["299", { declineCode: "generic_decline", isUnknownCode: true }],
  ])("finds a decline with the code %s", (code, reason) => {
    expect(one("failed", [{ type: "sale", success: "0", code }])).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      ...reason,
      facts: { vendorCode: code },
    });
  });

  test("finds the authorization code and the results of the checks", () => {
    const checks = "<avs_response>Y</avs_response><csc_response>M</csc_response>";
    expect(lookUp(transaction([sale], { more: checks }))).toEqual({
      type: "approved",
      chargeId: exampleChargeId,
      facts: { authorisationCode: "123456", avsResult: "match", cvcResult: "match" },
    });
  });

  test("ignores checks that appear twice or do not fit", () => {
    const checks = "<avs_response>?</avs_response><avs_response>Z</avs_response><csc_response/>";
    expect(lookUp(transaction([sale], { more: checks }))).toMatchObject({
      type: "approved",
      facts: { avsResult: "postal_code_only" },
    });
  });

  test("finds nothing, or only other orders", () => {
    expect(lookUp()).toEqual({ type: "not_found" });
    expect(lookUp(transaction([sale], { order: `${chargeKey}0` }))).toEqual({ type: "not_found" });
  });

  test("prefers a success to a failure, and leaves two successes to staff", () => {
    const failed = transaction([{ type: "sale", success: "0" }], { id: "7", condition: "failed" });
    expect(lookUp(failed, open)).toMatchObject({ type: "approved", chargeId: exampleChargeId });
    expect(lookUp(open, transaction([sale], { id: "8" }))).toEqual({
      type: "unknown",
      reason: "several_charges",
    });
  });

  test("does not trust a success without an amount or with a sale that failed", () => {
    for (const action of [
      { ...sale, amount: "" },
      { ...sale, success: "0" },
    ]) {
      expect(one("complete", [action])).toEqual({ type: "unknown", reason: "malformed" });
    }
  });

  test.each([
    ["an error", "<nm_response><error_response>Invalid key</error_response></nm_response>"],
    ["a document type", `<!DOCTYPE nm_response [<!ENTITY a "b">]>${listed(open)}`],
    ["an entity", listed(open).replace("Tom &amp; Sons", "&xxe;")],
    [
      "two conditions",
      listed(open).replace("<platform_id>", "<condition>complete</condition><platform_id>"),
    ],
    ["another document", listed(open).replaceAll("nm_response", "other")],
    ["a document that is cut off", listed(open).slice(0, -20)],
    ["no document", ""],
  ])("does not believe %s", (_, text) => {
    const exchange = connector.lookUp(chargeKey, exampleCharge);
    expect(drive(exchange, [answered(200, text)]).outcome).toEqual({
      type: "unknown",
      reason: "malformed",
    });
  });
});

describe("a reversal", () => {
  const reverse = (...responses: readonly string[]) =>
    drive(
      connector.reverse(exampleChargeId, `${chargeKey}-reversal`, "late success"),
      responses.map((text) => answered(200, text)),
    );

  test("voids a charge that has not settled, and refunds a settled charge in full", () => {
    const { calls } = reverse(listed(open), paid({ type: "void" }));
    expect(formOf(calls[1]?.body)).toMatchObject({ type: "void", transactionid: exampleChargeId });

    const returned = reverse(
      listed(complete),
      listed(),
      paid({ transactionid: "9", orderid: "", type: "refund" }),
    );
    expect(formOf(returned.calls[2]?.body)).toMatchObject({
      type: "refund",
      transactionid: exampleChargeId,
      amount: "49.99",
      orderid: `${chargeKey}-reversal`,
    });
    expect(returned.outcome).toEqual({ type: "reversed", reversalId: "9" });
  });

  test("is not done again once it was done", () => {
    expect(reverse(listed(transaction([sale], { condition: "canceled" })))).toMatchObject({
      calls: [{}],
      outcome: { type: "reversed" },
    });
    const refund = refundOf({ amount: "49.99" }, { order: `${chargeKey}-reversal` });
    const again = reverse(listed(complete), listed(refund));
    expect(again.calls).toHaveLength(2);
    expect(again.outcome).toMatchObject({ type: "reversed" });
  });

  test("has an unknown outcome if the gateway refuses it", () => {
    const refused = paid({
      response: "3",
      response_code: "300",
      responsetext: "Only transactions pending settlement can be voided REFID:3161855545",
    });
    expect(reverse(listed(open), refused).outcome).toMatchObject({ type: "unknown" });
    expect(reverse(listed(transaction([sale], { condition: "failed" }))).outcome).toMatchObject({
      type: "unknown",
      reason: "not_reversible",
    });
  });
});

describe("a refund", () => {
  const whole = { ...exampleRefund, amountMinor: 4999 };
  const refund = (order: typeof whole, ...responses: readonly string[]) =>
    drive(
      connector.refund(order, refundKey),
      responses.map((text) => answered(200, text)),
    );
  const done = paid({ transactionid: "12588835274", orderid: "", type: "refund" });

  test("is a void if it returns the whole amount before settlement", () => {
    const { calls, outcome } = refund(whole, listed(open), paid({ type: "void" }));
    expect(formOf(calls[1]?.body)).toMatchObject({ type: "void" });
    expect(outcome).toEqual({
      type: "success",
      refundId: `${exampleChargeId}-void`,
      kind: "void",
      arn: null,
    });
  });

  test.each([
    ["a part before settlement", exampleRefund, open],
    ["a part after settlement", exampleRefund, complete],
    ["the whole after settlement", whole, complete],
    [
      "what is left beside another refund",
      whole,
      transaction([sale, { type: "refund", amount: "1.00" }]),
    ],
  ])("of %s is a refund with our order", (_, order, charged) => {
    const { calls, outcome } = refund(order, listed(charged), done);
    expect(formOf(calls[1]?.body)).toMatchObject({
      type: "refund",
      transactionid: exampleChargeId,
      amount: order.amountMinor === 4999 ? "49.99" : "25.00",
      orderid: refundKey,
    });
    expect(outcome).toMatchObject({ type: "success", refundId: "12588835274", kind: "refund" });
  });

  test("has happened if the charge was voided and the refund is for all of it", () => {
    const canceled = listed(transaction([sale, { type: "void" }], { condition: "canceled" }));
    expect(refund(whole, canceled)).toMatchObject({ calls: [{}], outcome: { kind: "void" } });
    expect(refund(exampleRefund, canceled).outcome).toMatchObject({ type: "mismatch" });
  });

  const error = (code: string, text: string) =>
    paid({ response: "3", response_code: code, responsetext: text, transactionid: "" });
  test.each([
    ["refused", error("300", "Invalid Transaction ID specified REFID:1"), "rejected"],
    ["declined", paid({ response: "2", response_code: "200" }), "rejected"],
    ["refused for our key", error("300", "Authentication Failed"), "credentials_refused"],
    ["called a duplicate", error("300", "Duplicate transaction REFID:2"), "unknown"],
    ["lost at the processor", error("420", "Communication error"), "unknown"],
    ["answered about a sale", paid({ type: "sale" }), "unknown"],
  ])("that is %s", (_, body, type) => {
    expect(refund(exampleRefund, listed(complete), body).outcome).toMatchObject({ type });
  });

  test.each(["failed", "pending", "unknown"])(
    "is not sent for a charge that is %s",
    (condition) => {
      const { calls, outcome } = refund(whole, listed(transaction([sale], { condition })));
      expect(calls).toHaveLength(1);
      expect(outcome).toEqual({ type: "rejected", code: "charge_not_refundable" });
    },
  );

  test("is not sent while the charge cannot be read", () => {
    const lost = new OutgoingCallFailed("deadline", "unknown");
    const { calls, outcome } = drive(connector.refund(whole, refundKey), [lost]);
    expect(calls).toHaveLength(1);
    expect(outcome).toEqual({ type: "unreached" });
  });
});

describe("a look-up of a refund", () => {
  const lookUpRefund = (amountMinor: number, ...responses: readonly string[]) =>
    drive(
      connector.lookUpRefund(refundKey, { ...exampleRefund, amountMinor }),
      responses.map((text) => answered(200, text)),
    ).outcome;

  test("finds one that failed", () => {
    const failed = refundOf({ success: "0" }, { condition: "failed" });
    expect(lookUpRefund(2500, listed(failed))).toMatchObject({ type: "failed" });
  });

  test("finds a void", () => {
    const canceled = transaction([sale, { type: "void" }], { condition: "canceled" });
    expect(lookUpRefund(4999, listed(), listed(canceled))).toMatchObject({
      type: "success",
      kind: "void",
    });
  });

  test("says `not_found` only while nothing but a void can have been sent", () => {
    expect(lookUpRefund(4999, listed(), listed(open))).toEqual({ type: "not_found" });
    for (const [amountMinor, charged] of [
      [2500, open],
      [2500, complete],
      [4999, complete],
    ] as const) {
      expect(lookUpRefund(amountMinor, listed(), listed(charged))).toEqual({
        type: "unknown",
        reason: "refund_not_listed",
      });
    }
  });

  test("leaves two refunds with one order to staff", () => {
    const other = refundOf({}, { id: "5" });
    expect(lookUpRefund(2500, listed(refundOf(), other))).toEqual({
      type: "unknown",
      reason: "several_refunds",
    });
  });
});
