import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { BatchPreview, BatchSelection, RefundBatch } from "#contract/console/refund-batches";
import type { TestStaff } from "./staff-browser.ts";

type Intents = readonly Pick<CreatedPaymentIntent, "paymentIntentId">[];

export const chosen = (intents: Intents): BatchSelection => ({
  by: "ids",
  paymentIntentIds: intents.map(({ paymentIntentId }) => paymentIntentId),
});

export const previewBatch = (by: TestStaff, selection: BatchSelection): Promise<BatchPreview> =>
  by.browser.ok("POST", "/refund-batches/preview", selection);

/** Confirms a batch with what its preview showed; `body` replaces fields. */
export const confirmBatch = (
  by: TestStaff,
  selection: BatchSelection,
  { count, fingerprint }: BatchPreview,
  body = {},
) =>
  by.browser.call("POST", "/refund-batches", {
    selection,
    reason: "not_delivered",
    count,
    fingerprint,
    ...body,
  });

export async function beginBatch(by: TestStaff, intents: Intents, body = {}): Promise<RefundBatch> {
  const selection = chosen(intents);
  const response = await confirmBatch(by, selection, await previewBatch(by, selection), body);
  if (response.statusCode !== 201) throw new Error(`no batch: ${response.body}`);
  return response.json();
}

export const readBatch = (by: TestStaff, { refundBatchId }: RefundBatch): Promise<RefundBatch> =>
  by.browser.ok("GET", `/refund-batches/${refundBatchId}`);
