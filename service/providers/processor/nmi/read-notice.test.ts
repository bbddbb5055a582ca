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
  return readNotice(key, { rawBody: Buffer.from(body), headers, nowMs: 0 });
}

describe("a notice of NMI", () => {
  test.each([
    ["transaction.sale.success", "charge"],
    ["transaction.sale.failure", "charge"],
    ["transaction.void.success", "charge"],
    ["transaction.refund.success", "refund"],
  ])("%s makes a look-up of the %s due", (event_type, type) => {
    const changes = [{ type, key: "pay_7xK-1" }];
    expect(read({ ...sale, event_type })).toEqual({ type: "heard", changes, reports: [] });
  });

  test.each([
    ["of something else", { ...sale, event_type: "settlement.batch.complete", event_body: {} }],
    ["without an order", { ...sale, event_body: { transaction_id: "1", order_id: "" } }],
    ["with no order", { ...sale, event_body: { order_id: null } }],
  ])("%s says nothing", (_, notice) => {
    expect(read(notice)).toEqual({ type: "heard", changes: [], reports: [] });
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

  test("that is signed but not an event names the wrong fields; one that is too long is refused before", () => {
    expect(read({ event_type: 1 })).toMatchObject({ type: "malformed" });
    expect(read("{")).toMatchObject({ type: "malformed" });
  });

  test("can come again: it decides nothing", () => {
    expect(read(sale)).toEqual(read(sale));
  });
});
