import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readNotice } from "./read-notice.ts";

const key = "4B1D".repeat(32);
const reference = "0p3k9x2m7q1z8w4v6t5s";
const held = {
  notificationId: "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
  eventType: "net.authorize.payment.fraud.held",
  eventDate: "2026-11-20T10:00:00.8Z",
  webhookId: "63d6fea2-aa13-4b1d-a204-f5fbc15942b7",
  payload: {
    responseCode: 4,
    merchantReferenceId: reference,
    entityName: "transaction",
    id: "60020981676",
  },
};
const sign = (body: string, by = key) =>
  `sha512=${createHmac("sha512", by).update(body).digest("hex").toUpperCase()}`;

function read(notice: object | string, header?: string) {
  const body = typeof notice === "string" ? notice : JSON.stringify(notice);
  const headers = { "x-anet-signature": header ?? sign(body) };
  return readNotice(key, { rawBody: Buffer.from(body), headers, nowMs: 0 });
}
const named = (...changes: readonly object[]) => ({
  type: "valid",
  changes: [],
  named: changes,
  reports: [],
});

describe("a webhook of Authorize.Net", () => {
  test.each([
    ["authcapture.created", "charge"],
    ["fraud.held", "charge"],
    ["fraud.approved", "charge"],
    ["fraud.declined", "charge"],
    ["void.created", "charge"],
    ["refund.created", "refund"],
  ])("%s makes a look-up of the %s due", (event, type) => {
    const eventType = `net.authorize.payment.${event}`;
    expect(read({ ...held, eventType })).toEqual(named({ type, id: "60020981676", reference }));
  });

  test("names the transaction by the references that it has", () => {
    const { merchantReferenceId: _, ...plain } = held.payload;
    expect(read({ ...held, payload: plain })).toEqual(
      named({ type: "charge", id: "60020981676", reference: null }),
    );
    expect(read({ ...held, payload: { ...plain, id: 0, invoiceNumber: reference } })).toEqual(
      named({ type: "charge", id: null, reference }),
    );
  });

  test.each([
    ["of a customer", { eventType: "net.authorize.customer.created" }],
    [
      "of a payment profile",
      { payload: { ...held.payload, entityName: "customerPaymentProfile" } },
    ],
    ["that names nothing of ours", { payload: { id: "", merchantReferenceId: "ORDER 7" } }],
  ])("%s makes no look-up due", (_, overrides) => {
    expect(read({ ...held, ...overrides })).toEqual(named());
  });

  const body = JSON.stringify(held);
  const right = sign(body);
  test("is signed with the text of the key, in either case of the digits", () => {
    expect(read(body, right.toLowerCase()).type).toBe("valid");
    const bytes = createHmac("sha512", Buffer.from(key, "hex")).update(body).digest("hex");
    expect(read(body, `sha512=${bytes}`).type).toBe("forged");
  });

  test.each([
    ["signed with another key", sign(body, "4B1E".repeat(32))],
    ["signed for another body", sign("{}")],
    ["with half a signature", right.slice(0, 71)],
    ["with more than a signature", `${right}00`],
    ["without the name of the hash", right.slice(7)],
    ["with the signature of another hash", right.replace("sha512", "sha256")],
    ["without a signature", ""],
  ])("%s is forged", (_, header) => {
    expect(read(body, header)).toEqual({ type: "forged" });
  });

  test.each(["{", "[]", '{"eventType":1,"payload":{}}', '{"eventType":"x"}'])(
    "names the wrong fields if it is signed but cannot be read: %s",
    (text) => {
      expect(read(text)).toMatchObject({ type: "malformed" });
    },
  );
});
