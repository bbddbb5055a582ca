/**
 * Refund batches: full refunds of many payments, processed by a job (docs/payments/refunds.md).
 *
 *   POST /console/api/refund-batches/preview   batchSelection → batchPreview (payments.refund)
 *   POST /console/api/refund-batches           newRefundBatch → refundBatch (payments.refund)
 *   GET  /console/api/refund-batches?page=&size=&sort=&show=    → refundBatches (payments.read)
 *   GET  /console/api/refund-batches/{refundBatchId}          → refundBatch (payments.read)
 *   GET  /console/api/refund-batches/{refundBatchId}/items?page=&size=&show=
 *                                              → refundBatchItems (payments.read)
 *   POST /console/api/refund-batches/{refundBatchId}/decision
 *                                batchDecision → refundBatch (payments.refund)
 *   POST /console/api/refund-batches/{refundBatchId}/stop     → refundBatch (payments.refund)
 *   POST /console/api/refund-batches/{refundBatchId}/retry    → refundBatch (payments.refund)
 */
import * as z from "zod/mini";
import { maxNoteCharacters } from "../api/refunds.ts";
import { idSchema } from "../ids.ts";
import { listOf, pageQuery, timeSorts } from "../lists.ts";
import { paymentQuery } from "./payment-list.ts";

/** `active`: only batches that wait for a second person or are in progress. */
export const batchListQuery = z.extend(pageQuery, {
  sort: z.optional(z.enum(timeSorts)),
  show: z._default(z.enum(["all", "active"]), "all"),
});
export type BatchListQuery = z.infer<typeof batchListQuery>;

/** Maximum number of payments of one batch. */
export const maxBatchPayments = 1_000;

/** Why a whole group is returned; the other reasons concern one payment. */
export const batchReasons = [
  "requested_by_customer",
  "not_delivered",
  "duplicate",
  "fraudulent",
  "other",
] as const;

/** Chosen one by one, or all that match a filter of the list. */
export const batchSelection = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("ids"),
    paymentIntentIds: z
      .array(idSchema("paymentIntent"))
      .check(z.minLength(1), z.maxLength(maxBatchPayments)),
  }),
  z.strictObject({
    by: z.literal("filter"),
    filter: z.omit(paymentQuery, { page: true, size: true, sort: true }),
  }),
]);
export type BatchSelection = z.infer<typeof batchSelection>;

/** Why a payment is not in a batch. */
export const batchExclusions = [
  "not_successful",
  "already_refunded",
  "disputed",
  "lost_dispute",
  "needs_destination",
  "not_refundable",
  "over_limit",
  "in_batch",
] as const;
export type BatchExclusion = (typeof batchExclusions)[number];

/** What is returned in one currency, in major units. */
const batchSum = z.object({
  currency: z.string(),
  count: z.number(),
  /** The sum of the base amounts. */
  amount: z.number(),
  /** What customers get back, including surcharge and tax. */
  total: z.number(),
});

/** What a batch would do. Nothing is stored. */
export const batchPreview = z.object({
  /** The number of payments. Above {@link maxBatchPayments} no batch is possible, and the rest is empty. */
  matching: z.number(),
  count: z.number(),
  sums: z.array(batchSum),
  excluded: z.array(
    z.object({
      paymentIntentId: z.string(),
      externalPaymentIntentId: z.string(),
      /** The requested amount in major units. */
      amount: z.number(),
      currency: z.string(),
      /** One of {@link batchExclusions}. */
      reason: z.string(),
    }),
  ),
  /** Whether another person must approve the batch. */
  needsApproval: z.boolean(),
  /** Identifies these payments and what is left of each. Send it with the confirmation. */
  fingerprint: z.string(),
});
export type BatchPreview = z.infer<typeof batchPreview>;

/**
 * `count`: the number of refunds that the staff member typed. 409 `conflicting_state` if the payments have changed
 * since the preview.
 */
export const newRefundBatch = z.strictObject({
  selection: batchSelection,
  reason: z.enum(batchReasons),
  note: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxNoteCharacters))),
  count: z.int().check(z.gte(1), z.lte(maxBatchPayments)),
  fingerprint: z.string().check(z.maxLength(64)),
});
export type NewRefundBatch = z.infer<typeof newRefundBatch>;

/** A batch with its progress. */
export const refundBatch = z.object({
  refundBatchId: z.string(),
  /** States of service/payments/refunds/batches/batch-states.ts; an open list. */
  state: z.string(),
  reason: z.string(),
  /** Null after a customer of the batch was erased. */
  note: z.nullable(z.string()),
  /** Who requested the batch, for display. */
  requestedBy: z.string(),
  /** Whether the caller requested it, so that another person must approve it. */
  isOwn: z.boolean(),
  /** A second person's decision: `needed`, `given` or `declined`; null if none is needed. */
  approval: z.nullable(z.string()),
  /** Who decided, for display. */
  decidedBy: z.nullable(z.string()),
  /** Send it with a decision. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When every refund has begun, or the batch was stopped or declined. */
  finishedAt: z.nullable(z.string()),
  /** The numbers of refunds by state. They add up to `total`. */
  counts: z.object({
    total: z.number(),
    /** Refunds that have not begun. */
    waiting: z.number(),
    /** Refunds that are requested or at the processor. */
    pending: z.number(),
    /** Refunds that need a destination from the customer. */
    needsDestination: z.number(),
    success: z.number(),
    /** Refunds that could not be requested, or failed. */
    failed: z.number(),
    canceled: z.number(),
    /** Refunds that did not begin, because the batch was stopped or declined. */
    notBegun: z.number(),
  }),
  sums: z.array(
    z.extend(batchSum, {
      /** The part of `total` that was returned. */
      returned: z.number(),
      /** The part of `total` that was not requested yet. */
      waiting: z.number(),
    }),
  ),
});
export type RefundBatch = z.infer<typeof refundBatch>;

/** Batches, newest first. */
export const refundBatches = listOf(refundBatch);
export type RefundBatches = z.infer<typeof refundBatches>;

/** Where a payment of a batch can be, as {@link refundBatch} counts them. */
export const batchOutcomes = [
  "success",
  "pending",
  "waiting",
  "needsDestination",
  "failed",
  "canceled",
  "notBegun",
] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/** Orders of a batch's payments: as they are refunded, failed ones first, or by amount within each currency. */
export const batchItemSorts = ["position", "failed", "highest", "lowest"] as const;

export const batchItemQuery = z.extend(pageQuery, {
  show: z._default(z.enum(["all", ...batchOutcomes]), "all"),
  sort: z._default(z.enum(batchItemSorts), "position"),
});
export type BatchItemQuery = z.infer<typeof batchItemQuery>;

export const refundBatchItem = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** The total in major units. */
  total: z.number(),
  currency: z.string(),
  /** `waiting`, `not-begun`, `refused`, or the refund's status; an open list. */
  status: z.string(),
  /** The refund; null before the request. */
  refundId: z.nullable(z.string()),
  /** Why it was refused or failed. */
  code: z.nullable(z.string()),
});
export type RefundBatchItem = z.infer<typeof refundBatchItem>;

export const refundBatchItems = listOf(refundBatchItem);
export type RefundBatchItems = z.infer<typeof refundBatchItems>;

/**
 * A second person's decision. 409 `conflicting_state` for another version, 403 `refund_approval_by_requester` for its
 * requester, 403 `refund_limit_exceeded`.
 */
export const batchDecision = z.strictObject({ approve: z.boolean(), version: z.int() });
