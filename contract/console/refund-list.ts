/**
 * Refunds of all payments. Lists hold exactly what the home page counts.
 *
 *   GET /console/api/refunds?…   → refundList (payments.read)
 */
import * as z from "zod/mini";
import { refund, refundStatuses } from "../api/refunds.ts";
import { listOf, pageQuery, timeSorts } from "../lists.ts";

/** A refund must match all filters. Times are ISO 8601, `from` inclusive, `to` exclusive. */
export const refundQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(refundStatuses)),
  /**
   * `counted`: without failed and canceled ones. `waiting`: those that staff must approve. `stuck`: those that can't be
   * sent or looked up now (contract/refund-waits.ts).
   */
  which: z.optional(z.enum(["counted", "waiting", "stuck"])),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  sort: z.optional(z.enum(timeSorts)),
});
export type RefundListQuery = z.infer<typeof refundQuery>;

/** A refund as the API shows it, without its link. */
export const refundSummary = z.extend(z.omit(refund, { refundUrl: true }), {
  /** Null if unknown. */
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
});
export type RefundSummary = z.infer<typeof refundSummary>;

export const refundList = listOf(refundSummary);
export type RefundList = z.infer<typeof refundList>;
