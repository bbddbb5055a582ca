import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chargeKey, refundKey } from "../testing/conformance.ts";
import { stripeNotices } from "./read-notice.ts";
import { paidIntent, refundOf } from "./testing/stripe-responses.ts";

const secret = "whsec_SecretOfTheTests";
const nowMs = Date.parse("2026-11-26T12:00:00Z");
const nowSeconds = nowMs / 1000;
const read = stripeNotices(secret);

const eventOf = (type: string, object: object | undefined, created = nowSeconds) =>
  JSON.stringify({ id: "evt_1", object: "event", type, created, data: { object } });
const v1 = (body: string, seconds: number, by: string) =>
  createHmac("sha256", by).update(`${seconds}.${body}`).digest("hex");
const receive = (body: string, header: string) =>
  read({ rawBody: Buffer.from(body), headers: { "stripe-signature": header }, nowMs });
const signed = (body: string, seconds = nowSeconds, by = secret) =>
  receive(body, `t=${seconds},v1=${v1(body, seconds, by)}`);

const paid = eventOf("payment_intent.succeeded", paidIntent);

describe("the signature", () => {
  test.each([-300, 0, 300])("may be %i seconds from our time", (seconds) => {
    expect(signed(paid, nowSeconds + seconds).type).toBe("valid");
  });

  test.each([-301, 301])("may not be %i seconds from our time", (seconds) => {
    expect(signed(paid, nowSeconds + seconds).type).toBe("forged");
  });

  test("may be one of several, while the secret is replaced", () => {
    const [old, good] = [v1(paid, nowSeconds, "whsec_old"), v1(paid, nowSeconds, secret)];
    expect(receive(paid, `t=${nowSeconds},v1=${old},v1=${good},v0=${old}`).type).toBe("valid");
    expect(receive(paid, `t=${nowSeconds}, v1=${good}`).type).toBe("valid");
  });

  test("is forged if it is missing, or made with another secret, body or time", () => {
    const good = v1(paid, nowSeconds, secret);
    expect(signed(paid, nowSeconds, "whsec_other").type).toBe("forged");
    expect(receive(`${paid} `, `t=${nowSeconds},v1=${good}`).type).toBe("forged");
    expect(receive(paid, `t=${nowSeconds + 1},v1=${good}`).type).toBe("forged");
    for (const header of ["", `v1=${good}`, `t=${nowSeconds}`, `t=${nowSeconds},v0=${good}`]) {
      expect(receive(paid, header).type).toBe("forged");
    }
    expect(receive(paid, `t=${nowSeconds},v1=${good.slice(0, 62)}`).type).toBe("forged");
  });

  test("is checked first: an unsigned body is not parsed", () => {
    expect(receive("{", "").type).toBe("forged");
    expect(signed("{").type).toBe("malformed");
  });
});

describe("an event", () => {
  test.each([
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.processing",
    "payment_intent.canceled",
  ])("%s has its charge looked up", (type) => {
    expect(signed(eventOf(type, paidIntent))).toEqual({
      type: "valid",
      changes: [{ type: "charge", key: chargeKey }],
      reports: [],
    });
  });

  test.each(["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"])(
    "%s has its refund looked up, or the charge if the refund is a reversal",
    (type) => {
      expect(signed(eventOf(type, refundOf()))).toMatchObject({
        changes: [{ type: "refund", key: refundKey }],
      });
      const reversal = refundOf({ metadata: { tessera_key: `${chargeKey}-reversal` } });
      expect(signed(eventOf(type, reversal))).toMatchObject({
        changes: [{ type: "charge", key: chargeKey }],
      });
    },
  );

  test.each([
    ["of a payment that is not ours", "payment_intent.succeeded", { metadata: {} }],
    ["with a key that cannot be ours", "refund.updated", { metadata: { tessera_key: "a b" } }],
    ["of another kind", "customer.created", paidIntent],
    ["of another kind without an object", "v2.core.event_destination.ping", undefined],
  ])("%s is accepted and changes nothing", (_, type, object) => {
    expect(signed(eventOf(type, object))).toEqual({ type: "valid", changes: [], reports: [] });
  });
});

describe("a dispute", () => {
  const disputeOf = (fields: object = {}) => ({
    id: "du_1Example",
    object: "dispute",
    charge: "ch_3QxExample0001",
    payment_intent: "pi_3QxExample0001",
    amount: 4999,
    currency: "usd",
    reason: "fraudulent",
    status: "needs_response",
    balance_transactions: [{ fee: 1500, currency: "usd" }],
    evidence_details: { due_by: nowSeconds + 86_400 },
    payment_method_details: { card: { brand: "visa", network_reason_code: "10.4" } },
    ...fields,
  });
  const report = (fields: object = {}, type = "created", created = nowSeconds) => {
    const content = signed(eventOf(`charge.dispute.${type}`, disputeOf(fields), created));
    return content.type === "valid" ? content.reports[0] : content;
  };

  test("is reported with all that the event says", () => {
    expect(report()).toEqual({
      type: "dispute",
      eventId: "evt_1",
      disputeId: "du_1Example",
      chargeId: "ch_3QxExample0001",
      sequence: (nowSeconds - 1_577_836_800) * 4,
      at: "2026-11-26T12:00:00.000Z",
      stage: "chargeback",
      status: "needs_response",
      network: "visa",
      reasonCode: "10.4",
      category: "fraudulent",
      amountMinor: 4999,
      currency: "USD",
      feeMinor: 1500,
      respondBy: "2026-11-27T12:00:00.000Z",
      defendable: true,
    });
  });

  test.each([
    ["warning_needs_response", "inquiry", "needs_response"],
    ["warning_under_review", "inquiry", "under_review"],
    ["warning_closed", "inquiry", "withdrawn"],
    ["needs_response", "chargeback", "needs_response"],
    ["under_review", "chargeback", "under_review"],
    ["won", "chargeback", "won"],
    ["lost", "chargeback", "lost"],
    ["appeal_needs_response", "pre_arbitration", "needs_response"],
    ["appeal_under_review", "pre_arbitration", "under_review"],
  ])("in status %s is a %s that is %s", (status, stage, expected) => {
    expect(report({ status })).toMatchObject({ stage, status: expected });
  });

  test.each(["won", "lost"])("is in the appeal's stage if it is %s after an appeal", (status) => {
    const evidence = { appeal: { card: { reason_for_filing: "new proof" } } };
    expect(report({ status, evidence })).toMatchObject({ stage: "pre_arbitration", status });
    expect(report({ status, evidence: { appeal: { card: null } } })).toMatchObject({
      stage: "chargeback",
    });
  });

  test.each(["prevented", "in_a_new_status", "toString"])(
    "in status %s is not reported",
    (status) => {
      expect(report({ status })).toBeUndefined();
    },
  );

  test("has a sequence that grows with each event, even within one second", () => {
    const sequenceOf = (type: string, created = nowSeconds) =>
      (report({}, type, created) as { sequence: number }).sequence;
    const types = ["created", "updated", "funds_reinstated", "closed"];
    const sequences = [
      ...types.map((type) => sequenceOf(type)),
      sequenceOf("created", nowSeconds + 1),
    ];
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(sequences.at(-1)).toBeLessThan(2_147_483_647);
  });

  test("has Stripe's reason if there is no network code, and no fee or deadline if Stripe names none", () => {
    const bare = {
      payment_method_details: null,
      evidence_details: null,
      balance_transactions: null,
    };
    expect(report({ ...bare, reason: "product_not_received" })).toMatchObject({
      network: "unknown",
      reasonCode: "product_not_received",
      category: "not_received",
      feeMinor: null,
      respondBy: null,
    });
  });

  test("has no fee if the fee is in another currency", () => {
    expect(report({ balance_transactions: [{ fee: 1500, currency: "eur" }] })).toMatchObject({
      feeMinor: null,
    });
  });

  test("is malformed if it cannot be read", () => {
    expect(report({ charge: undefined })).toMatchObject({ type: "malformed" });
    expect(report({ amount: 0 })).toMatchObject({ type: "malformed" });
  });
});
