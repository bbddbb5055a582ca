import { expect, test } from "vitest";
import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { tryReports, whyUntested } from "./untested-steps.ts";

const approved = { type: "approved", chargeId: "c" } as const;

test.each([
  ["authorize-net", "disputes", ["not_offered"]],
  ["nmi", "soft_decline", ["not_supported"]],
  ["worldpay", "settlement_files", ["not_offered"]],
  ["worldpay", "disputes", ["vendor_decides_when", "answers_not_offered"]],
  ["adyen", "disputes", ["vendor_decides_when"]],
  ["stripe", "settlement_files", ["vendor_decides_when"]],
  ["stripe", "address_check", ["no_test_card"]],
] as const)("%s: why %s was not tested", (vendor, step, codes) => {
  expect(whyUntested(step, cardCapabilities[vendor], approved)).toEqual(codes);
});

test("steps that need an approved charge report a missing one", () => {
  const declined = { type: "declined", chargeId: "c", declineCode: "do_not_honor" } as const;
  expect(whyUntested("decline", cardCapabilities.stripe, declined)).toEqual(["no_approval"]);
  expect(whyUntested("settlement_files", cardCapabilities.nmi, declined)).toEqual(["no_approval"]);
});

const batch = { id: "1", currency: "USD", settledAt: "2026-11-25", rows: [], netMinor: 0 };

test.each([
  ["a batch", { type: "found", batches: [batch], problem: "malformed" }, "works", []],
  ["no batch", { type: "found", batches: [], problem: null }, "not_tested", ["no_batch_yet"]],
  [
    "an open batch",
    { type: "found", batches: [], problem: "not_settled_yet" },
    "not_tested",
    ["no_batch_yet"],
  ],
  [
    "a malformed report",
    { type: "found", batches: [], problem: "malformed" },
    "fails",
    ["malformed"],
  ],
  ["no response", { type: "unknown", reason: "status_401" }, "fails", ["status_401"]],
] as const)("reports with %s", async (_, found, result, codes) => {
  const settledBatches = async () => found;
  expect(await tryReports({ settledBatches }, 1)).toEqual({ result, codes });
});

test("a connector without reports is not tested for them", async () => {
  expect(await tryReports({}, 1)).toBeUndefined();
});
