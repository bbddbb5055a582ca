import { describe, expect, test } from "vitest";
import { chargeKey, refundKey } from "../testing/conformance.ts";
import { readNotice } from "./read-notice.ts";
import { eventOf, noticeOf, signatureOf } from "./testing/worldpay-notices.ts";

const secret = "event-secret-of-the-shop";
const read = (details: Readonly<Record<string, unknown>>) =>
  readNotice(secret, noticeOf(details, secret));
const body = JSON.stringify(eventOf());
const right = signatureOf(secret, body);
const withHeader = (header: string, text = body) =>
  readNotice(secret, {
    rawBody: Buffer.from(text),
    headers: { "event-signature": header },
    nowMs: 0,
  });

describe("an event of Worldpay", () => {
  test.each([
    "sentForAuthorization",
    "authorized",
    "sentForSettlement",
    "refused",
    "error",
    "cancelled",
    "settlementFailed",
    "of a kind that comes later",
  ])("%s makes a look-up of the charge due", (type) => {
    expect(read({ type })).toEqual({
      type: "valid",
      changes: [{ type: "charge", key: chargeKey }],
      reports: [],
    });
  });

  test.each(["sentForRefund", "refunded", "refundFailed"])(
    "%s makes a look-up of the refund due, and without its reference that of the charge",
    (type) => {
      const changes = [{ type: "refund", key: refundKey }];
      expect(read({ type, reference: refundKey })).toMatchObject({ changes });
      expect(read({ type })).toMatchObject({ changes: [{ type: "charge", key: chargeKey }] });
    },
  );

  test.each([
    ["of a payout", { classification: "payout", type: "disbursed" }],
    ["of somebody else's payment", { transactionReference: "Memory265 13/08/1876" }],
    ["without a reference", { transactionReference: undefined }],
  ])("%s makes no look-up due", (_, details) => {
    expect(read(details)).toEqual({ type: "valid", changes: [], reports: [] });
  });

  test.each([
    ["informationRequested", "chargeback", "inquiry", "needs_response"],
    ["chargedBack", "payment", "chargeback", "lost"],
  ])("%s reports the dispute once", (type, classification, stage, status) => {
    const [report, ...others] = [read({ type, classification })].flatMap((content) =>
      content.type === "valid" ? content.reports : [],
    );
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      type: "dispute",
      eventId: "bb55ca5a-e05c-47e1-8e94-e88bac1a0a17",
      disputeId: chargeKey,
      chargeKey,
      stage,
      status,
      amountMinor: 4999,
      currency: "USD",
      at: "2026-11-20T14:18:13.407Z",
      respondBy: null,
    });
  });

  test("is accepted if one of two signatures is valid, for example while the secret is replaced", () => {
    const other = signatureOf("the-next-secret", body, 2);
    expect(withHeader(`${other},${right}`).type).toBe("valid");
    expect(withHeader(`${right}, ${other}`).type).toBe("valid");
    expect(withHeader(`${other},${other}`).type).toBe("forged");
  });

  test.each([
    ["signed with another secret", signatureOf("another-secret", body)],
    ["signed for another body", signatureOf(secret, "{}")],
    ["with half a signature", right.slice(0, 40)],
    ["with another hash function", right.replace("SHA256", "SHA1")],
    ["without the id of a key", right.replace(/^1/, "")],
    ["without a signature", ""],
    ["whose signature comes after too many others", `${"1/SHA256/00,".repeat(2_000)}${right}`],
  ])("%s is forged", (_, header) => {
    expect(withHeader(header)).toEqual({ type: "forged" });
  });

  test.each([
    "{",
    "[]",
    '{"eventId":1}',
    JSON.stringify(eventOf({ type: "chargedBack", amount: undefined })),
    JSON.stringify({ ...eventOf({ type: "chargedBack" }), eventTimestamp: "yesterday" }),
  ])("names the wrong fields if it is signed but cannot be read: %s", (text) => {
    expect(withHeader(signatureOf(secret, text), text)).toMatchObject({ type: "malformed" });
  });
});
