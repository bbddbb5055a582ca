import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readNotice } from "./read-notice.ts";

const key = "signing-key-of-the-shop";
const sale = {
  event_id: "01f0",
  event_type: "transaction.sale.success",
  event_body: { transaction_id: "10801", order_id: "pay_7xK-1", condition: "pendingsettlement" },
};
const sign = (body: string, nonce = "1700000000", by = key) =>
  `t=${nonce},s=${createHmac("sha256", by).update(`${nonce}.${body}`).digest("hex")}`;

function read(notice: object | string, header?: string) {
  const body = typeof notice === "string" ? notice : JSON.stringify(notice);
  const headers = { "webhook-signature": header ?? sign(body) };
  return readNotice(key, "USD", { rawBody: Buffer.from(body), headers, nowMs: 0 });
}

describe("a notice of NMI", () => {
  test.each([
    ["transaction.sale.success", "charge"],
    ["transaction.sale.failure", "charge"],
    ["transaction.void.success", "charge"],
    ["transaction.refund.success", "refund"],
  ])("%s makes a look-up of the %s due", (event_type, type) => {
    const changes = [{ type, key: "pay_7xK-1" }];
    expect(read({ ...sale, event_type })).toEqual({ type: "valid", changes, reports: [] });
  });

  test.each([
    ["of something else", { ...sale, event_type: "settlement.batch.complete", event_body: {} }],
    ["without an order", { ...sale, event_body: { transaction_id: "1", order_id: "" } }],
    ["with no order", { ...sale, event_body: { order_id: null } }],
  ])("%s makes no look-up due", (_, notice) => {
    expect(read(notice)).toEqual({ type: "valid", changes: [], reports: [] });
  });

  const body = JSON.stringify(sale);
  const [, right = ""] = sign(body).split("s=");
  test.each([
    ["signed with another key", sign(body, "1", "another-key-0000")],
    ["signed for another body", sign("{}")],
    ["with another nonce", `t=1700000001,s=${right}`],
    ["with half a signature", `t=1700000000,s=${right.slice(0, 32)}`],
    ["without a nonce", `s=${right}`],
    ["with two signatures", `t=1700000000,s=${right},s=${right}`],
    ["without a signature", ""],
    ["with a nonce that never ends", `t=${"1".repeat(10_000)},s=${right}`],
  ])("%s is forged", (_, header) => {
    expect(read(body, header)).toEqual({ type: "forged" });
  });

  test("names the wrong fields if it is signed but not an event; a body that is too long is refused before that", () => {
    expect(read({ event_type: 1 })).toMatchObject({ type: "malformed" });
    expect(read("{")).toMatchObject({ type: "malformed" });
  });

  test("can come again without effect, because it decides nothing", () => {
    expect(read(sale)).toEqual(read(sale));
  });
});

describe("chargebacks of NMI", () => {
  const entry = {
    id: "1234567890",
    date: "3/29/2026",
    customer_name: "Someone Smith",
    cc_number: "411111******1111",
    amount: "11.11",
    reason: "10.4: Other fraud",
  };
  const batch = (chargebacks: unknown, event_id: unknown = "d5b08691") => ({
    event_id,
    event_type: "chargeback.batch.complete",
    event_body: { merchant: { id: "123456" }, count: 2, chargeback_amount: "11.11", chargebacks },
  });
  const reportsOf = (...entries: object[]) => {
    const notice = read(batch(entries));
    return notice.type === "valid" ? notice.reports : [];
  };

  test("are lost disputes of the charge with the id, without the customer's name", () => {
    expect(read(batch([entry]))).toEqual({
      type: "valid",
      changes: [],
      reports: [
        {
          type: "dispute",
          eventId: "d5b08691-1234567890",
          disputeId: "1234567890",
          chargeId: "1234567890",
          cardLast4: "1111",
          sequence: Date.parse("2026-03-29T00:00:00Z") / 1000 - 1_577_836_800,
          at: "2026-03-29T00:00:00.000Z",
          stage: "chargeback",
          status: "lost",
          network: "visa",
          reasonCode: "10.4",
          amountMinor: 1111,
          currency: "USD",
          respondBy: null,
          defendable: true,
        },
      ],
    });
  });

  test.each([
    [
      "a number as id, and a negative amount",
      { id: 77, amount: "-11.11" },
      { disputeId: "77", amountMinor: 1111 },
    ],
    ["a reason without a code", { reason: "Not as described" }, { reasonCode: "unknown" }],
    ["no reason", { reason: undefined }, { reasonCode: "unknown" }],
    ["American Express", { cc_number: "37828*****0005" }, { network: "amex", cardLast4: "0005" }],
    ["only the last digits", { cc_number: "************4242" }, { network: "unknown" }],
  ])("have %s", (_, overrides, expected) => {
    expect(reportsOf({ ...entry, ...overrides })).toMatchObject([expected]);
  });

  test.each([
    ["no day", { date: "2/30/2026" }],
    ["another date format", { date: "2026-03-29" }],
    ["no amount", { amount: "free" }],
    ["nothing", { amount: "0.00" }],
    ["a third of a cent", { amount: "11.113" }],
    ["a hidden card", { cc_number: "****" }],
    ["an id with a space", { id: "a b" }],
    ["no id", { id: undefined }],
  ])("are refused if one of them has %s, and the others count", (_, overrides) => {
    expect(read(batch([{ ...entry, ...overrides }, entry]))).toMatchObject({
      type: "valid",
      reports: [{ disputeId: "1234567890" }],
      unread: ["event_body.chargebacks.0"],
    });
  });

  test("are separate events if one event reports several for a charge, with the same ids each time", () => {
    const second = { ...entry, amount: "5.00" };
    const reports = reportsOf(entry, second, { ...entry, id: "77" }, second);
    expect(reports.map(({ eventId, amountMinor }) => [eventId, amountMinor])).toEqual([
      ["d5b08691-1234567890", 1111],
      ["d5b08691-1234567890.2", 500],
      ["d5b08691-77", 1111],
      ["d5b08691-1234567890.3", 500],
    ]);
    expect(reportsOf(entry, second, { ...entry, id: "77" }, second)).toEqual(reports);
  });

  test("come again as the same events; a missing list, a list that is too long and a wrong id are refused", () => {
    expect(read(batch([entry]))).toEqual(read(batch([entry])));
    expect(read(batch(undefined))).toMatchObject({ unread: ["event_body.chargebacks"] });
    expect(read(batch(Array.from({ length: 1_001 }, () => entry)))).toMatchObject({ reports: [] });
    expect(read(batch([entry], 7))).toEqual({ type: "malformed", paths: ["event_id"] });
    expect(read(batch([]))).toEqual({ type: "valid", changes: [], reports: [] });
  });
});
