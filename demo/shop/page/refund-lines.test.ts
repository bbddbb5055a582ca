// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createRefundLines } from "./refund-lines.ts";
import type { FeedEntry } from "./shop-api.ts";

const at = "2026-03-12T09:00:00.000Z";

/** A webhook about a refund of $20.00 with $2.15 of fees and tax. */
function entry(
  status: string,
  sequence: number,
  overrides: object = {},
  type = "refund",
): FeedEntry {
  const breakdown = { total: 22.15, currency: "USD" };
  return {
    eventId: `evt_${sequence}`,
    type,
    status,
    sequence,
    createdAt: at,
    receivedAt: at,
    deliveries: 1,
    data: { refundId: "ref_1", kind: "refund", breakdown, ...overrides },
  };
}

function linesAfter(...entries: FeedEntry[]) {
  const { view, show } = createRefundLines(undefined);
  for (const entry of entries) show(entry);
  return [...view.children].map(({ textContent }) => textContent);
}

test("each refund is one line: what the customer gets back, and its newest status", () => {
  expect(linesAfter(entry("created", 1))).toEqual(["Refund on its way$22.15"]);
  expect(linesAfter(entry("created", 1), entry("success", 2))).toEqual([
    "Refunded to your card$22.15",
  ]);
  expect(linesAfter(entry("created", 1), entry("created", 1, { refundId: "ref_2" }))).toHaveLength(
    2,
  );
});

test("an older webhook that arrives again does not replace a newer one", () => {
  const later = [entry("success", 2), entry("created", 1)];
  expect(linesAfter(...later)).toEqual(["Refunded to your card$22.15"]);
});

test.each([
  ["a void", entry("success", 2, { kind: "void" }), "Charge canceled: no money is taken$22.15"],
  ["a failure", entry("failed", 3), "Refund failed: we will contact you$22.15"],
  ["a cancellation", entry("canceled", 2), "Refund canceled$22.15"],
  ["a status that was added later", entry("delayed", 2), "Refund: delayed$22.15"],
])("%s has its own text", (_name, webhook, line) => {
  expect(linesAfter(webhook)).toEqual([line]);
});

test("a refund that needs a destination links to the page that asks for it", () => {
  const { view, show } = createRefundLines(undefined);
  const refundUrl = "http://pay.localhost:4000/refund#ref_1_secret_x";
  show(entry("requires-destination", 2, { refundUrl }));
  const link = view.querySelector("a");
  expect([link?.href, link?.rel]).toEqual([refundUrl, "noopener noreferrer"]);
  show(entry("success", 3, { kind: "transfer" }));
  expect(view.textContent).toBe("Refund sent$22.15");
});

test.each(["javascript:alert(1)", null, undefined])("%s is not a link", (refundUrl) => {
  const { view, show } = createRefundLines(undefined);
  show(entry("requires-destination", 2, { refundUrl }));
  expect(view.querySelector("a")).toBeNull();
});

test("crypto that the payment did not use is shown in its asset", () => {
  const crypto = { asset: "USDC", network: "ethereum", amount: "24.995" };
  const none = { breakdown: { total: 0, currency: "USD" }, kind: "transfer", crypto };
  expect(linesAfter(entry("success", 3, none))).toEqual(["Refund sent24.995 USDC"]);
});

test("webhooks about payments add no line", () => {
  expect(linesAfter(entry("success", 1, {}, "payment"))).toEqual([]);
});
